package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code best --confirm} of cells whose trials a stopping rule all stopped. */
class TestStoppedConfirmation {

  private static final String MODEL =
      """
      sweep: found
      task: {name: text, length: 32, validation-examples: 8}
      model: {width: 16, layers: 1, heads: 4}
      train: {steps: 2, batch: 2}
      objective: {metric: validation_loss, goal: minimize}
      stop: {median: {}}
      """;

  private static final String NAMED =
      MODEL
          + """
          cells: {plain: {}, gated: {attention.gate: learned}, query: {attention.gate: from-query}}
          axes: {train.learning-rate: [1e-3, 2e-3]}
          """;

  @TempDir private Path folder;

  private Path results() {
    return folder.resolve("found");
  }

  /** Records a sweep whose later cells are better, and of which these cells finished. */
  private void sweep(String yaml, int... finished) throws Exception {
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec spec = SpecFile.read("found.yaml", yaml, Map.of(), catalog);
    List<Configuration> cells = new ArrayList<>();
    Search search = spec.newSearch(catalog);
    while (search.ask() instanceof Proposal.Run next) {
      cells.add(next.trial().configuration());
    }
    try (RecordedSweep sweep =
        RecordedSweep.in(results(), SpecHeader.of(spec, cells.size(), 1, Map.of()))) {
      for (int i = 0; i < cells.size(); i++) {
        int cell = i;
        Map<String, Double> metrics = Map.of("validation_loss", 2.0 - i / 100.0, "parameters", 5.0);
        if (Arrays.stream(finished).anyMatch(one -> one == cell)) {
          sweep.finished(cells.get(i).values(), 0, metrics, 2, 2);
        } else {
          sweep.stopped(cells.get(i).values(), 0, metrics, 2);
        }
      }
      sweep.completed();
    }
    new SpecCopy(yaml, Map.of()).write(new LocalStorage(results()));
  }

  private Printed confirmed(Object... options) throws Exception {
    List<Object> words = new ArrayList<>(List.of("best", results(), "--confirm"));
    words.addAll(List.of(options));
    Printed confirmed = Printed.of(words.toArray());
    assertThat(confirmed.exit()).as(confirmed.error()).isZero();
    Path file = folder.resolve("confirm.yaml");
    Files.writeString(file, confirmed.output());
    Printed valid = Printed.of("validate", file);
    assertThat(valid.exit()).as(confirmed.output() + valid.error()).isZero();
    return confirmed;
  }

  @Test
  void theBestStoppedCellOfEachNameIsTrainedToTheEndBesideTheControl() throws Exception {
    sweep(NAMED);

    Printed each = confirmed(2, "--by", "cell");

    assertThat(each.output())
        .contains(
            "#   query: validation_loss 1.950, n 1, all stopped, the last at step 10\n",
            "#   plain, the control: validation_loss ",
            "# Note: the cells never reached the end, for all their trials were stopped: stopped cells"
                + " are ranked by their last values, and the new sweep trains them to the end.\n",
            "\n  query:\n    attention.gate: from-query\n",
            "\n    query: plain\n",
            "\ntrain.steps: 2\n")
        .doesNotContain("NaN", "stop:");
    assertThat(each.error()).contains("note: the cells never reached the end");
  }

  @Test
  void stoppedCellsFollowThoseThatFinished() throws Exception {
    sweep(NAMED, 0, 2);

    Printed each = confirmed(3, "--by", "cell");

    assertThat(each.output())
        .contains(
            "#   query: validation_loss 1.950, n 1, all stopped, the last at step 10, at"
                + " learning-rate=0.002\n")
        .containsPattern("#   gated: validation_loss 1.9\\d0, n 1, at learning")
        .contains(
            "# Note: 1 of the 3 cells never reached the end, for all its trials were stopped: ");
  }

  @Test
  void aStoppedControlComesAlong() throws Exception {
    sweep(MODEL + "axes: {attention.gate: [none, learned, from-query]}\n", 1);

    Printed best = confirmed(1);

    assertThat(best.output())
        .contains(
            "#   gate=learned: validation_loss 1.990, n 1\n",
            "#   gate=none, the control: validation_loss 2.000, n 1, all stopped, the last at step"
                + " 10\n",
            "    gate=learned: gate=none\n");
  }

  @Test
  void aRunThatStoppedAllNamesTheCommand() throws Exception {
    sweep(
        MODEL
            + "axes: {attention.gate: [none, learned], train.learning-rate: [1e-3, 2e-3, 3e-3]}\n");

    String report =
        new RunReport(
                Sweeps.read(results().toString()), new TrialCatalog().tree(), results().toString())
            .print();

    assertThat(report)
        .contains(
            "best %s --confirm 2 --by attention.gate --to found-confirm.yaml".formatted(results()));
    assertThat(Printed.attune("analyze", results())).contains("--confirm 2 --by attention.gate");
  }

  @Test
  void moreCellsThanThereAreAndAFrontWithoutCellsAreRefused() throws Exception {
    sweep(NAMED, 0);
    Printed four = Printed.of("best", results(), "--confirm", 4, "--by", "cell");
    assertThat(four.exit()).isEqualTo(2);
    assertThat(four.error())
        .contains("has 3 finished or stopped cells that differ in cell; give 1 to 3.");
  }

  @Test
  void aFrontOfStoppedCellsIsRefusedWithTheRemedy() throws Exception {
    sweep(
        NAMED
            .replace(
                "stop: {median: {}}", "stop: {median: {metric: validation_loss, goal: minimize}}")
            .replaceFirst(
                "objective:.*",
                "objectives: [{metric: validation_loss, goal: minimize}, {metric: parameters, goal: minimize}]"));

    Printed refused = Printed.of("best", results(), "--confirm", 1);

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error())
        .contains(
            "Invalid --confirm 1: %s has no cell to confirm: all its trials were stopped, and a"
                    .formatted(results())
                + " Pareto front has finished cells alone; run its file again without 'stop' and"
                + " with another --out; to see its trials: attune status ");
  }
}
