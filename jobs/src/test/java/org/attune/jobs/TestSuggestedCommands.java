package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A shell reads each suggested command as its message means it, whatever the directory's name. */
class TestSuggestedCommands {

  private static final Pattern COMMAND = Pattern.compile("(?:\\./)?attune [a-z]+ .*");
  private static final Objective LOSS = new Objective("val/loss", Objective.Goal.MINIMIZE);

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"my sweeps/a'b", "a\"b", "$(touch x)", "`touch x`", "a;b & c", "a!b", "plain"})
  void aShellReadsTheDirectoryThatIsMeant(String name) throws Exception {
    Path directory = Files.createDirectories(folder.resolve(name));
    String named = directory.toString();

    requireNamed(
        named,
        catchThrowable(() -> SweepJournal.read(new LocalStorage(directory))).getMessage(),
        1);
    record(directory);
    requireNamed(named, Printed.attune("status", named), 2);
    requireNamed(named, report(directory, named), 2);
    requireNamed(named, Printed.of("best", named).error(), 1);
    finish(directory);
    String report = report(directory, named);
    requireNamed(named, report, 3);
    assertThat(words(commands(report).get(0)).get(3))
        .isEqualTo("select cell, `val/loss` from results order by `val/loss`");
    Files.delete(directory.resolve("journal/000001.log"));
    requireNamed(named, catchThrowable(() -> Sweeps.read(named)).getMessage(), 1);
  }

  @Test
  void commandsNameTheLauncherAsItWasCalled() throws Exception {
    Path directory = Files.createDirectories(folder.resolve("runs/gates"));
    record(directory);
    finish(directory);
    System.setProperty("attune.called", "../my tools/attune");
    try {
      assertThat(report(directory, "runs/gates"))
          .contains("  \"../my tools/attune\" sql --out runs/gates ")
          .contains("  \"../my tools/attune\" status runs/gates\n")
          .doesNotContain("./attune ");
      assertThat(Printed.attune("status", directory.toString()))
          .contains("to retry them: \"../my tools/attune\" retry ");
    } finally {
      System.clearProperty("attune.called");
    }
  }

  @Test
  void aPlainNameStaysWithoutQuotes() throws Exception {
    Path directory = Files.createDirectories(folder.resolve("runs/quickstart-2.1"));
    record(directory);

    assertThat(Printed.attune("status", directory.toString()))
        .contains("./attune retry %s --failed\n".formatted(directory));
  }

  private static String report(Path directory, String named) throws IOException {
    return new RunReport(Sweeps.read(directory.toString()), new TrialCatalog().tree(), named)
        .print();
  }

  private static void finish(Path directory) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "gates", LOSS)) {
      sweep.finished(Map.of("attention.gate", "learned"), 0, Map.of("val/loss", 1.0)).flush();
    }
  }

  /**
   * @param count of the commands at least
   */
  private void requireNamed(String directory, String text, int count) throws Exception {
    List<String> commands = commands(text);
    assertThat(commands).as(text).hasSizeGreaterThanOrEqualTo(count);
    for (String command : commands) {
      assertThat(words(command)).as(command).contains(directory);
    }
    assertThat(folder.resolve("x")).doesNotExist();
  }

  private static List<String> commands(String text) {
    List<String> commands = new ArrayList<>();
    Matcher matcher = COMMAND.matcher(text);
    while (matcher.find()) {
      commands.add(matcher.group());
    }
    return commands;
  }

  /** The command's arguments, as bash reads them. */
  private List<String> words(String command) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("bash", "-c", "printf '%s\\n' " + command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    shell.getOutputStream().close();
    List<String> words = new String(shell.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(shell.waitFor()).as("%s: %s", command, words).isZero();
    return words.subList(1, words.size());
  }

  private static void record(Path directory) throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "gates", LOSS)) {
      sweep
          .failed(Map.of("attention.gate", "none"), 0, Cause.TRIAL_FAULT, "no luck")
          .published()
          .flush();
    }
  }
}
