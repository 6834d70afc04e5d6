package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.trial.Secrets;
import org.attune.jobs.Printed;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.command.SecretSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a program's secrets come from, and what is refused before a sweep begins. */
class TestSecretValues {

  private static final String VALUE = "sesame-open-up";

  @TempDir Path folder;

  @Test
  void aSecretIsInTheShellOrInAPrivateFile() throws Exception {
    Path file = file(VALUE + "\n", "rw-------");

    Secrets secrets =
        values(Map.of("MY_KEY", "another-secret"))
            .read(
                new TreeMap<>(
                    Map.of(
                        "A", new SecretSource.Variable("MY_KEY"),
                        "B", new SecretSource.File(file.toString()))));

    assertThat(secrets.values()).isEqualTo(Map.of("A", "another-secret", "B", VALUE));
  }

  @Test
  void allThatAreMissingAreSaidAtOnceWithoutAnyValue() throws Exception {
    Path open = file(VALUE, "rw-r--r--");
    TreeMap<String, SecretSource> sources =
        new TreeMap<>(
            Map.of(
                "A", new SecretSource.Variable("MY_KEY"),
                "B", new SecretSource.File(open.toString()),
                "C", new SecretSource.File(folder + "/none"),
                "D", new SecretSource.Variable("SHORT")));

    assertThatThrownBy(() -> values(Map.of("SHORT", "horse")).read(sources))
        .isInstanceOf(InputException.class)
        .message()
        .contains("environment.A: Attune stores no secret, and the variable MY_KEY is not set")
        .contains("environment.B: others than you may read " + open)
        .contains("environment.C: cannot read " + folder + "/none: there is no such file")
        .contains("environment.D: the variable SHORT has 5 characters; a secret needs at least 8")
        .doesNotContain("horse", VALUE);
  }

  @Test
  void noSecretCrossesANetworkInClear() {
    Set<String> names = Set.of("API_KEY");

    assertThatThrownBy(() -> SecretValues.requireEncryption(names, "spark://127.0.0.1:1", Map.of()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "[API_KEY] would cross the network of spark://127.0.0.1:1 unencrypted")
        .hasMessageEndingWith("--secure");
    SecretValues.requireEncryption(names, "local[2]", Map.of());
    SecretValues.requireEncryption(Set.of(), "spark://127.0.0.1:1", Map.of());
    SecretValues.requireEncryption(
        names, "spark://127.0.0.1:1", Map.of("spark.network.crypto.enabled", "true"));
  }

  @Test
  void aSecretIsAskedForBeforeAnythingIsWrittenAndAWarningNamesWhatLooksLikeOne() throws Exception {
    Path sweep =
        Files.writeString(
            folder.resolve("s.yaml"),
            """
            sweep: s
            task:
              command:
                run: "true"
                metrics: {loss: lower}
                environment: {WANDB_API_KEY: in-clear, K: {secret: ATTUNE_TEST_NO_SUCH_VARIABLE}}
            objective: {metric: loss, goal: minimize}
            """);
    Path out = folder.resolve("out");

    Printed validate = Printed.of("validate", sweep);
    Printed run = Printed.of("run", sweep, "--out", out);

    assertThat(validate.exit()).isEqualTo(2);
    assertThat(validate.error())
        .contains("warning: task.command.environment.WANDB_API_KEY: the journal, the tables")
        .contains(
            "attune: 'attune run' would refuse the sweep on this machine:"
                + " task.command.environment.K:");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.error())
        .contains("warning: task.command.environment.WANDB_API_KEY")
        .contains("attune: task.command.environment.K: Attune stores no secret, and the variable");
    assertThat(out).doesNotExist();
  }

  private static SecretValues values(Map<String, String> shell) {
    return new SecretValues(shell);
  }

  private Path file(String content, String permissions) throws Exception {
    Path file = Files.writeString(folder.resolve("file-" + permissions), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void aFileThatOthersCanWriteOrOwnIsRefused() throws Exception {
    Path written = file(VALUE, "rw--w----");
    assertThatThrownBy(() -> read(written))
        .hasMessageContaining("others than you may write %s; keep it", written);
    Path open = file(VALUE, "rw-----w-");
    assertThatThrownBy(() -> read(open))
        .hasMessageContaining("others than you may write %s; keep it", open);

    Path others = file(VALUE, "rw-------");
    try {
      Files.setAttribute(others, "unix:uid", 65_534);
    } catch (IOException notRoot) {
      return; // only root gives files away
    }
    assertThatThrownBy(() -> read(others))
        .hasMessageContaining(others + " belongs to the user ")
        .hasMessageContaining(", who can read and change it; copy it to a file of yours");
  }

  private static Secrets read(Path file) throws IOException {
    return values(Map.of())
        .read(new TreeMap<>(Map.of("A", new SecretSource.File(file.toString()))));
  }
}
