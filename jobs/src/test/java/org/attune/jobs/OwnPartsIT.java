package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.attune.model.attention.OwnParts;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The attention part that {@code docs/adding-an-attention-part.md} puts into a jar. Commands run in
 * processes of their own, for parts are looked for once in a process.
 */
@Timeout(300)
class OwnPartsIT {

  private static final Path PAGE = Launched.HOME.resolve("docs/adding-an-attention-part.md");

  @TempDir Path folder;

  private Path jar;
  private Path spec;

  @BeforeEach
  void pack() throws IOException {
    spec = Files.writeString(folder.resolve("mine.yaml"), block("yaml", "sweep: mine"));
    Path source = folder.resolve("MyParts.java");
    Files.writeString(source, block("java", "class MyParts"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
    assertThat(failed).as("javac of the page's class").isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(services.resolve(OwnParts.class.getName()), "MyParts\n");
    jar = folder.resolve("mine.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> all = Files.walk(classes)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        out.write(Files.readAllBytes(each));
      }
    }
  }

  @Test
  void isSweptAndTrained() throws Exception {
    Path results = folder.resolve("results");

    assertThat(attune("run", spec, "--out", results, "--jars", jar, "--cpu")).contains("tempered");

    SweepView sweep = SweepJournal.read(new LocalStorage(results));
    assertThat(sweep.counts().finished()).isEqualTo(3);
    assertThat(sweep.trials())
        .extracting(trial -> trial.trial().configuration().values().get("attention.gate"))
        .containsExactlyInAnyOrder("none", "tempered", "tempered");
    // One gate opens wider than the other: losses are of three models, not of one.
    assertThat(sweep.trials().stream().map(trial -> trial.objective().orElseThrow()).distinct())
        .hasSize(3);
  }

  @Test
  void isListedWithItsSource() throws Exception {
    assertThat(attune("list", "axes", "tempered", "--jars", jar))
        .contains("tempered", "sigmoid of what heads read, over a temperature", "mine");
  }

  /** What a command prints, in a process of its own. */
  private static String attune(Object... arguments) throws IOException, InterruptedException {
    Launched.Result result = Launched.attuneAsHere(arguments).await();
    assertThat(result.exit()).as(result.error()).isZero();
    return result.output();
  }

  /** The page's block of code that has a text in it. */
  private static String block(String language, String within) throws IOException {
    Matcher matcher =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    while (matcher.find()) {
      if (matcher.group(1).contains(within)) {
        return matcher.group(1);
      }
    }
    throw new IllegalStateException("The page has no block with " + within);
  }
}
