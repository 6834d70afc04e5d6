package org.attune.cluster.slot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.store.CheckedText;

/**
 * The result of one attempt, written by its executor. A later driver adopts it.
 *
 * @param sweep the sweep's id
 * @param epoch the epoch of the driver that assigned the trial
 * @param trial the trial's id
 * @param attempt the attempt's number, from 1
 * @param ending how the attempt ended
 * @param samples the metric values that the journal may lack
 * @param files checkpoints that the journal may lack, and damaged ones
 * @param lastStep the latest step reported; 0 when none was reported
 * @param result the result of the work
 * @param startedAt milliseconds since 1970, by the driver's clock: see {@link AttemptRun}
 * @param endedAt milliseconds since 1970, by the driver's clock
 * @param seconds duration of the attempt in seconds
 */
record Envelope(
    String sweep,
    long epoch,
    String trial,
    int attempt,
    AttemptEnd ending,
    List<Sample> samples,
    List<SavedFile> files,
    long lastStep,
    TrialWork.Result result,
    long startedAt,
    long endedAt,
    double seconds)
    implements Serializable {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  Envelope {
    files = files == null ? List.of() : files; // earlier versions wrote none
  }

  /**
   * This envelope with other samples. A message carries only samples that no earlier message has.
   */
  Envelope withSamples(List<Sample> others) {
    return new Envelope(
        sweep, epoch, trial, attempt, ending, others, files, lastStep, result, startedAt, endedAt,
        seconds);
  }

  /** The journal's event for the attempt's end. */
  Event.Terminal toEvent() {
    Instant end = Instant.ofEpochMilli(endedAt);
    return switch (ending.state()) {
      case FINISHED -> new Event.Finished(trial, attempt, result.metrics(), facts(), end);
      case STOPPED ->
          new Event.Stopped(
              trial, attempt, lastStep, ending.message(), result.metrics(), facts(), end);
      case PAUSED -> new Event.Paused(trial, attempt, lastStep, end);
      case ABANDONED -> new Event.Abandoned(trial, attempt, ending.message(), end);
      case FAILED ->
          new Event.Failed(
              trial,
              attempt,
              Objects.requireNonNull(ending.cause()),
              ending.message(),
              result.facts(),
              end);
    };
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new TreeMap<>(result.facts());
    facts.put(Provenance.COMPUTE_SECONDS, String.valueOf(seconds));
    return facts;
  }

  /** The envelope file's content: JSON, and a digest by which a reader detects damage. */
  byte[] toJson() {
    try {
      return CheckedText.encode(JSON.writeValueAsString(this));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot write the result of trial " + trial, e);
    }
  }

  /**
   * Reads an envelope.
   *
   * @throws IOException when its content differs from what its executor wrote
   */
  static Envelope read(byte[] file) throws IOException {
    CheckedText json =
        CheckedText.decode(file)
            .orElseThrow(() -> new IOException("its digest is not that of its content"));
    return JSON.readValue(json.text(), Envelope.class);
  }
}
