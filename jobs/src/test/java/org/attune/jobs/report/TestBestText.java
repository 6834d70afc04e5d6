package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.io.FileUtils;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Objective;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestBestText {

  @Test
  void cellsOfOneSeedAreToldWithWhatAProcessExpects(@TempDir Path folder) throws Exception {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "line", loss)) {
      for (int i = 0; i < 12; i++) {
        double rate = i / 12.0;
        double noise = i % 2 == 0 ? 0.2 : -0.2;
        sweep.finished(Map.of("rate", String.valueOf(rate)), 0, Map.of("loss", 3 * rate + noise));
      }
      sweep.completed();
    }

    String printed = Printed.attune("analyze", folder);

    assertThat(printed)
        .containsPattern(
            "a Gaussian process over 12 cells expects -?[0-9.]+ of this cell at this seed");
  }

  /** Of many equal cells the luckiest lies outside the interval of what new seeds would give. */
  @Test
  void theValueToExpectStandsBesideTheMeasuredOne(@TempDir Path folder) throws Exception {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    Random random = new Random(3);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "idle", loss)) {
      for (int cell = 0; cell < 20; cell++) {
        for (int seed = 0; seed < 4; seed++) {
          double value = 1 + .1 * random.nextGaussian();
          sweep.finished(Map.of("idle", "v" + cell), seed, Map.of("loss", value));
        }
      }
      sweep.completed();
    }

    Matcher line =
        Pattern.compile(
                "(\\S+) measured, (\\S+) expected with new seeds \\(95 % (\\S+) to (\\S+)\\), of 4 seeds")
            .matcher(Printed.attune("analyze", folder));

    assertThat(line.find()).isTrue();
    double[] numbers =
        IntStream.rangeClosed(1, 4).mapToDouble(i -> Double.parseDouble(line.group(i))).toArray();
    assertThat(numbers[0]).isLessThan(numbers[1]);
    assertThat(numbers[1]).isBetween(numbers[2], numbers[3]);
  }

  /** The gate is best where it finishes; without one, no seed fails. */
  @Test
  void whereFailuresDecideWhichCellIsBestEachPlaceSaysSo(@TempDir Path folder) throws Exception {
    String name = "gates";
    Path results = folder.resolve(name);
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(results, name, loss)) {
      for (int seed = 0; seed < 5; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 2 + .01 * seed));
        double value = seed < 2 ? Double.NaN : 1 + .1 * seed;
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", value));
        sweep.finished(Map.of("gate", "worse"), seed, Map.of("loss", 3 + .01 * seed));
      }
      sweep.completed().published();
    }
    String why =
        "failures decided which cell is best: gate=learned has a better mean, 1.30 ± 0.10, but 2 of"
            + " 5 seeds failed; of the best cell 0 of 5 seeds failed";

    assertThat(Printed.attune("analyze", results)).contains("best: gate=none\n").contains(why);
    assertThat(Printed.attune("analyze", results, "--json")).contains(why);
    assertThat(Printed.attune("best", results)).contains(why);
    Path copy = folder.resolve("again");
    FileUtils.copyDirectory(results.toFile(), copy.toFile());
    assertThat(Printed.attune("compare", results, copy)).contains("gates: " + why);
    SweepView sweep = Sweeps.read(results.toString());
    ParameterTree parameters = new TrialCatalog().tree();
    assertThat(new RunReport(sweep, parameters, "gates").print()).contains(why + "\n");
  }

  /** A cell that fails and is worse too needs no words. */
  @Test
  void whereTheMeanDecidesNothingIsSaid(@TempDir Path folder) throws Exception {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "gates", loss)) {
      for (int seed = 0; seed < 3; seed++) {
        sweep.finished(Map.of("gate", "none"), seed, Map.of("loss", 2 + .01 * seed));
        sweep.finished(Map.of("gate", "learned"), seed, Map.of("loss", seed < 1 ? Double.NaN : 3));
      }
      sweep.completed().published();
    }

    assertThat(Printed.attune("analyze", folder)).doesNotContain("failures decided");
  }
}
