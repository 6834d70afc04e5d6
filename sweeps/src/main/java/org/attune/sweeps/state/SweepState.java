package org.attune.sweeps.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.attune.sweeps.journal.Event;
import org.attune.sweeps.journal.SweepHeader;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.Trial;

/**
 * What a sweep's events add up to. The same events give the same state, live or replayed.
 *
 * <p>An attempt ends once: its first terminal event counts, later ones are kept as {@link #ignored}
 * and change nothing. A trial ends with the first attempt that ends it; an attempt that comes later
 * is abandoned. Safe for several threads; what is returned is a snapshot.
 */
public final class SweepState {

  private final Map<String, TrialRecord> trials = new LinkedHashMap<>();
  private final Map<TrialState, Set<TrialRecord>> byState = new EnumMap<>(TrialState.class);
  private final List<TrialRecord> settledTrials = new ArrayList<>();
  private final List<SettledAttempt> settledAttempts = new ArrayList<>();
  private final List<Artifact> artifacts = new ArrayList<>();
  private final Set<String> parameterKeys = new TreeSet<>();
  private final Set<String> finalMetrics = new LinkedHashSet<>();
  private final MetricLog metrics = new MetricLog();
  private final List<Event> ignored = new ArrayList<>();
  private final SweepHeader header;
  private final RetryPolicy policy;
  private final Instant startedAt;
  private int epoch;
  private Optional<Event.Completed> completed = Optional.empty();
  private Optional<TrialRecord> best = Optional.empty();

  private record SettledAttempt(TrialRecord trial, AttemptRecord attempt) {}

  /** The state of a sweep that has just been opened for the first time. */
  public SweepState(Event.Opened opened) {
    this.header = opened.header();
    this.policy = new RetryPolicy(header.retries());
    this.startedAt = opened.time();
    this.epoch = opened.epoch();
    for (TrialState state : TrialState.values()) {
      byState.put(state, new LinkedHashSet<>());
    }
  }

  /** Takes the next event. */
  public synchronized void apply(Event event) {
    if (event instanceof Event.Opened opened) {
      epoch = opened.epoch();
    } else if (event instanceof Event.Suggested suggested) {
      suggest(suggested);
    } else if (event instanceof Event.Retried retried) {
      change(retried, trials.get(retried.trialId()), TrialRecord::retry);
      completed = Optional.empty();
    } else if (event instanceof Event.Completed end) {
      completed = Optional.of(end);
      List.copyOf(byState.get(TrialState.PENDING))
          .forEach(trial -> change(end, trial, TrialRecord::abandon));
    } else if (event instanceof Event.OfAttempt ofAttempt) {
      apply(ofAttempt);
    }
  }

  private void suggest(Event.Suggested event) {
    TrialRecord trial = new TrialRecord(event.trial());
    if (trials.putIfAbsent(event.trial().id(), trial) != null) {
      ignored.add(event);
      return;
    }
    byState.get(TrialState.PENDING).add(trial);
    parameterKeys.addAll(event.trial().configuration().values().keySet());
    completed = Optional.empty();
  }

  private void apply(Event.OfAttempt event) {
    TrialRecord trial = trials.get(event.trialId());
    if (event instanceof Event.Started started) {
      change(event, trial, record -> record.start(started, epoch));
    } else if (event instanceof Event.Terminal terminal) {
      end(terminal, trial);
    } else {
      report(event, trial);
    }
  }

  private void report(Event.OfAttempt event, TrialRecord trial) {
    Optional<AttemptRecord> attempt =
        trial == null ? Optional.empty() : trial.attempt(event.attempt());
    if (attempt.isEmpty() || attempt.get().state().terminal()) {
      ignored.add(event);
    } else if (event instanceof Event.Measured measured) {
      // Sorted, for a map's own order differs from one process to the next.
      new TreeMap<>(measured.values())
          .forEach((name, value) -> measure(trial, attempt.get(), measured, name, value));
    } else if (event instanceof Event.Checkpointed file) {
      artifacts.add(
          new Artifact(
              trial.trial.id(),
              file.attempt(),
              file.step(),
              file.kind(),
              file.path(),
              file.bytes(),
              file.time()));
    }
  }

  private void measure(
      TrialRecord trial, AttemptRecord attempt, Event.Measured event, String name, double value) {
    String kept = metrics.intern(name);
    if (attempt.measure(kept, event.step(), value)) {
      metrics.add(trial.trial.id(), attempt.number, event.step(), kept, value, event.time());
    }
  }

  private void end(Event.Terminal event, TrialRecord trial) {
    Optional<AttemptRecord> attempt =
        trial == null ? Optional.empty() : trial.attempt(event.attempt());
    boolean ran = attempt.isPresent() && !attempt.get().state().terminal();
    change(event, trial, record -> record.end(event, policy));
    if (ran) {
      settledAttempts.add(new SettledAttempt(trial, attempt.get()));
    }
    if (trial != null && trial.state().successful() && attempt.isPresent()) {
      finalMetrics.addAll(attempt.get().metrics().keySet().stream().sorted().toList());
    }
  }

