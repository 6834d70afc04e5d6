package org.attune.sweeps.journal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;

/**
 * What other files of a sweep tell of its events: tables and results. What is put in first stays.
 */
public final class SweepFacts {

  private Optional<SweepHeader> header = Optional.empty();
  private Optional<Event.Completed> completed = Optional.empty();
  private final Map<String, Event.Suggested> suggested = new LinkedHashMap<>();
  private final Map<String, Event.Started> started = new LinkedHashMap<>();
  private final Map<String, Event.Started> begun = new LinkedHashMap<>();
  private final Map<String, Event.Terminal> ended = new HashMap<>();
  private final Map<String, Map<String, Event.OfAttempt>> reported = new HashMap<>();

  /** The sweep's header. */
  public void header(SweepHeader found) {
    header = header.or(() -> Optional.of(found));
  }

  /** What a trial, an attempt, or the sweep went through. */
  public void add(Event event) {
    if (event instanceof Event.Suggested trial) {
      suggested.putIfAbsent(trial.trial().id(), trial);
    } else if (event instanceof Event.Started start) {
      started.putIfAbsent(key(start), start);
    } else if (event instanceof Event.Terminal end) {
      ended.putIfAbsent(key(end), end);
    } else if (event instanceof Event.Completed end) {
      completed = completed.or(() -> Optional.of(end));
    } else if (event instanceof Event.OfAttempt report) {
      reported
          .computeIfAbsent(key(report), attempt -> new LinkedHashMap<>())
          .putIfAbsent(place(report), report);
    }
  }

  /** When an attempt began, where nothing else tells of it. */
  public void fallback(Event.Started start) {
    begun.putIfAbsent(key(start), start);
  }

  /** The trials of which an attempt has ended. */
  public Set<String> endedTrials() {
    Set<String> trials = new TreeSet<>();
    ended.values().forEach(end -> trials.add(end.trialId()));
    return trials;
  }

  /** The metric that trials are compared by, once a header was put in. */
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

  /** The keys of attempts that have ended. */
  List<String> ends() {
    return List.copyOf(ended.keySet());
  }

  /** Reports of an attempt, by their {@link #place}; a map that its caller may change. */
  Map<String, Event.OfAttempt> reports(String attempt) {
    return reported.getOrDefault(attempt, new LinkedHashMap<>());
  }

  static String key(Event.OfAttempt event) {
    return event.trialId() + "." + event.attempt();
  }

  /** Tells reports of one attempt apart. */
  static String place(Event.OfAttempt report) {
    return report.getClass().getSimpleName() + step(report);
  }

  static long step(Event.OfAttempt report) {
    return report instanceof Event.Measured measured
        ? measured.step()
        : report instanceof Event.Checkpointed file ? file.step() : Long.MAX_VALUE;
  }
}
