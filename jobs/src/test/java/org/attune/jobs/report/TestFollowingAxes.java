package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.claim.Tuning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An axis whose value follows from another's: results cannot tell its effect apart. */
class TestFollowingAxes {

  private static final Objective LOSS = new Objective("loss", Objective.Goal.MINIMIZE);
  private static final double[] NOISE = {.01, -.02, .03, 0, -.01};

  @TempDir Path folder;

  /**
   * The rate does nothing, and tuning chose one for each gate. On fresh seeds it so differs where
   * the gate does.
   */
  @Test
  void aTunedRateIsNotSaidToMatterWhereItFollowsFromTheGate() throws Exception {
    Map<String, String> chosen = Map.of("a", "0.1", "b", "0.3", "c", "0.3");
    try (RecordedSweep sweep = RecordedSweep.in(folder, "tuned", LOSS)) {
      int at = 0;
      for (String gate : new String[] {"a", "b", "c"}) {
        double loss = gate.equals("a") ? 2 : 1;
        for (String rate : new String[] {"0.1", "0.3"}) {
          for (int seed = 0; seed < 2; seed++) {
            finish(sweep, gate, rate, Tuning.FIRST_SEED + seed, loss + NOISE[at++ % 5]);
          }
        }
        for (int seed = 0; seed < 5; seed++) {
          finish(sweep, gate, chosen.get(gate), seed, loss + NOISE[(seed + at) % 5]);
        }
      }
      sweep.completed().published();
    }

    String analysis = Printed.attune("analyze", folder);
    assertThat(analysis)
        .contains(
            "which axes matter: gate (100 % of the variance between cells); rate is not tested: its"
                + " value follows from that of gate\n")
        .doesNotContainPattern("\nrate +\\d+ %")
        .doesNotContainPattern("\nrate +0\\.1 ");
    assertThat(Printed.attune("analyze", folder, "--json"))
        .contains("rate is not tested: its value follows from that of gate");
  }

  private static void finish(RecordedSweep sweep, String gate, String rate, int seed, double loss)
      throws Exception {
    sweep.finished(Map.of("gate", gate, "rate", rate), seed, Map.of("loss", loss));
  }

  /** In a full grid nothing follows. */
  @Test
  void aFullGridTestsBoth() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(folder, "grid", LOSS)) {
      for (String gate : new String[] {"a", "b", "c"}) {
        for (String rate : new String[] {"0.1", "0.3"}) {
          for (int seed = 0; seed < 5; seed++) {
            double loss = (gate.equals("a") ? 2 : 1) + (rate.equals("0.1") ? .5 : 0);
            finish(sweep, gate, rate, seed, loss + NOISE[(seed + gate.charAt(0)) % 5]);
          }
        }
      }
      sweep.completed().published();
    }

    assertThat(Printed.attune("analyze", folder))
        .containsPattern("which axes matter: gate \\(\\d+ % .*\\), rate \\(\\d+ % .*\\)")
        .doesNotContain("follows from");
  }
}
