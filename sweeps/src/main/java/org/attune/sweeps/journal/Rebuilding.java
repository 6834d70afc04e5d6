package org.attune.sweeps.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Reconstructs a sweep's events from the readable parts of its journals and from other files.
 *
 * <p>Events from the journals keep their order. Lost events go before the first event that needs
 * them: a trial's suggestion and start, or a report before the next one. The rest follows in order
 * of time. Claims that were stated after a lost result stay after it.
 *
 * <p>Without the journal's first event, nothing tells the number of retries. A later attempt shows
 * that its trial was tried again, so a retry goes before it.
 */
final class Rebuilding {

  private final SweepFacts facts;
  private final Map<String, Event.Started> starts;
  private final List<Event> events = new ArrayList<>();
  private final Map<String, List<LostReport>> missing = new HashMap<>();
  private final Set<String> ended = new HashSet<>(); // attempts whose ends the journals have
  private final SweepState state;
  private final boolean retriesKnown;
  private long told;

  /**
   * @param opened the sweep's first event
   * @param retriesKnown whether its header has the sweep's number of retries
   */
  private Rebuilding(SweepFacts facts, Event.Opened opened, boolean retriesKnown) {
    this.facts = facts;
    this.state = new SweepState(opened);
    this.retriesKnown = retriesKnown;
    this.starts = facts.started();
  }

  /**
   * All events, starting with the sweep's first.
   *
   * @param found events still readable in the journals
   * @return empty if nothing identifies the sweep
   */
  static List<Event> of(List<Event> found, SweepFacts facts) {
    List<Event> salvaged = ofOneSweep(found, facts);
    Optional<SweepHeader> header =
        salvaged.stream()
            .filter(Event.Opened.class::isInstance)
            .map(opened -> ((Event.Opened) opened).header())
            .findFirst()
            .or(facts::header);
    if (header.isEmpty()) {
      return List.of();
    }
    boolean begins = !salvaged.isEmpty() && salvaged.get(0) instanceof Event.Opened;
    Event.Opened opened =
        begins
            ? (Event.Opened) salvaged.get(0)
            : new Event.Opened(header.get(), 1, beginning(salvaged, facts));
    boolean retriesKnown = salvaged.stream().anyMatch(Event.Opened.class::isInstance);
    Rebuilding rebuilding = new Rebuilding(facts, opened, retriesKnown);
    rebuilding.findMissing(salvaged);
    if (!begins) {
      rebuilding.add(opened);
    }
    int lastOfAttempt = lastOfAttempt(salvaged);
    for (int i = 0; i < salvaged.size(); i++) {
      if (i > lastOfAttempt && salvaged.get(i) instanceof Event.Completed) {
        rebuilding.takeTheRest();
      }
      rebuilding.take(salvaged.get(i));
    }
    rebuilding.takeTheRest();
    rebuilding.retryWaiting();
    rebuilding.complete();
    return rebuilding.events;
  }

  private static Instant beginning(List<Event> salvaged, SweepFacts facts) {
    return salvaged.stream()
        .findFirst()
        .or(() -> facts.started().values().stream().findFirst())
        .map(Event::time)
        .orElse(Instant.EPOCH);
  }

  private static int lastOfAttempt(List<Event> events) {
    int last = events.size() - 1;
    while (last >= 0 && !(events.get(last) instanceof Event.OfAttempt)) {
      last--;
    }
    return last;
  }

  /** Leaves out the events of another sweep's journal that replaced one of this sweep's. */
  private static List<Event> ofOneSweep(List<Event> found, SweepFacts facts) {
    Optional<String> sweep = facts.header().map(SweepHeader::sweepId);
    List<Event> ofSweep = new ArrayList<>();
    boolean ours = true;
    for (Event event : found) {
      if (event instanceof Event.Opened opened) {
        sweep = sweep.or(() -> Optional.of(opened.header().sweepId()));
        ours = opened.header().sweepId().equals(sweep.get());
      }
      if (ours) {
        ofSweep.add(event);
      }
    }
    return ofSweep;
  }

  private void findMissing(List<Event> salvaged) {
    Map<String, Set<String>> known = new HashMap<>();
    for (Event event : salvaged) {
      if (event instanceof Event.OfAttempt ofAttempt) {
        known
            .computeIfAbsent(ofAttempt.key(), k -> new HashSet<>())
            .add(SweepFacts.place(ofAttempt));
        if (ofAttempt instanceof Event.Terminal) {
          ended.add(ofAttempt.key());
        }
      }
    }
    Set<String> attempts = new HashSet<>(starts.keySet());
    attempts.addAll(known.keySet());
    attempts.addAll(facts.ends());
    for (String attempt : attempts) {
      Map<String, Event.OfAttempt> reports = facts.reports(attempt);
      Set<String> places = known.getOrDefault(attempt, Set.of());
      List<Event.OfAttempt> lost = new ArrayList<>();
      reports.forEach(
          (place, report) -> {
            if (!places.contains(place) && !places.contains(SweepFacts.placeOfStep(report))) {
              lost.add(report);
            }
          });
      missing.put(attempt, LostReport.inOrder(lost));
    }
  }

