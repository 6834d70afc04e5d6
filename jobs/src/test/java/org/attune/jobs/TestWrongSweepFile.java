package org.attune.jobs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sweep file that is wrong, or cannot be read, is refused with the place and the cure. */
class TestWrongSweepFile {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void aSweepFileThatIsNotThere(String command) throws Exception {
    sweep.assertRefused(
        "Cannot find the sweep file " + sweep.folder().resolve("other.yaml"),
        command,
        sweep.folder().resolve("other.yaml"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"small.yml", "small", "small.", "smal.yaml", "samll.yaml"})
  void aSweepFileWithAnotherEnding(String name) throws Exception {
    sweep.assertRefused(
        "did you mean '" + sweep.spec() + "'?", "run", sweep.folder().resolve(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void aDirectoryForASweepFile(String command) throws Exception {
    sweep.assertRefused(sweep.folder() + " is a directory", command, sweep.folder());
  }

  @Test
  void aSweepFileThatMayNotBeRead() throws Exception {
    assertThat(sweep.spec().toFile().setReadable(false)).isTrue();
    assumeFalse(Files.isReadable(sweep.spec()), "root reads everything");
    sweep.assertRefused(
        "Cannot read " + sweep.spec() + ": permission denied",
        "run",
        sweep.spec(),
        "--out",
        sweep.results());
  }

  @Test
  void aSweepFileThatIsNoText() throws Exception {
    Files.write(sweep.spec(), "sweep: \u00e9t\u00e9".getBytes(ISO_8859_1));
    sweep.assertRefused(
        "Cannot read " + sweep.spec() + ": it is not UTF-8 text", "validate", sweep.spec());
  }

  @Test
  void aSweepFileThatIsFarTooLong() throws Exception {
    Files.write(sweep.spec(), new byte[2_000_000]);
    sweep.assertRefused(
        "a sweep file has at most 1000000", "run", sweep.spec(), "--out", sweep.results());
  }

  @Test
  void aSweepFileByItsHadoopPath() throws Exception {
    Printed valid = Printed.of("validate", sweep.spec().toUri());
    assertThat(valid.exit()).as(valid.error()).isZero();
    assertThat(valid.output()).contains("sweep small is valid");

    sweep.assertRefused(
        "there is no such file", "validate", sweep.folder().resolve("none.yaml").toUri());
    sweep.assertRefused(
        "Cannot read the sweep file nosuch://host/a.yaml", "run", "nosuch://host/a.yaml");
  }

  @Test
  void anUnknownKey() throws Exception {
    sweep.write(ValidSweep.YAML.replace("  attention.gate:", "  attention.gait:"));
    sweep
        .assertRefused(
            sweep.spec() + ":6:3: axes.attention.gait: unknown parameter",
            "run",
            sweep.spec(),
            "--out",
            sweep.results())
        .contains("did you mean 'attention.gate'?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void anObjectiveThatTheTaskDoesNotHave(String command) throws Exception {
    sweep.write(ValidSweep.YAML.replace("validation_loss", "validation_los"));

    sweep
        .assertRefused(
            "small.yaml:7:21: objective.metric: 'validation_los' is not a metric that trials"
                + " report",
            command,
            sweep.spec())
        .contains("did you mean 'validation_loss'?");
  }

  @Test
  void everyProblemOfAFileAtOnce() throws Exception {
    sweep.write(
        ValidSweep.YAML
            .replace("width: 16", "width: wide")
            .replace("goal: minimize", "goal: minimise"));
    sweep
        .assertRefused(
            sweep.spec() + ":3:16: model.width: 'wide' must be a whole number",
            "validate",
            sweep.spec())
        .contains(sweep.spec() + ":7:", "did you mean 'minimize'?");
  }

  @Test
  void aTrialThatDoesNotFitIntoMemory() throws Exception {
    sweep.write(
        ValidSweep.YAML
            .replace("{width: 16, layers: 1, heads: 2}", "{width: 2048, layers: 32, heads: 16}")
            .replace("task: text", "task: {name: text, length: 1024}"));

    sweep
        .assertRefused(
            "A trial does not fit into memory", "run", sweep.spec(), "--out", sweep.results())
        .contains("model.width=2048, model.layers=32", "ATTUNE_HEAP=")
        .containsPattern("about \\d+\\.\\d GB");
  }
}
