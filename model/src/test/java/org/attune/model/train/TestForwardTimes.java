package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Times of two pieces of work in turn, on a clock that only the work moves. */
class TestForwardTimes {

  private static final long MILLISECOND = 1_000_000;

  private long nanos;
  private final List<String> order = new ArrayList<>();

  private Runnable work(String name, double milliseconds) {
    return () -> {
      order.add(name);
      nanos += Math.round(milliseconds * MILLISECOND);
    };
  }

  private Map<String, Double> measured(Runnable one, Runnable other) {
    return ForwardTimes.measured(one, other, "other", () -> nanos);
  }

  @Test
  void areMediansOfEachAndTheirRatio() {
    Map<String, Double> times = measured(work("one", 3), work("other", 2));

    assertThat(times)
        .containsOnly(
            Map.entry("forward_milliseconds", 3.0),
            Map.entry("other_forward_milliseconds", 2.0),
            Map.entry("forward_over_other", 1.5));
  }

  @Test
  void theOrderTurnsWithinARound() {
    measured(work("a", 1), work("b", 1));

    assertThat(order.subList(6, 14)).containsExactly("a", "b", "b", "a", "a", "b", "b", "a");
  }

  /** As a busy machine's scheduler may make them: every second run of all is the slow one. */
  @Test
  void pausesThatComeWithTheOrderAreNoDifference() {
    Runnable work =
        () -> {
          order.add("");
          nanos += order.size() % 2 == 1 ? 3 * MILLISECOND : MILLISECOND;
        };

    assertThat(measured(work, work).get("forward_over_other")).isEqualTo(1);
  }

  @Test
  void aFewSlowRunsChangeNothing() {
    Runnable one =
        () -> {
          order.add("");
          nanos += order.size() % 5 == 0 ? 90 * MILLISECOND : MILLISECOND;
        };

    assertThat(measured(one, work("", 1)).get("forward_over_other")).isEqualTo(1);
  }

  @Test
  void slowWorkIsRunSixteenTimesAndQuickWorkAtMostFourHundred() {
    measured(work("slow", 1_000), work("slow", 1_000));
    assertThat(order).hasSize(2 * (3 + 16));
    order.clear();

    measured(work("quick", 0.001), work("quick", 0.001));
    assertThat(order).hasSize(2 * (3 + 400));
  }
}