  private void take(Event event) {
    if (event instanceof Event.Suggested suggested) {
      if (!state.has(suggested.trial().id())) {
        add(suggested);
      }
    } else if (event instanceof Event.OfAttempt attempt) {
      if (suggest(attempt.trialId()) && (attempt instanceof Event.Started || start(attempt))) {
        reportBefore(attempt);
        told += attempt instanceof Event.Terminal && !hasEnded(attempt) ? 1 : 0;
        add(attempt);
      }
    } else {
      if (event instanceof Event.Stated) {
        takeLostEnds(event.time());
      }
      add(event);
    }
  }

  /** Adds the ends up to a time that no journal contains. */
  private void takeLostEnds(Instant until) {
    facts.ends().stream()
        .filter(attempt -> !ended.contains(attempt))
        .flatMap(attempt -> facts.end(attempt).stream())
        .filter(end -> !end.time().isAfter(until) && !hasEnded(end))
        .sorted(Comparator.comparing(Event::time))
        .forEach(this::take);
  }

  /** Adds a trial's suggestion if it is known; returns whether the trial exists. */
  private boolean suggest(String trial) {
    Event.Suggested known = facts.suggested().get(trial);
    if (!state.has(trial) && known != null) {
      add(new Event.Suggested(known.trial(), told, known.time()));
    }
    return state.has(trial);
  }

  /** Adds the start of an event's attempt if it is known; returns whether the attempt exists. */
  private boolean start(Event.OfAttempt event) {
    Event.Started known = starts.get(event.key());
    if (!hasStarted(event) && known != null) {
      add(known);
    }
    return hasStarted(event);
  }

  private boolean hasStarted(Event.OfAttempt event) {
    return state.hasAttempt(event.trialId(), event.attempt());
  }

  private boolean hasEnded(Event.OfAttempt event) {
    return hasStarted(event) && !state.runs(event.trialId(), event.attempt());
  }

  private void reportBefore(Event.OfAttempt event) {
    List<LostReport> lost = missing.getOrDefault(event.key(), List.of());
    while (!(event instanceof Event.Started) && !lost.isEmpty() && lost.get(0).before(event)) {
      add(lost.remove(0).event());
    }
  }

  /** Adds the events that no journal contains, in order of time. */
  private void takeTheRest() {
    List<Event> rest = new ArrayList<>(facts.suggested().values());
    rest.addAll(starts.values());
    for (String attempt : facts.ends()) {
      facts.end(attempt).ifPresent(rest::add);
    }
    rest.sort(Comparator.comparing(Event::time).thenComparingInt(Rebuilding::rank));
    for (Event event : rest) {
      if (event instanceof Event.Suggested suggested) {
        suggest(suggested.trial().id());
      } else if (event instanceof Event.Started one && suggest(one.trialId())) {
        start(one);
      } else if (event instanceof Event.Terminal end && !hasEnded(end)) {
        take(end);
      }
    }
    missing.forEach(
        (attempt, lost) -> {
          if (!lost.isEmpty() && lost.get(0).runsIn(state)) {
            lost.forEach(report -> add(report.event()));
            lost.clear();
          }
        });
  }

  private void add(Event event) {
    if (event instanceof Event.OfAttempt attempt && revives(attempt)) {
      add(new Event.Retried(attempt.trialId(), attempt.time()));
    }
    events.add(event);
    state.apply(event);
  }

  /** Whether the event shows that its trial, which failed, was tried again. */
  private boolean revives(Event.OfAttempt event) {
    boolean succeeds = event instanceof Event.Finished || event instanceof Event.Stopped;
    if (!(event instanceof Event.Started) && (!succeeds || retriesKnown)) {
      return false;
    }
    Optional<TrialStatus> failed =
        state.trial(event.trialId()).filter(trial -> trial.state() == TrialState.FAILED);
    boolean isOver =
        failed.stream()
            .flatMap(trial -> trial.attempts().stream())
            .anyMatch(attempt -> attempt.number() == event.attempt() && attempt.state().terminal());
    return failed.isPresent() && !isOver;
  }

  /** Retries the trials that waited for another attempt, as far as the tables show. */
  private void retryWaiting() {
    if (state.completed().isPresent()) {
      return;
    }
    Instant last = events.get(events.size() - 1).time();
    for (TrialStatus trial : state.trials(TrialState.FAILED)) {
      OptionalInt shown = facts.waiting(trial.trial().id());
      int failed = trial.decisive().orElse(0);
      if (shown.isPresent() && (!retriesKnown || failed <= shown.getAsInt())) {
        add(new Event.Retried(trial.trial().id(), last));
      }
    }
  }

  private void complete() {
    boolean over = events.stream().anyMatch(Event.Completed.class::isInstance);
    if (!over && state.runningAttempts().isEmpty()) {
      facts.completed().ifPresent(this::add);
    }
  }

  private static int rank(Event event) {
    return event instanceof Event.Suggested ? 0 : event instanceof Event.Started ? 1 : 2;
  }
}
