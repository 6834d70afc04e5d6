package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.attune.api.search.Objective;
import org.attune.api.storage.DamagedFileException;
import org.attune.cluster.table.SurvivingTables;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.ClaimStatement;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.verdict.StatedWhen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestRepairCommand {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir private Path directory;

  @Test
  void rebuildsALostJournalAndSaysSo() throws Exception {
    record();
    Files.delete(directory.resolve("journal/000001.log"));
    assertThatThrownBy(() -> Sweeps.read(directory.toString()))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageContaining("journal/000001.log is missing: it holds 0 events of 5")
        .hasMessageEndingWith("run: attune repair %s", directory);
    assertThat(Printed.of("status", directory).error()).hasLineCount(1).contains("attune repair");

    assertThat(Printed.attune("repair", directory))
        .contains("repaired; all its trials have ended")
        .doesNotContain("attune run");
    assertThat(Sweeps.read(directory.toString()).counts().finished()).isEqualTo(1);
    SurvivingTables.requireWhole(new LocalStorage(directory));
    assertThat(Printed.attune("analyze", directory.toString()))
        .contains("over 1 finished trial, 1 cell, 1 seed\n");
    assertThat(Attune.execute("repair", directory.toString())).isEqualTo(ExitCode.DONE);
  }

  /** Its driver may write any of its files at any moment. */
  @Test
  void aSweepThatRunsIsNotRepaired() throws Exception {
    ValidSweep sweep = ValidSweep.in(directory);
    try (SweepJournal running = sweep.begin(ValidSweep.YAML)) {
      Printed printed = Printed.of("repair", sweep.results());

      assertThat(printed.exit()).isEqualTo(ExitCode.WRONG_INPUT);
      assertThat(printed.output()).isEmpty();
      assertThat(printed.error())
          .contains("A driver runs the sweep in " + sweep.results() + ", so nothing was repaired")
          .contains("end it first: ./attune stop ");
    }
    assertThat(Attune.execute("repair", sweep.results().toString())).isEqualTo(ExitCode.DONE);
  }

  /** A repair would find no trial in them, and leave none in the tables. */
  @Test
  void ofPublishedResultsReadersNameNoRepair() {
    Printed printed = Printed.of("status", "../docs/reproduction/data/kvq-operators");
    assertThat(printed.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(printed.error())
        .hasLineCount(1)
        .contains("kvq-operators holds tables only", "\"select * from results\"")
        .doesNotContain("repair");
  }

  /** Without the trials, an empty journal would be rebuilt, and empty tables from it. */
  @Test
  void refusesTablesThatAJournalCannotBeRebuiltFrom() throws Exception {
    FileUtils.copyDirectory(
        new File("../docs/reproduction/data/kvq-operators"), directory.toFile());
    List<String> before = files();

    Printed printed = Printed.of("repair", directory);

    assertThat(printed.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(printed.output()).isEmpty();
    assertThat(printed.error())
        .hasLineCount(1)
        .contains(
            directory + " holds no journal",
            "the tables trials and attempts, and they are not there",
            "sql --out " + directory);
    assertThat(files()).isEqualTo(before);
  }

  private List<String> files() throws Exception {
    List<String> files = new ArrayList<>();
    for (File file : FileUtils.listFiles(directory.toFile(), null, true)) {
      files.add(file + " " + FileUtils.checksumCRC32(file));
    }
    return files.stream().sorted().toList();
  }

  @Test
  void ofTablesAloneReadersSayHowToReadThem() throws Exception {
    record();
    Files.delete(directory.resolve("journal/000001.log"));
    Files.delete(directory.resolve("journal"));

    for (String command :
        List.of(
            "status",
            "best",
            "analyze",
            "logs --trial 0",
            "rerun --trial 0",
            "export --format parquet")) {
      List<Object> words = new ArrayList<>(List.of(command.split(" ")));
      words.add(1, directory);
      Printed printed = Printed.of(words.toArray());
      assertThat(printed.exit()).as(command).isEqualTo(ExitCode.WRONG_INPUT);
      assertThat(printed.error())
          .hasLineCount(1)
          .contains(directory + " holds tables only", "sql --out " + directory, "repair COPY");
    }
    assertThat(Attune.execute("repair", directory.toString())).isEqualTo(ExitCode.DONE);
  }

  @Test
  void keepsWhatIsInTheHolesOfFormulas() throws Exception {
    Path file = directory.resolve("holes.yaml");
    Files.writeString(
        file,
        """
        sweep: holes
        task: induction
        model: {width: 8, layers: 1, heads: 2}
        train: {steps: 2, batch: 2}
        axes:
          attention.gate: [none, {formula: "y * sigmoid(linear(x) / t)", t: [0.5, 2]}]
        objective: {metric: validation_loss, goal: minimize}
        """);
    String sweep = directory.resolve("out").toString();
    assertThat(Attune.execute("run", file.toString(), "--out", sweep)).isEqualTo(ExitCode.DONE);
    List<Map<String, String>> before = holes(sweep);
    Files.delete(directory.resolve("out/journal/000001.log"));

    assertThat(Attune.execute("repair", sweep)).isEqualTo(ExitCode.DONE);
    assertThat(holes(sweep)).isEqualTo(before);
    assertThat(before)
        .anySatisfy(of -> assertThat(of).containsEntry("attention.gate.formula.t", "2"));
    assertThat(Printed.attune("analyze", sweep))
        .contains("(not set): cells that have no such setting, as another option has it.");
  }

  @Test
  void bestNamesWhatFillsTheHoles() throws Exception {
    Path file = directory.resolve("holes.yaml");
    Files.writeString(
        file,
        """
        sweep: holes
        task: induction
        model: {width: 8, layers: 1, heads: 2}
        train: {steps: 1, batch: 2}
        axes: {attention.gate: [{formula: "y * sigmoid(linear(x) / t)", t: [0.5, 2]}]}
        objective: {metric: validation_loss, goal: minimize}
        """);
    String sweep = directory.resolve("best").toString();
    assertThat(Attune.execute("run", file.toString(), "--out", sweep)).isEqualTo(ExitCode.DONE);

    assertThat(Printed.attune("best", sweep))
        .containsPattern("name in a formula +value\nattention\\.gate\\.formula\\.t +(0\\.5|2)\n");
  }

  private static List<Map<String, String>> holes(String sweep) throws Exception {
    return Sweeps.read(sweep).trials().stream()
        .map(trial -> Map.copyOf(trial.trial().configuration().holes()))
        .toList();
  }

  @Test
  void refusesADirectoryWithoutASweep() {
    assertThat(Attune.execute("repair", directory.toString())).isEqualTo(ExitCode.WRONG_INPUT);
  }

  private static final String CLAIMING =
      """
      sweep: claiming
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 2, batch: 2}
      cells: {plain: {attention.gate: none}, gated: {attention.gate: learned}}
      replicates: 3
      objective: {metric: validation_loss, goal: minimize}
      claims:
        - {says: Gates help, cell: gated, is: below, of: plain}
      """;

  @Test
  void saysThatNothingTellsWhenAClaimWasStated() throws Exception {
    SweepSpec spec = ValidSweep.read(CLAIMING);
    try (RecordedSweep sweep = claiming(spec)) {
      sweep.stated(StatedWhen.unstated(spec, Sweeps.read(directory.toString())));
      finishedAndPublished(sweep);
    }
    assertThat(Sweeps.read(directory.toString()).stated().values())
        .extracting(ClaimStatement::before)
        .contains(true);
    Files.delete(directory.resolve("journal/000001.log"));

    assertThat(Printed.attune("repair", directory))
        .contains("nothing tells when 1 claim was first stated: it counts as stated after");

    List<StatedWhen> when = StatedWhen.of(spec, Sweeps.read(directory.toString()));
    assertThat(when).hasSize(1).noneMatch(StatedWhen::before);
  }

  /** The claims decide these sweeps' trials, so they are in the sweep's text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "replicates: {at-least: 2, at-most: 4, until: decided}",
        "replicates: 3\naxes: {train.learning-rate: [1e-3, 1e-2]}"
      })
  void claimsInTheTextOfTheSweepAreNotLost(String replicates) throws Exception {
    String tuned = "{cell: %s, best-over: [train.learning-rate]}";
    String yaml = CLAIMING.replace("replicates: 3", replicates);
    if (replicates.contains("axes")) {
      yaml =
          yaml.replace("cell: gated", "cell: " + tuned.formatted("gated"))
              .replace("of: plain", "of: " + tuned.formatted("plain"));
    }
    SweepSpec spec = ValidSweep.read(yaml);
    try (RecordedSweep sweep = claiming(spec, yaml)) {
      sweep.stated(StatedWhen.unstated(spec, Sweeps.read(directory.toString())));
      finishedAndPublished(sweep);
    }
    Files.delete(directory.resolve("journal/000001.log"));

    assertThat(Printed.attune("repair", directory))
        .contains("repaired")
        .doesNotContain("nothing tells when");
    assertThat(StatedWhen.of(spec, Sweeps.read(directory.toString())))
        .hasSize(1)
        .allMatch(StatedWhen::before);
  }

  /** The results were in the lost journal, and the claim is in the next one. */
  @Test
  void aClaimStatedAfterTheResultsStaysOne() throws Exception {
    SweepSpec spec = ValidSweep.read(CLAIMING);
    SweepHeader header;
    try (RecordedSweep sweep = claiming(spec)) {
      finishedAndPublished(sweep);
      header = Sweeps.read(directory.toString()).header();
    }
    List<String> claims = StatedWhen.unstated(spec, Sweeps.read(directory.toString()));
    try (SweepJournal journal = SweepJournal.open(new LocalStorage(directory), header, false)) {
      journal.append(new Event.Stated(claims, Instant.now().plusSeconds(60))).join();
    }
    Files.delete(directory.resolve("journal/000001.log"));

    assertThat(Printed.attune("repair", directory)).doesNotContain("nothing tells when");

    assertThat(Sweeps.read(directory.toString()).stated().values())
        .extracting(ClaimStatement::before)
        .containsExactly(false);
  }

  private RecordedSweep claiming(SweepSpec spec) throws Exception {
    return claiming(spec, CLAIMING);
  }

  private RecordedSweep claiming(SweepSpec spec, String yaml) throws Exception {
    RecordedSweep sweep = RecordedSweep.in(directory, SpecHeader.of(spec, 6, 1, Map.of()));
    new SpecCopy(yaml, Map.of()).write(new LocalStorage(directory));
    return sweep;
  }

  private static void finishedAndPublished(RecordedSweep sweep) throws Exception {
    sweep
        .finished(Map.of("attention.gate", "none"), 0, Map.of("validation_loss", 1.0), 2.0)
        .published();
  }

  private void record() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "gates", LOSS, Map.of())) {
      sweep
          .finished(Map.of("attention.gate", "none"), 0, Map.of("validation_loss", 1.0), 2.0)
          .published();
    }
  }
}
