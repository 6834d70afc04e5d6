package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of paired comparisons at the end of a run. */
class TestPairTable {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);

  @TempDir private Path directory;

  /** At width 32 the gate is worth nothing, or at both widths as much. */
  private String table(double narrow) throws Exception {
    double[] noise = {.01, -.02, .03, 0, -.01, .02};
    Path folder = directory.resolve("narrow-" + narrow);
    try (RecordedSweep sweep = RecordedSweep.in(folder, "gates", LOSS)) {
      for (String gate : new String[] {"none", "learned"}) {
        for (String width : new String[] {"32", "48"}) {
          for (int seed = 0; seed < noise.length; seed++) {
            double gain = gate.equals("none") ? 0 : width.equals("32") ? narrow : .2;
            double loss = 2 - gain + noise[seed] + .01 * noise[(seed * 5 + (int) (50 * gain)) % 6];
            sweep.finished(
                Map.of("attention.gate", gate, "model.width", width), seed, Map.of("loss", loss));
          }
        }
      }
      sweep.completed();
    }
    SweepView view = Sweeps.read(folder.toString());
    return PairTable.ofRun(PairTable.pairs(view), view);
  }

  @Test
  void anAverageOverSettingsThatDifferIsSaid() throws Exception {
    assertThat(table(0))
        .contains("averaged over width=32; width=48", "better")
        .containsPattern(
            "attention.gate and model.width act together \\(p <?\\.\\d+\\): a difference that is");
    assertThat(table(.2)).contains("better").doesNotContain("act together");
  }
}
