package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.form.SpecException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A search that finds no cell would be a valid sweep of no trials. */
class TestNoCellAllowed {

  @ParameterizedTest
  @MethodSource("org.attune.sweeps.search.DrawingMethods#all")
  void aConstraintThatNothingSatisfiesIsRefusedUnderASearchToo(String method) {
    String yaml =
        """
        sweep: none
        objective: {metric: loss, goal: minimize}
        axes:
          model.heads: [1, 2, 4]
          train.learning-rate: {log-uniform: [1e-4, 1e-2]}
        search: {method: %s, trials: 8}
        constraints: ["heads > 90"]
        """
            .formatted(method);

    assertThatThrownBy(() -> SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("constraints: leave no cell to run")
        .hasMessageContaining("heads > 90");
  }
}
