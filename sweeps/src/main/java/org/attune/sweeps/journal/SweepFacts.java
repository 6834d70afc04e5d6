package org.attune.sweeps.journal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.EventHandlers;
import org.attune.sweeps.event.SweepHeader;

/**
 * Facts about a sweep's events from other files: tables and results. The first fact added takes
 * precedence, except over an end that {@linkplain #counted counted}.
 */
public final class SweepFacts {

  /** Files beside the journal have no facts for the kinds that are ignored. */
  private static final EventHandlers<SweepFacts> HANDLERS =
      EventHandlers.of(SweepFacts.class)
          .on(
              Event.Suggested.class,
              (f, event) -> f.suggested.putIfAbsent(event.trial().id(), event))
          .on(Event.Started.class, (f, event) -> f.started.putIfAbsent(event.key(), event))
          .on(Event.Noted.class, SweepFacts::report)
          .on(Event.Measured.class, SweepFacts::report)
          .on(Event.Decided.class, SweepFacts::report)
          .on(Event.Checkpointed.class, SweepFacts::report)
          .on(Event.Terminal.class, (f, event) -> f.ended.putIfAbsent(event.key(), event))
          .on(Event.Completed.class, SweepFacts::complete)
          .ignore(
              Event.Opened.class,
              Event.Retried.class,
              Event.Suspended.class,
              Event.Rested.class,
              Event.Stated.class,
              Event.Unsealed.class,
              Event.Prioritised.class,
              Event.Reused.class)
          .build();

  /** The step under which facts are kept that an attempt reported before its first step. */
  private static final long BEFORE_STEPS = -1;

  private Optional<SweepHeader> header = Optional.empty();
  private Optional<Event.Completed> completed = Optional.empty();
  private final Map<String, Event.Suggested> suggested = new LinkedHashMap<>();
  private final Map<String, Event.Started> started = new LinkedHashMap<>();
  private final Map<String, Event.Started> begun = new LinkedHashMap<>();
  private final Map<String, Event.Terminal> ended = new HashMap<>();
  private final Map<String, Map<String, Event.OfAttempt>> reported = new HashMap<>();
  private final Map<String, Integer> waiting = new HashMap<>();

  /** Adds the sweep's header. */
  public void header(SweepHeader found) {
    header = header.or(() -> Optional.of(found));
  }

  /** Adds an event of a trial, an attempt or the sweep. */
  public void add(Event event) {
    HANDLERS.handle(this, event);
  }

  private void complete(Event.Completed event) {
    completed = completed.or(() -> Optional.of(event));
  }

  private void report(Event.OfAttempt report) {
    reported
        .computeIfAbsent(report.key(), attempt -> new LinkedHashMap<>())
        .putIfAbsent(place(report), report);
  }

  /**
   * Adds the end of an attempt that counted. It replaces another kind of end, which came too late,
   * and drops the attempt's reports so far. A pause stays, since tables show it as abandoned.
   */
  public void counted(Event.Terminal end) {
    Event.Terminal before = ended.get(end.key());
    if (before instanceof Event.Paused && end instanceof Event.Abandoned) {
      return;
    }
    ended.put(end.key(), end);
    if (before != null && before.getClass() != end.getClass()) {
      reported.remove(end.key());
    }
  }

  /**
   * Adds that a trial was not over.
   *
   * @param attempts the number of its attempts that had ended, from 0
   */
  public void waits(String trial, int attempts) {
    waiting.putIfAbsent(trial, attempts);
  }

  /** Adds an attempt's start, used only if no other source has it. */
  public void fallback(Event.Started start) {
    begun.putIfAbsent(start.key(), start);
  }

  /** The trials that have an ended attempt. */
  public Set<String> endedTrials() {
    Set<String> trials = new TreeSet<>();
    ended.values().forEach(end -> trials.add(end.trialId()));
    return trials;
  }

  /** The metric by which trials are compared, once a header has been added. */
  public Optional<String> objectiveMetric() {
    return header.map(found -> found.objective().metric());
  }

  Optional<SweepHeader> header() {
    return header;
  }

  Optional<Event.Completed> completed() {
    return completed;
  }

  Map<String, Event.Suggested> suggested() {
    return suggested;
  }

  Map<String, Event.Started> started() {
    Map<String, Event.Started> all = new LinkedHashMap<>(begun);
    all.putAll(started);
    return all;
  }

  Optional<Event.Terminal> end(String attempt) {
    return Optional.ofNullable(ended.get(attempt));
  }

  /** The number of ended attempts after which a trial was not over; empty if nothing tells. */
  OptionalInt waiting(String trial) {
    Integer attempts = waiting.get(trial);
    return attempts == null ? OptionalInt.empty() : OptionalInt.of(attempts);
  }

  /** The keys of attempts that have ended. */
  List<String> ends() {
    return List.copyOf(ended.keySet());
  }

  /** An attempt's reports, by their {@link #place}; the caller may modify the map. */
  Map<String, Event.OfAttempt> reports(String attempt) {
    return reported.getOrDefault(attempt, new LinkedHashMap<>());
  }

  /** A key that distinguishes the reports of one attempt. */
  static String place(Event.OfAttempt report) {
    return report instanceof Event.Measured measured && measured.report() > 0
        ? "#" + measured.report()
        : placeOfStep(report);
  }

  /** The key of a report that has no number, as in earlier journals. */
  static String placeOfStep(Event.OfAttempt report) {
    return report.getClass().getSimpleName() + step(report);
  }

  static long step(Event.OfAttempt report) {
    return report instanceof Event.Measured measured
        ? measured.step()
        : report instanceof Event.Checkpointed file
            ? file.step()
            : report instanceof Event.Noted ? BEFORE_STEPS : Long.MAX_VALUE;
  }
}
