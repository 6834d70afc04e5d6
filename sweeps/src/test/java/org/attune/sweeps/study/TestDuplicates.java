package org.attune.sweeps.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search that comes upon the same cells again. */
class TestDuplicates {

  private static final String YAML =
      """
sweep: small
task: {command: {parameters: {x: {integer: [1, 6]}, y: {integer: [1, 5]}}, metrics: {loss: lower}}}
axes: {x: [1, 2, 3, 4, 5, 6], y: [1, 2, 3, 4, 5]}
search: {method: evolution, trials: 30, population: 4, sample: 3}
objective: {metric: loss, goal: minimize}
""";

  @TempDir Path folder;

  /** Runs a number of trials and returns how many duplicates the journal has by then. */
  private long run(int most, Set<String> ids) throws Exception {
    try (Study study = Study.open(folder, YAML)) {
      for (int i = 0; i < most; i++) {
        Optional<Study.Asked> next = study.ask();
        if (next.isEmpty()) {
          break;
        }
        assertThat(ids.add(next.get().id())).isTrue();
        double x = Double.parseDouble(next.get().parameters().get("x"));
        double y = Double.parseDouble(next.get().parameters().get("y"));
        next.get().finish(Map.of("loss", x * x + y));
      }
      return study.view().duplicates();
    }
  }

  @Test
  void areCountedNeverRunAndTheCountOutlivesTheProcess() throws Exception {
    Set<String> ids = new HashSet<>();

    long before = run(20, ids);
    long after = run(20, ids);

    assertThat(ids).hasSize(30);
    assertThat(before).isPositive();
    assertThat(after).isGreaterThanOrEqualTo(before);
  }
}