  private void change(Event event, TrialRecord trial, Predicate<TrialRecord> change) {
    if (trial == null) {
      ignored.add(event);
      return;
    }
    TrialState before = trial.state();
    if (!change.test(trial)) {
      ignored.add(event);
    }
    if (trial.state() != before) {
      byState.get(before).remove(trial);
      byState.get(trial.state()).add(trial);
      if (trial.state().successful()) {
        settledTrials.add(trial);
        best = best.filter(incumbent -> !beats(trial, incumbent)).or(() -> Optional.of(trial));
      }
    }
  }

  private boolean beats(TrialRecord candidate, TrialRecord incumbent) {
    String metric = header.objective().metric();
    return header
        .objective()
        .better(
            candidate.objective(metric).orElse(Double.NaN),
            incumbent.objective(metric).orElse(Double.NaN));
  }

  /** What was fixed when the sweep first started. */
  public SweepHeader header() {
    return header;
  }

  /** What makes one trial better than another. */
  public Objective objective() {
    return header.objective();
  }

  /** When the sweep first started. */
  public Instant startedAt() {
    return startedAt;
  }

  /** The latest driver's epoch. */
  public synchronized int epoch() {
    return epoch;
  }

  /** When and why the sweep was declared over; empty while there is more to do. */
  public synchronized Optional<Event.Completed> completed() {
    return completed;
  }

  /** How many trials stand where. */
  public synchronized Counts counts() {
    return new Counts(
        count(TrialState.PENDING),
        count(TrialState.RUNNING),
        count(TrialState.FINISHED),
        count(TrialState.STOPPED),
        count(TrialState.FAILED),
        count(TrialState.ABANDONED));
  }

  private int count(TrialState state) {
    return byState.get(state).size();
  }

  /** Whether a trial was suggested. */
  public synchronized boolean has(String trialId) {
    return trials.containsKey(trialId);
  }

  /** One trial. */
  public synchronized Optional<TrialStatus> trial(String trialId) {
    return Optional.ofNullable(trials.get(trialId)).map(this::snapshot);
  }

  /** All trials in the order of their suggestion. */
  public synchronized List<TrialStatus> trials() {
    return snapshots(trials.values());
  }

  /** The trials that stand in one state, in the order they came to it. */
  public synchronized List<TrialStatus> trials(TrialState state) {
    return snapshots(byState.get(state));
  }

  /** The finished or stopped trial with the best objective, the first of equals. */
  public synchronized Optional<TrialStatus> best() {
    return best.filter(trial -> trial.objective(header.objective().metric()).isPresent())
        .map(this::snapshot);
  }

  /** Finished and stopped trials in the order they ended, from an index on. */
  public synchronized List<TrialStatus> settledTrials(int from) {
    return snapshots(settledTrials.subList(from, settledTrials.size()));
  }

  /** Attempts in the order they ended, from an index on. */
  public synchronized List<AttemptOf> settledAttempts(int from) {
    return settledAttempts.subList(from, settledAttempts.size()).stream()
        .map(settled -> new AttemptOf(settled.trial().trial, settled.attempt().snapshot()))
        .toList();
  }

  /** Attempts that have not ended. */
  public synchronized List<AttemptOf> runningAttempts() {
    return trials.values().stream()
        .flatMap(
            trial -> trial.running().map(attempt -> new AttemptOf(trial.trial, attempt.snapshot())))
        .toList();
  }

  /** An attempt and its trial. */
  public record AttemptOf(Trial trial, Attempt attempt) {}

  /** The metrics in the order they came, from an index on. */
  public synchronized List<Metric> metrics(int from) {
    List<Metric> since = new ArrayList<>(metrics.size() - from);
    for (int i = from; i < metrics.size(); i++) {
      since.add(metrics.at(i));
    }
    return since;
  }

  /** The files that were written, in the order they came, from an index on. */
  public synchronized List<Artifact> artifacts(int from) {
    return List.copyOf(artifacts.subList(from, artifacts.size()));
  }

  /** Keys of all parameters that some trial has, sorted. */
  public synchronized List<String> parameterKeys() {
    return List.copyOf(parameterKeys);
  }

  /** Names of the final metrics, in the order they first came; it only grows. */
  public synchronized List<String> finalMetrics() {
    return List.copyOf(finalMetrics);
  }

  /** Events that came too late or about nothing known, in the order they came: never counted. */
  public synchronized List<Event> ignored() {
    return List.copyOf(ignored);
  }

  /** The objective's value, as a search is told it; empty when the trial has none. */
  public synchronized OptionalDouble objective(String trialId) {
    TrialRecord trial = trials.get(trialId);
    return trial == null ? OptionalDouble.empty() : trial.objective(header.objective().metric());
  }

  private List<TrialStatus> snapshots(Collection<TrialRecord> records) {
    return records.stream().map(this::snapshot).toList();
  }

  private TrialStatus snapshot(TrialRecord trial) {
    return trial.snapshot(header.objective().metric());
  }
}
