package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads an analysis learns how the file was changed, and what began before that. */
class TestSpecChanges {

  private static final String AXIS = "axes.gate[0]: none\naxes.gate[1]: learned\n";

  @Test
  void theCellsThatBeganBeforeAChangeAreNamed(@TempDir Path folder) throws Exception {
    Path runs = folder.resolve("runs");
    try (RecordedSweep sweep = RecordedSweep.in(runs, planned("replicates: 2\n" + AXIS))) {
      trials(sweep, "none", "learned");
      sweep.completed();
    }
    String more = "replicates: 2\n" + AXIS + "axes.gate[2]: computed\n";
    try (RecordedSweep sweep = RecordedSweep.extended(runs, planned(more))) {
      trials(sweep, "computed");
      sweep.completed();
    }

    String analysis = Printed.of("analyze", runs).output();

    assertThat(analysis)
        .containsPattern(
            "change 1, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC \\(\\+ axes\\.gate\\[2\\]: computed\\):"
                + " 4 trials of 2 cells began before it: (gate=)?none; (gate=)?learned\n");
    assertThat(Printed.of("analyze", runs, "--json").output()).contains("\"change 1, ");
  }

  private static void trials(RecordedSweep sweep, String... gates) {
    for (String gate : List.of(gates)) {
      for (int seed = 0; seed < 2; seed++) {
        sweep.finished(Map.of("gate", gate), seed, Map.of("loss", seed + gate.length() / 10.0));
      }
    }
  }

  private static SweepHeader planned(String lines) {
    Objective loss = new Objective("loss", Objective.Goal.MINIMIZE);
    return new SweepHeader(
        "gates-00000000", "gates", "sweep: gates\n" + lines, 0, 6, loss, 0, 1, new TreeMap<>());
  }
}
