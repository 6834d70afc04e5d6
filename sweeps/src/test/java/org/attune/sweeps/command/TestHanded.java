package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.sweeps.trial.TrialContext;
import org.junit.jupiter.api.Test;

class TestHanded {

  private static final TrialContext TRIAL = new TrialContext("t-0", 1, new TreeMap<>(), 7, 2);

  @Test
  void cardsAreThoseThatAttuneSees() {
    assertThat(Handed.seen(List.of("0", "1"), null)).isEqualTo("0,1");
    assertThat(Handed.seen(List.of("1"), "2, 5")).isEqualTo("5");
    assertThat(Handed.seen(List.of("0"), "GPU-8f1c,GPU-77aa")).isEqualTo("GPU-8f1c");
    assertThat(Handed.seen(List.of("3", "MIG-1"), "2,5")).isEqualTo("3,MIG-1");
  }

  @Test
  void aProgramWithoutGpusOfItsOwnSeesWhatTheMachineLets() {
    Map<String, String> environment = new HashMap<>(Map.of("CUDA_VISIBLE_DEVICES", "2,5"));

    new Handed(TRIAL, Path.of("scratch")).into(environment);

    assertThat(environment)
        .containsEntry("ATTUNE_GPUS", "")
        .containsEntry("CUDA_VISIBLE_DEVICES", "2,5");
  }

  /** Else a parameter could take the name of one, and would stand for something else. */
  @Test
  void whatACommandMayNameIsWhatIsHanded() {
    assertThat(new Handed(TRIAL, Path.of("scratch")).values().keySet())
        .containsExactlyInAnyOrderElementsOf(Template.HANDED);
  }
}
