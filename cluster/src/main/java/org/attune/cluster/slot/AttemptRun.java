package org.attune.cluster.slot;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.attune.api.storage.Storage;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.store.SweepLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one attempt of a trial, in one slot or spread over workers. Its envelope holds the result.
 */
final class AttemptRun {

  private static final Logger LOG = LoggerFactory.getLogger(AttemptRun.class);

  private final ServedRun run;
  private final long number;
  private final SlotReply.Assignment assignment;
  private final TrialContext trial;
  private final Driver driver;
  private final BooleanSupplier cutShort;

  private final long startedNanos = System.nanoTime();
  private final Storage storage;
  private final SlotCheckpoints checkpoints;
  private final BatchingReporter reporter;
  private boolean unreachable;

  /** Sends the attempt's messages to the driver. */
  @FunctionalInterface
  interface Driver {
    SlotReply ask(SlotMessage message) throws Exception;
  }

  /**
   * @param number the slot's number
   * @param storage the storage that the result goes to
   * @param cutShort whether something outside ended the attempt; it then writes no result
   */
  AttemptRun(
      ServedRun run,
      long number,
      SlotReply.Assignment assignment,
      Storage storage,
      Driver driver,
      BooleanSupplier cutShort) {
    this.run = run;
    this.number = number;
    this.assignment = assignment;
    this.trial = assignment.trial();
    this.driver = driver;
    this.cutShort = cutShort;
    this.storage = storage;
    checkpoints = new SlotCheckpoints(storage, trial, run.epoch(), this::announce, this::millis);
    reporter =
        new BatchingReporter(
            (facts, samples) -> tell(facts, samples, List.of()),
            checkpoints,
            run.judged(),
            run.patience(),
            System::nanoTime,
            this::millis);
  }

  /** Sends checkpoints to the driver, with the samples before them, which are sent only once. */
  private void announce(Map<String, String> facts, List<SavedFile> files) {
    tell(facts, reporter.toSend(), files);
  }

  /**
   * The driver's time, in milliseconds since 1970: the time at which the driver assigned the
   * attempt, plus the time elapsed here since. Clocks of two machines differ, so a difference
   * between their times is not a duration. All times of a sweep therefore come from the driver's
   * clock.
   */
  private long millis() {
    return assignment.given() + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
  }

  /**
   * Runs the attempt to its end, and writes the envelope.
   *
   * @return the envelope, with the samples that no message has carried
   * @throws Exception when the attempt was cut short, or the envelope cannot be written
   */
  Envelope run(TrialWork work) throws Exception {
    Envelope envelope = train(work);
    keepOutput();
    write(envelope);
    return envelope.withSamples(reporter.unsent());
  }

  /** Stores the output of the user's program. The result does not depend on it. */
  private void keepOutput() {
    if (reporter.output().isEmpty()) {
      return;
    }
    try {
      storage.createUnforced(
          SweepLayout.output(run.epoch(), trial.trial(), trial.attempt()),
          reporter.output().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("Cannot keep what trial {} printed", trial.trial(), e);
    }
  }

  private void write(Envelope envelope) throws IOException {
    if (!storage.createUnforced(assignment.envelope(), envelope.toJson())) {
      LOG.warn(
          "Ignoring a second result of trial {} attempt {}: {} exists already",
          trial.trial(),
          trial.attempt(),
          assignment.envelope());
    }
  }

  private Envelope train(TrialWork work) throws Exception {
    try {
      Optional<String> damage = checkpoints.damage();
      if (damage.isPresent()) {
        LOG.warn("Trial {} begins anew: {}", trial.trial(), damage.get());
        return envelope(AttemptEnd.abandoned(damage.get()), TrialWork.Result.NONE);
      }
      return envelope(AttemptEnd.finished(), work.run(trial, reporter));
    } catch (Throwable failure) { // an Error must reach the journal too
      if (unreachable || reporter.dismissed() || cutShort.getAsBoolean()) {
        throw failure;
      }
      if (failure instanceof TrialWork.StoppedException && reporter.stop().isPresent()) {
        return envelope(AttemptEnd.stopped(reporter.stop().get()), unfinished());
      }
      LOG.warn("Trial {} attempt {} failed", trial.trial(), trial.attempt(), failure);
      return envelope(AttemptEnd.failed(failure), unfinished());
    }
  }

  /**
   * The result of an attempt that did not finish: the facts that its work reported, without
   * metrics.
   */
  private TrialWork.Result unfinished() {
    return new TrialWork.Result(Map.of(), reporter.facts());
  }

  private Envelope envelope(AttemptEnd ending, TrialWork.Result result) {
    return new Envelope(
        run.sweep(),
        run.epoch(),
        trial.trial(),
        trial.attempt(),
        ending,
        reporter.samples(),
        checkpoints.atEnd(),
        reporter.lastStep(),
        withFacts(result),
        assignment.given(),
        millis(),
        (System.nanoTime() - startedNanos) / 1e9);
  }

  private TrialWork.Result withFacts(TrialWork.Result result) {
    Map<String, String> facts = new HashMap<>(result.facts());
    facts.putAll(checkpoints.facts());
    return new TrialWork.Result(result.metrics(), facts);
  }

  private SlotReply tell(Map<String, String> facts, List<Sample> samples, List<SavedFile> files) {
    try {
      SlotReply reply =
          driver.ask(
              new SlotMessage.Report(
                  run.id(), number, trial.trial(), trial.attempt(), facts, samples, files));
      checkpoints.hear(reply);
      return reply;
    } catch (Exception e) {
      unreachable = true;
      throw new IllegalStateException("Cannot reach the driver", e);
    }
  }
}
