package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

class TestLearningCurves {

  private static final Instant NOW = Instant.EPOCH;
  private static final Trial TRIAL = Trial.of(0, new Configuration(Map.of("lr", "1")), 0, 7);

  private final SweepState state =
      new SweepState(
          new Event.Opened(
              new SweepHeader(
                  "s-1",
                  "s",
                  "",
                  7,
                  1,
                  new Objective("loss", Objective.Goal.MINIMIZE),
                  2,
                  1,
                  new TreeMap<>()),
              1,
              NOW));

  /** A program that resumes reports from its state on; a training of Attune reports all again. */
  @Test
  void aResumedTrialHasTheStepsOfEarlierAttemptsThatItDidNotRepeat() {
    state.apply(new Event.Suggested(TRIAL, 0, NOW));
    attempt(1, 1, 5); // steps 4 and 5 are after the state that it saved
    attempt(2, 4, 6);

    assertThat(points()).isEqualTo("1:1 2:1 3:1 4:2 5:2 6:2 ");
  }

  @Test
  void aTrialThatBeganAnewHasTheStepsOfItsLastAttemptAlone() {
    state.apply(new Event.Suggested(TRIAL, 0, NOW));
    attempt(1, 1, 5);
    attempt(2, 1, 3);

    assertThat(points()).isEqualTo("1:2 2:2 3:2 ");
  }

  /** As the result, which is the last report's too. */
  @Test
  void aStepThatIsReportedAgainHasItsLatestValue() {
    state.apply(new Event.Suggested(TRIAL, 0, NOW));
    String id = TRIAL.id();
    state.apply(new Event.Started(id, 1, "0.0", "host", "cpu", Map.of(), NOW));
    double[] losses = {9, 8, 5, Double.NaN, 3, 2};
    for (int i = 0; i < losses.length; i++) {
      Map<String, Double> values = Map.of("loss", losses[i]);
      state.apply(new Event.Measured(id, 1, 1 + i % 2, values, 1 + i, NOW));
    }

    assertThat(points()).isEqualTo("1:3 2:2 ");
  }

  /**
   * Tuning seeds chose the cell, so their values flatter it: they are drawn while it has no other.
   */
  @Test
  void curvesAreOfFreshSeedsOnceOneHasBegun() {
    Trial tuning = Trial.of(1, TRIAL.configuration(), Tuning.FIRST_SEED, 7);
    state.apply(new Event.Suggested(TRIAL, 0, NOW));
    state.apply(new Event.Suggested(tuning, 0, NOW));
    attempt(tuning, 1, 1, 2);
    assertThat(points()).isEqualTo("1:1 2:1 ");

    attempt(1, 1, 1);
    assertThat(points()).isEqualTo("1:1 ");
  }

  private void attempt(int number, int from, int to) {
    attempt(TRIAL, number, from, to);
  }

  /** An attempt whose loss is its number. */
  private void attempt(Trial trial, int number, int from, int to) {
    String id = trial.id();
    state.apply(new Event.Started(id, number, "0.0", "host", "cpu", Map.of(), NOW));
    for (int step = from; step <= to; step++) {
      state.apply(new Event.Measured(id, number, step, Map.of("loss", (double) number), NOW));
    }
    state.apply(
        number == 2
            ? new Event.Finished(id, number, Map.of("loss", 2.0), Map.of(), NOW)
            : new Event.Abandoned(id, number, "interrupted", NOW));
  }

  private String points() {
    List<Configuration> cells = List.of(TRIAL.configuration());
    JsonNode json =
        new ObjectMapper().valueToTree(new LearningCurves(state.view(), cells).json("loss", cells));
    StringBuilder points = new StringBuilder();
    json.at("/metrics/loss/0/points")
        .forEach(
            point -> points.append("%d:%d ".formatted(point.get(0).asInt(), point.get(1).asInt())));
    return points.toString();
  }
}
