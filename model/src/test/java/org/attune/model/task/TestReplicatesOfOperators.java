package org.attune.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Where nothing is learned a seed's only part is the draw of what is measured: were that fixed, ten
 * replicates would be one number ten times, and a test on them would claim what it cannot know.
 */
class TestReplicatesOfOperators {

  @ParameterizedTest
  @ValueSource(strings = {"weight-variance", "forward-cost", "extrapolation"})
  void eachSeedIsMeasuredOnADrawOfItsOwn(String task) throws IOException {
    assertThat(validated(task, 1)).isEqualTo(validated(task, 1)).isNotEqualTo(validated(task, 2));
  }

  private static INDArray validated(String task, long seed) throws IOException {
    Configuration settings = new Configuration(Map.of("task", task, "task.validation-sets", "2"));
    return Tasks.of(settings).open(settings, seed, DataOpener.NONE).validation(2).get(0).features();
  }
}
