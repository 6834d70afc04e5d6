package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A command line that is wrong is refused, with the nearest right word. */
class TestWrongWords {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @Test
  void noCommand() throws Exception {
    sweep.assertRefused("Missing a command", new Object[] {});
  }

  @Test
  void unknownCommand() throws Exception {
    sweep.assertRefused(
        "attune: there is no command 'rn'; did you mean 'run'?", "rn", sweep.spec());
  }

  @Test
  void aCommandLikeNoOther() throws Exception {
    sweep
        .assertRefused("there is no command 'optimise'", "optimise", sweep.spec())
        .contains("attune --help");
  }

  @Test
  void unknownOption() throws Exception {
    sweep.assertRefused(
        "attune: there is no option '--outt'; did you mean '--out'?",
        "run",
        "--outt",
        sweep.results(),
        sweep.spec());
  }

  @Test
  void anOptionThatBeginsLikeAnother() throws Exception {
    sweep.assertRefused(
        "attune: there is no option '--ouput'; did you mean '--out'?",
        "run",
        "--ouput",
        sweep.results(),
        sweep.spec());
  }

  @Test
  void theOptionOfAnotherCommand() throws Exception {
    sweep.assertRefused(
        "there is no option '--out'; '--out' is called '--to' here",
        "report",
        sweep.results(),
        "--out",
        "page.html");
  }

  @Test
  void anOptionOfSparkSubmit() throws Exception {
    sweep
        .assertRefused("there is no option '--master'", "run", sweep.spec(), "--master", "yarn")
        .contains("spark-submit takes it, before attune.jar: spark-submit --master");
    sweep
        .assertRefused("there is no option '--master'", "run", sweep.spec(), "--master=local[2]")
        .contains("spark-submit takes it, before attune.jar: spark-submit --master");
  }

  @Test
  void commandsOfOtherToolsAreTranslated() throws Exception {
    sweep
        .assertRefused("there is no command 'resume'", "resume", sweep.results().toString())
        .contains("; the 'run' command that started a sweep resumes it")
        .doesNotContain("the commands are");
  }

  @Test
  void helpOfACommandThatIsNotThere() throws Exception {
    sweep
        .assertRefused("there is no command 'train'; the commands are run, ", "train", "--help")
        .contains("attune --help");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"foo", "local[x]", "sparc://here:7077", "spark://here", "LOCAL[2]", "YARN"})
  void aMasterThatSparkDoesNotKnow(String master) throws Exception {
    System.setProperty("spark.master", master);
    try {
      sweep
          .assertRefused(
              "'" + master + "' is not a master", "run", sweep.spec(), "--out", sweep.results())
          .contains("give local[N], spark://HOST:PORT, yarn or k8s://https://HOST:PORT");
    } finally {
      System.clearProperty("spark.master");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "validate"})
  void noSweepFile(String command) throws Exception {
    sweep.assertRefused("Missing required parameter: 'SPEC.yaml'", command);
  }

  @Test
  void anUnknownKeyToSet() throws Exception {
    sweep
        .assertRefused(
            "--set train.stepps=7: train.stepps: unknown",
            "run",
            sweep.spec(),
            "--out",
            sweep.results(),
            "--set",
            "train.stepps=7")
        .contains("did you mean 'train.steps'?");
  }

  @Test
  void aValueToSetThatIsOutOfRange() throws Exception {
    sweep.assertRefused(
        "--set model.heads=-1: model.heads: '-1' must be a whole number",
        "validate",
        sweep.spec(),
        "--set",
        "model.heads=-1");
  }

  @Test
  void aKeyToSetWithoutAValue() throws Exception {
    sweep.assertRefused(
        "attune: --set train.steps has no value; write --set train.steps=VALUE",
        "run",
        sweep.spec(),
        "--out",
        sweep.results(),
        "--set",
        "train.steps");
  }

  @Test
  void theScriptOfTheTestClusterHasAHelp() throws Exception {
    Launched.Result help = Launched.program("cluster/bin/standalone", "--help").await();
    assertThat(help.exit()).isZero();
    assertThat(help.output()).contains("start [--workers 2]", "--secret FILE", "standalone stop");

    Launched.Result wrong = Launched.program("cluster/bin/standalone", "strat").await();
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.error()).contains("standalone --help lists the options");
  }

  @Test
  void queriesWithoutADirectory() throws Exception {
    sweep.assertRefused("Missing required option: '--out=DIR'", "sql", "select 1");
  }

  @Test
  void aQueryWithoutQuotes() throws Exception {
    sweep.assertRefused(
        "attune: 'cell' is one word too many; put a query of several words between quotes",
        "sql",
        "--out",
        sweep.results(),
        "select",
        "cell",
        "from",
        "results");
  }

  /** Quotes would make one wrong path of them. */
  @Test
  void twoDirectories() throws Exception {
    sweep.assertRefused(
        "'b' is one word too many; status takes only DIR and options", "status", "a", "b");
  }

  @Test
  void anHdfsThatDoesNotAnswer() {
    Printed status = Printed.of("status", "hdfs://localhost:1/runs");

    assertThat(status.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(status.error())
        .contains("attune: nothing answers at localhost:1; check the host and the port")
        .doesNotContain("stack trace");
  }

  @Test
  void anEmptyDirectory() throws Exception {
    sweep.assertRefused(
        "attune: --out is empty; name a directory.", "run", sweep.spec(), "--out", "");
  }

  @Test
  void aListOfSomethingElse() throws Exception {
    sweep.assertRefused("'papers-of-others' is not one of axes, tasks", "list", "papers-of-others");
    sweep.assertRefused("; did you mean 'methods'?", "list", "metods");
  }
}
