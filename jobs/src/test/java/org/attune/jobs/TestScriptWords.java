package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts say of words and variables that they cannot take, and of themselves. */
class TestScriptWords {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cluster/bin/history",
        "cluster/bin/gpu-pack",
        "cluster/bin/host-card",
        "notebooks/zeppelin"
      })
  void helpIsTheCommentAtTheTop(String script) throws Exception {
    Launched.Result help = run(Map.of(), script, "--help");

    assertThat(help.exit()).isZero();
    assertThat(help.output()).contains(script).doesNotContain("set -euo");
    assertThat(help.error()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          cluster/bin/history --port | history: unknown option '--port'; usage: history FOLDER [PORT]
          cluster/bin/history . lots | history: PORT 'lots': say a whole number from 1024 to 65535
          cluster/bin/history . 80 | history: PORT '80': say a whole number from 1024 to 65535
          cluster/bin/history . 18080 more | history: usage: history FOLDER [PORT]; there is 'more' too much
          cluster/bin/gpu-pack --list | gpu-pack: unknown option '--list'; the archive to write comes first: HOME/cluster/bin/gpu-pack OUT.tar.xz [--data FILE]... [LIST]
          cluster/bin/gpu-pack out.tar.xz --data | gpu-pack: --data needs a value: name a file, such as an archive of images
          cluster/bin/gpu-pack out.tar.xz --list | gpu-pack: unknown option '--list'; allowed: --data FILE, then LIST
          cluster/bin/gpu-pack out.tar.xz a b | gpu-pack: one list at most: 'b' comes after a, and --data comes before the list
          cluster/bin/host-card --folder | host-card: unknown option '--folder'; name the folder to write: HOME/cluster/bin/host-card FOLDER
          notebooks/zeppelin --port | zeppelin: unknown option '--port'; usage: notebooks/zeppelin DIR
          """)
  void aWrongWordIsNamed(String words, String message) throws Exception {
    String[] each = words.split(" ", 2);

    assertRefused(run(Map.of(), each[0], (Object[]) each[1].split(" ")), message);
  }

  @Test
  void aWrongVariableIsNamed() throws Exception {
    for (String heap : new String[] {"lots", "0", "5", "-1g", "2 g"}) {
      assertRefused(
          run(Map.of("ATTUNE_HEAP", heap), "attune", "--version"),
          "attune: ATTUNE_HEAP '%s': say a whole number of MB or GB for the Java heap, as 512m or 4g"
              .formatted(heap));
      assertRefused(
          run(Map.of("ATTUNE_NOTES_HEAP", heap), "notebooks/zeppelin", folder),
          "zeppelin: ATTUNE_NOTES_HEAP '%s': say a whole number of MB or GB, as 512m or 2g"
              .formatted(heap));
    }
    assertRefused(
        run(Map.of("ATTUNE_NOTES_PORT", "70000"), "notebooks/zeppelin", folder),
        "zeppelin: ATTUNE_NOTES_PORT '70000': say a whole number from 1 to 65535");
  }

  private static void assertRefused(Launched.Result refused, String message) {
    assertThat(refused.error()).isEqualTo(message.replace("HOME", Launched.HOME.toString()) + "\n");
    assertThat(refused.output()).isEmpty();
    assertThat(refused.exit()).isEqualTo(2);
  }

  private Launched.Result run(Map<String, String> own, String script, Object... words)
      throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putAll(own);
    return Launched.alone(folder, environment, Launched.HOME.resolve(script), words).await();
  }
}
