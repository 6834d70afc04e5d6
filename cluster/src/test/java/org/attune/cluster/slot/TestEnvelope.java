package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.scheduler.Slots;
import org.junit.jupiter.api.Test;

class TestEnvelope {

  @Test
  void comesBackFromJsonAsItWas() throws Exception {
    Envelope written = envelope(AttemptEnd.finished());

    Envelope read = Envelope.read(written.toJson());

    assertThat(read).isEqualTo(written);
  }

  @Test
  void aFinishKeepsItsMetricsAndFacts() {
    Event.Finished finished = (Event.Finished) envelope(AttemptEnd.finished()).toEvent();

    assertThat(finished.metrics()).isEqualTo(Map.of("loss", 0.5, "gap", Double.NaN));
    assertThat(finished.provenance())
        .containsEntry("data_hash", "abc")
        .containsEntry(Provenance.COMPUTE_SECONDS, "1.5");
    assertThat(finished.time()).isEqualTo(Instant.ofEpochMilli(2_500));
  }

  @Test
  void aStopKeepsItsStepAlsoWhenEverySampleHasBeenSent() {
    AttemptEnd stop =
        AttemptEnd.stopped(new SlotReply.Stop("others do better", Slots.Stop.Kind.RESULT));

    Event.Stopped stopped = (Event.Stopped) envelope(stop).withSamples(List.of()).toEvent();

    assertThat(stopped.step()).isEqualTo(9);
    assertThat(stopped.reason()).isEqualTo("others do better");
  }

  @Test
  void aStopForTakingTooLongIsAFailure() {
    AttemptEnd stop =
        AttemptEnd.stopped(new SlotReply.Stop("took too long", Slots.Stop.Kind.TIMEOUT));

    Event.Failed failed = (Event.Failed) envelope(stop).toEvent();

    assertThat(failed.cause()).isEqualTo(Cause.TIMEOUT);
    assertThat(failed.message()).isEqualTo("took too long");
  }

  @Test
  void aFailureWithoutAMessageIsNamedByItsClass() {
    Event.Failed failed =
        (Event.Failed) envelope(AttemptEnd.failed(new ArithmeticException())).toEvent();

    assertThat(failed.cause()).isEqualTo(Cause.TRANSIENT);
    assertThat(failed.message()).isEqualTo("java.lang.ArithmeticException");
  }

  private static Envelope envelope(AttemptEnd ending) {
    return new Envelope(
        "sweep",
        3,
        "abc-0",
        2,
        ending,
        List.of(new Sample(9, Map.of("loss", Double.POSITIVE_INFINITY), 3, 1_700)),
        List.of(new SavedFile(9, "checkpoints/abc-0.3.2.9.zip", 80, 1_800, false)),
        9,
        new TrialWork.Result(Map.of("loss", 0.5, "gap", Double.NaN), Map.of("data_hash", "abc")),
        1_000,
        2_500,
        1.5);
  }
}
