package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands and the notes at the end of a run. */
class TestRunReport {

  private static final int CELLS = 22; // two more than a report lists
  private static final int TUNING = 5000; // the first seed that tuning uses

  @TempDir Path directory;

  private RecordedSweep sweep() throws IOException {
    return RecordedSweep.in(
        directory, "cells", new Objective("validation_loss", Objective.Goal.MINIMIZE));
  }

  private static Map<String, String> cell(int width) {
    return Map.of("model.width", String.valueOf(width));
  }

  private static Map<String, Double> loss(double value) {
    return Map.of("validation_loss", value);
  }

  private String report() throws IOException {
    return new RunReport(
            Sweeps.read(directory.toString()), new TrialCatalog().tree(), directory.toString())
        .print();
  }

  @Test
  void tuningSeedsStayOutOfTheSuggestedMeans() throws Exception {
    try (RecordedSweep sweep = sweep()) {
      sweep.finished(cell(8), 0, loss(1)).finished(cell(8), 1, loss(1.1));
      sweep.finished(cell(8), TUNING, loss(9)).completed();
    }
    assertThat(report())
        .contains("from results where replicate < 5000 group by ", " n of fresh seeds\n");
    assertThat(Printed.attune("analyze", directory))
        .contains("1 cell, 2 fresh seeds\n", "left out: 1 on tuning seeds\n");
  }

  /** The table has the means of fresh seeds alone; the choice rests on others. */
  @Test
  void whatTuningChoseIsNamedWithItsMeanOverTuningSeeds() throws Exception {
    Map<String, String> low = Map.of("train.learning-rate", "0.01");
    Map<String, String> high = Map.of("train.learning-rate", "0.1");
    try (RecordedSweep sweep = sweep()) {
      sweep.finished(low, TUNING, loss(3)).finished(low, TUNING + 1, loss(3.2));
      sweep.finished(high, TUNING, loss(1)).finished(high, TUNING + 1, loss(1.2));
      sweep.finished(high, 0, loss(2)).finished(high, 1, loss(2.2)).completed();
    }
    assertThat(report())
        .contains("\ntuning chose learning-rate=0.1: 1.10 ± 0.14, n 2 on tuning seeds\n")
        .doesNotContain("chose learning-rate=0.01");
  }

  /** It alone says which seeds would decide what is open. */
  @Test
  void aRunNamesTheAnalysisAmongWhatIsNext() throws Exception {
    try (RecordedSweep sweep = sweep()) {
      sweep.finished(cell(8), 0, loss(1)).finished(cell(9), 0, loss(1.1)).completed();
    }
    assertThat(report()).contains("  ./attune analyze " + directory + "\n");
  }

  /** Else the table looks as if the search had compared all values. */
  @Test
  void valuesThatNeverReachedTheEndAreNamed() throws Exception {
    Map<String, String> none = Map.of("attention.gate", "none");
    Map<String, String> learned = Map.of("attention.gate", "learned");
    SweepHeader header = SpecHeader.of(ValidSweep.read(ValidSweep.YAML), 3, 1, Map.of());
    try (RecordedSweep sweep = RecordedSweep.in(directory, header)) {
      sweep.stopped(none, 0, loss(3)).finished(learned, 0, loss(1)).completed();
    }
    for (String text :
        List.of(
            report(), Printed.attune("best", directory), Printed.attune("analyze", directory))) {
      assertThat(text)
          .contains(
              "\n1 of 2 values of attention.gate never reached the end, for all their trials were"
                  + " stopped: none\n");
    }
  }

  /** A number is a value like any word, and a name may stand for several. */
  @Test
  void numbersAndNamedCellsThatNeverReachedTheEndAreNamed() throws Exception {
    String cells =
        """
        cells: {plain: {}, gated: {attention.gate: learned}}
        axes: {train.learning-rate: [0.1, 0.02, 0.003]}
        """;
    SweepSpec spec =
        ValidSweep.read(
            ValidSweep.YAML.replace("axes:\n  attention.gate: [none, learned]\n", cells));
    try (RecordedSweep sweep = RecordedSweep.in(directory, SpecHeader.of(spec, 6, 1, Map.of()))) {
      for (String gate : List.of("none", "learned")) {
        for (String rate : List.of("0.1", "0.02", "0.003")) {
          Map<String, String> cell = new TreeMap<>(spec.base().values());
          cell.putAll(Map.of("attention.gate", gate, "train.learning-rate", rate));
          if (gate.equals("none") && rate.equals("0.02")) {
            sweep.finished(cell, 0, loss(1));
          } else {
            sweep.stopped(cell, 0, loss(2));
          }
        }
      }
      sweep.completed();
    }

    for (String text :
        List.of(
            report(), Printed.attune("best", directory), Printed.attune("analyze", directory))) {
      assertThat(text)
          .contains(
              "\n1 of 2 named cells never reached the end, for all their trials were stopped: gated\n"
                  + "2 of 3 values of train.learning-rate never reached the end, for all their trials"
                  + " were stopped: 0.003, 0.1\n");
    }
  }

  /** Of a rate whose seeds diverge, one survivor must not look like a whole cell. */
  @Test
  void failedSeedsAndNaNStayOutOfTheSuggestedMeans() throws Exception {
    try (RecordedSweep sweep = sweep()) {
      sweep.finished(cell(8), 0, loss(1)).finished(cell(8), 1, loss(Double.NaN));
      sweep.failed(cell(9), 0, Cause.DIVERGENCE, "NaN").completed();
    }
    assertThat(report())
        .contains(
            "avg(validation_loss), count(*) n from results where state = 'finished' and"
                + " abs(validation_loss) < double('Infinity') group by ");
  }

  /** Four gates, each at eight rates, are four cells: the table of pairs compares them. */
  @Test
  void aTunedGridIsNoSearch() throws Exception {
    try (RecordedSweep sweep = sweep()) {
      for (String gate : List.of("none", "learned", "computed", "head")) {
        for (int rate = 1; rate <= 8; rate++) {
          for (int seed = 0; seed < 2; seed++) {
            sweep.finished(
                Map.of("attention.gate", gate, "train.learning-rate", "0.00" + rate),
                seed,
                loss(gate.length() + .1 * rate + .01 * seed));
          }
        }
      }
      sweep.completed();
    }
    assertThat(report()).contains("cell less control").doesNotContain("--confirm");
  }

  /** No table has a column of the objective then. */
  @Test
  void withoutResultsTheReportSuggestsNoQuery() throws Exception {
    try (RecordedSweep sweep = sweep()) {
      sweep.failed(cell(8), 0, Cause.TRIAL_FAULT, "never reported validation_loss").completed();
    }
    assertThat(report())
        .doesNotContain(" sql ")
        .endsWith(
            "next:%n  ./attune logs %s --trial TRIAL    # stack traces%n  ./attune retry %s --failed    # once the cause is mended%n"
                .formatted(directory, directory));
  }

  /** Stopped cells neither did worse nor failed, and no loss orders them. */
  @Test
  void cellsThatAreNotListedAreNotJudged() throws Exception {
    try (RecordedSweep sweep = sweep()) {
      sweep.finished(cell(1), 0, loss(1));
      for (int width = 2; width <= CELLS; width++) {
        sweep.stopped(cell(width), 0, loss(1.0 / width));
      }
      sweep.completed();
    }
    assertThat(report())
        .contains("and 2 more cells; for all: ./attune sql --out ")
        .contains("\"select cell, state, validation_loss from results\"")
        .contains("stopped early come last, in the order of their proposal")
        .doesNotContain("did worse");
  }
}
