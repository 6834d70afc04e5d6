package org.attune.sweeps.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.junit.jupiter.api.Test;

class TestHealth {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final SlotLocation A = place("a.1", "north");
  private static final SlotLocation B = place("b.2", "north");
  private static final SlotLocation C = place("c.3", "south");

  private final List<SlotLocation> places = new ArrayList<>(List.of(A, B));
  private final Health health = new Health(places);

  @Test
  void threeTrialsInARowMakeAnExecutorRestAndASuccessBetweenThemDoesNot() {
    fail(B, "1", "2");
    health.ended(B, new Event.Finished("3", 1, Map.of(), Map.of(), NOON));
    fail(B, "4", "5");
    assertThat(health.review(0)).isEmpty();

    fail(B, "6");

    assertThat(health.review(0))
        .containsExactly(
            new Health.CoolDown(
                "executor b on north", "3 trials failed on it in a row", Duration.ofMinutes(1)));
    assertThat(health.rests(B)).isTrue();
    assertThat(health.rests(A)).isFalse();
    assertThat(health.review(1)).isEmpty();
  }

  @Test
  void causesThatAreTheTrialsDoNotCount() {
    for (String trial : List.of("1", "2", "3", "4")) {
      health.ended(B, failed(trial, Cause.DIVERGENCE));
      health.ended(B, failed(trial, Cause.TRIAL_FAULT));
    }

    assertThat(health.review(0)).isEmpty();
  }

  @Test
  void afterARestOneFailureIsEnoughForALongerOneAndASuccessForgivesAll() {
    fail(B, "1", "2", "3");
    health.review(0);
    long later = Duration.ofMinutes(1).toNanos();
    assertThat(health.review(later - 1)).isEmpty();
    assertThat(health.review(later))
        .extracting(Health.CoolDown::time)
        .containsExactly(Duration.ZERO);

    fail(B, "4");
    assertThat(health.review(later))
        .extracting(Health.CoolDown::time)
        .containsExactly(Duration.ofMinutes(2));

    long muchLater = Duration.ofMinutes(3).toNanos();
    health.review(muchLater);
    health.ended(B, new Event.Finished("4", 2, Map.of(), Map.of(), NOON));
    fail(B, "5", "6");
    assertThat(health.review(muchLater)).isEmpty();
  }

  @Test
  void aTrialThatFailsOnAnotherExecutorTooSpeaksForThemAll() {
    fail(B, "1", "2", "3");
    assertThat(health.review(0)).hasSize(1);

    fail(A, "1");

    assertThat(health.review(0))
        .containsExactly(
            new Health.CoolDown(
                "executor b on north",
                "what failed on it fails elsewhere, or others end well",
                Duration.ZERO));
    assertThat(health.rests(B)).isFalse();
  }

  @Test
  void whereThereAreSeveralHostsAnotherExecutorOfTheSameHostSaysNothing() {
    places.add(C);
    fail(B, "1", "2", "3");
    health.review(0);

    assertThat(health.suits("1", A)).as("on the host where it failed").isFalse();
    assertThat(health.suits("1", C)).isTrue();
    fail(A, "1");
    assertThat(health.review(0)).isEmpty();
    fail(C, "1");
    assertThat(health.review(0)).hasSize(1);
  }

  @Test
  void theLastThatDoesNotRestNeverDoes() {
    fail(A, "1", "2", "3");
    fail(B, "4", "5", "6");

    assertThat(health.review(0)).hasSize(1);
    assertThat(health.rests(A) && health.rests(B)).isFalse();
    assertThat(health.review(1)).isEmpty();
  }

  @Test
  void whoRestsIsTakenUpWhenTheOthersAreLost() {
    fail(B, "1", "2", "3");
    health.review(0);

    places.remove(A);

    assertThat(health.review(1))
        .extracting(Health.CoolDown::reason)
        .containsExactly("no other is left");
    assertThat(health.rests(B)).isFalse();
    assertThat(health.hasBetter("1")).as("no place but the one where it failed").isFalse();
  }

  @Test
  void aHostRestsWhoseExecutorsAreLostOneAfterTheOther() {
    places.add(C);
    health.lost(place("d.4", "south"), "1");
    health.lost(place("d.5", "south"), "2");
    health.lost(place("e.6", "south"), "3");
    assertThat(health.review(0)).as("two executors, one with two slots").isEmpty();

    health.lost(place("f.7", "south"), "4");

    assertThat(health.review(0))
        .containsExactly(
            new Health.CoolDown(
                "host south", "3 executors were lost in a row", Duration.ofMinutes(1)));
    assertThat(health.rests(C)).isTrue();
  }

  @Test
  void anExecutorThatIsLostWithSeveralTrialsIsOneFailure() {
    for (String trial : List.of("1", "2", "3", "4")) {
      health.lost(place("b." + trial, "north"), trial);
    }

    assertThat(health.review(0)).isEmpty();
    assertThat(health.suits("4", B)).as("tried again elsewhere").isFalse();
  }

  @Test
  void anExecutorThatLosesItsSlotsAgainAndAgainRests() {
    for (String trial : List.of("1", "2", "3")) {
      health.arrived(B);
      health.lost(B, trial);
    }

    assertThat(health.review(0))
        .extracting(Health.CoolDown::who)
        .containsExactly("executor b on north");
  }

  private void fail(SlotLocation at, String... trials) {
    for (String trial : trials) {
      health.ended(at, failed(trial, Cause.TRANSIENT));
    }
  }

  private static Event.Failed failed(String trial, Cause cause) {
    return new Event.Failed(trial, 1, cause, "", NOON);
  }

  private static SlotLocation place(String slot, String host) {
    return new SlotLocation(slot, host, "cpu", Map.of());
  }
}
