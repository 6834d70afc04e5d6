package org.attune.sweeps.reuse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.state.Artifact;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.MeasuredContent;
import org.attune.sweeps.store.SweepLayout;

/**
 * How a trial goes on from the checkpoint of a trial that is its beginning.
 *
 * @param in the sweep that trained the beginning
 * @param copies where a copy of the checkpoint goes
 */
record Continuation(EarlierSweep in, Copies copies) {

  static final Set<String> OF_THE_END = Set.of(Provenance.DATA_HASH, Provenance.DEVICE);

  /** What belongs to the attempt there, and not to the one here. */
  private static final Set<String> LEFT_THERE =
      Set.of(
          Provenance.COMPUTE_SECONDS,
          Provenance.START_STEP,
          Provenance.REPEATED,
          Provenance.UNWRITTEN);

  /**
   * The start of an attempt that was trained elsewhere, and its reports up to a step.
   *
   * @param from the trial that was trained
   * @param trial the trial here
   */
  static List<Event> begin(
      EarlierSweep in, TrialStatus from, String trial, int attempt, long until, Instant now) {
    Attempt done = from.attempt().orElseThrow();
    Map<String, String> provenance = new TreeMap<>(done.provenance());
    provenance.keySet().removeAll(LEFT_THERE);
    provenance.keySet().removeAll(OF_THE_END);
    provenance.putAll(in.origin(done).provenance());
    List<Event> events = new ArrayList<>();
    events.add(
        new Event.Started(
            trial, attempt, done.slot(), done.host(), done.device(), provenance, now));
    int report = 0;
    for (TrialReports.Report eachReport : in.curve(from, done)) {
      if (eachReport.step() <= until) {
        events.add(
            new Event.Measured(
                trial, attempt, eachReport.step(), eachReport.values(), ++report, now));
      }
    }
    return events;
  }

  /**
   * The events after which a trial's next attempt starts from the newest checkpoint of its
   * beginning.
   *
   * @param from the trial that is its beginning
   * @param trial the trial here
   * @param says a sentence for the user, by the checkpoint's step
   * @return a list that may be changed; empty if no checkpoint is kept and whole
   */
  List<Event> events(
      TrialStatus from, String trial, int attempt, LongFunction<String> says, Instant now) {
    Optional<Event.Checkpointed> copy =
        in.checkpoint(from.trial().id()).flatMap(file -> copy(file, trial, attempt, now));
    if (copy.isEmpty()) {
      return new ArrayList<>();
    }
    long step = copy.get().step();
    List<Event> events = begin(in, from, trial, attempt, step, now);
    events.add(copy.get());
    events.add(new Event.Abandoned(trial, attempt, says.apply(step), now));
    return events;
  }

  /** Copies a checkpoint; empty if it is gone or damaged: then the trial begins anew. */
  private Optional<Event.Checkpointed> copy(Artifact file, String trial, int attempt, Instant now) {
    String path = SweepLayout.checkpoint(copies.epoch(), trial, attempt, file.step());
    try {
      OptionalLong whole = CheckedContent.check(in.storage(), file.path());
      if (whole.isEmpty()) {
        return Optional.empty();
      }
      try (InputStream read = CheckedContent.open(in.storage(), file.path(), whole.getAsLong())) {
        MeasuredContent content = new MeasuredContent(new CheckedContent(read::transferTo, path));
        copies.storage().replace(path, content);
        return Optional.of(
            new Event.Checkpointed(
                trial, attempt, file.step(), Event.Checkpointed.KIND, path, content.bytes(), now));
      }
    } catch (IOException | UncheckedIOException gone) {
      return Optional.empty();
    }
  }
}
