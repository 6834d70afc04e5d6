package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.attune.api.Start;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Trial;
import org.attune.api.trial.CheckpointPlan;
import org.attune.api.trial.HeldOutPart;
import org.attune.sweeps.spec.ExecutionSettings;
import org.junit.jupiter.api.Test;

class TestServing {

  private static final LoopSetup SETUP =
      LoopSetup.of(ExecutionSettings.STANDARD, 1, 2, CheckpointPlan.NONE);

  @Test
  void aTrialIsJudgedOnTheExamplesOfItsReplicate() {
    assertThat(heldOut(3, SETUP.heldOutByReplicate(true))).isEqualTo(HeldOutPart.of(3));
    assertThat(heldOut(0, SETUP.heldOutByReplicate(true))).isEqualTo(HeldOutPart.of(0));
  }

  @Test
  void aSweepOfAnEarlierVersionGoesOnWithTheExamplesThatAllShare() {
    assertThat(heldOut(3, SETUP)).isEqualTo(HeldOutPart.SHARED);
  }

  private static HeldOutPart heldOut(int replicate, LoopSetup setup) {
    Trial trial = Trial.of(0, new Configuration(Map.of("x", "1")), replicate, 7);
    return new Serving(trial, 1, Start.BEGINNING, 0).context(setup).heldOut();
  }
}
