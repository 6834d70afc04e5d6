package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.junit.jupiter.api.Test;

class TestRungs {

  private static final Configuration CELL = Configuration.of(SampleCatalog.TREE, Map.of());

  private final Rungs rungs =
      new Rungs(new Objective("loss", Objective.Goal.MINIMIZE), List.of(1L, 3L, 9L), 3);

  @Test
  void remembersNoTrialThatHasEnded() {
    for (int i = 0; i < 100; i++) {
      Trial trial = trial(i);
      boolean stopped = rungs.report(trial, 3, i).isPresent();
      rungs.ended(end(trial, stopped ? Observation.Outcome.STOPPED : Observation.Outcome.FINISHED));
    }

    assertThat(rungs.remembered()).isZero();
  }

  @Test
  void judgesATrialOnceAtARungAlsoWhereItIsTriedAgain() {
    rungs.report(trial(0), 1, 1);
    rungs.report(trial(1), 1, 2);
    assertThat(rungs.report(trial(2), 1, 0)).isEmpty();
    rungs.ended(end(trial(2), Observation.Outcome.FAILED));

    assertThat(rungs.report(trial(2), 1, 99)).isEmpty(); // a user retries it
    assertThat(rungs.report(trial(3), 1, 1.5)).isPresent();
    assertThat(rungs.remembered()).isEqualTo(4);
  }

  private static Trial trial(int index) {
    return new Trial("t" + index, index, CELL, 0, 1);
  }

  private static Observation end(Trial trial, Observation.Outcome outcome) {
    return new Observation(trial, outcome, OptionalDouble.empty(), 3, Map.of());
  }
}
