package org.attune.sweeps.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.EventHandlers;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.event.SweepPlan;

/**
 * The state resulting from a sweep's events. Equal events give an equal state, live or replayed.
 *
 * <p>An attempt ends once: its first terminal event counts; later ones are {@linkplain
 * SweepView#ignored ignored} and change nothing. A trial ends with the first attempt that ends it;
 * a later attempt is abandoned. The class is thread-safe; returned values are snapshots. Two calls
 * may see two moments: take a {@link #view} for several consistent answers.
 */
public final class SweepState {

  private static final EventHandlers<SweepState> HANDLERS =
      EventHandlers.of(SweepState.class)
          .on(Event.Opened.class, SweepState::open)
          .on(Event.Suggested.class, SweepState::suggest)
          .on(Event.Started.class, SweepState::start)
          .on(Event.Noted.class, SweepState::note)
          .on(Event.Measured.class, SweepState::measure)
          .on(Event.Decided.class, (state, event) -> state.running(event))
          .on(Event.Checkpointed.class, SweepState::save)
          .on(Event.Terminal.class, SweepState::end)
          .on(Event.Retried.class, SweepState::retry)
          .on(Event.Completed.class, (state, event) -> state.completed = Optional.of(event))
          .on(Event.Suspended.class, (state, event) -> state.suspended = Optional.of(event))
          .on(Event.Rested.class, SweepState::rest)
          .on(Event.Stated.class, SweepState::state)
          .on(Event.Unsealed.class, (state, event) -> state.openings.add(event.seen()))
          .on(Event.Reused.class, (state, event) -> state.reused.addAll(event.plans()))
          .on(Event.Prioritised.class, (state, event) -> state.prioritised = Optional.of(event))
          .build();

  private final Map<String, TrialRecord> trials = new LinkedHashMap<>();
  private final Map<TrialState, TrialSet> unsettled = new EnumMap<>(TrialState.class);
  private final Map<AttemptRecord, Trial> runningAttempts = new LinkedHashMap<>();
  private final SettledTrials settled;
  private final AppendLog<TrialAttempt> settledAttempts = new AppendLog<>();
  private final AppendLog<Artifact> artifacts = new AppendLog<>();
  private final MetricLog metrics = new MetricLog();
  private final SharedFacts facts = new SharedFacts();
  private final Set<String> knownKeys = new HashSet<>();
  private final AppendLog<Event> ignored = new AppendLog<>();
  private SweepHeader header;
  private RetryPolicy policy;
  private final RunClock clock = new RunClock();
  private List<String> parameterKeys = List.of();
  private int epoch;
  private long duplicates;
  private long events = 1;
  private Optional<Event.Completed> completed = Optional.empty();
  private Optional<Event.Suspended> suspended = Optional.empty();
  private final Map<String, Event.Rested> resting = new LinkedHashMap<>();
  private final Map<String, ClaimStatement> stated = new LinkedHashMap<>();
  private final List<SweepPlan> plans = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final Set<SweepPlan> reused = new LinkedHashSet<>();
  private Optional<Event.Prioritised> prioritised = Optional.empty();
  private final Set<String> openings = new LinkedHashSet<>();
  private Optional<Instant> firstResult = Optional.empty();
  private Optional<SweepView> view = Optional.empty();

  /** Creates the state of a sweep that was just opened for the first time. */
  public SweepState(Event.Opened opened) {
    this.header = opened.header();
    this.policy = new RetryPolicy(header.retries());
    clock.apply(opened);
    this.epoch = opened.epoch();
    plans.add(header.plan());
    this.settled = new SettledTrials(header.objective());
    for (TrialState state : TrialState.values()) {
      if (!state.successful()) {
        unsettled.put(state, new TrialSet(header.objective().metric()));
      }
    }
  }

  /** Applies the next event. */
  public synchronized void apply(Event event) {
    if (event instanceof Event.Opened opened && opened.epoch() == epoch) {
      return; // this state was created from it
    }
    view = Optional.empty();
    events++;
    clock.apply(event);
    if (firstResult.isEmpty() && tellsNumbers(event)) {
      firstResult = Optional.of(event.time());
    }
    HANDLERS.handle(this, event);
  }

  private void open(Event.Opened opened) {
    epoch = opened.epoch();
    change(opened);
    judge(opened.header().objective());
    completed = completed.filter(over -> opened.header().trials() == header.trials());
    header = opened.header();
    plan(header.plan());
    policy = new RetryPolicy(header.retries());
    suspended = Optional.empty();
    resting.clear(); // they were on another driver's executors
  }

  private void retry(Event.Retried event) {
    change(event, trials.get(event.trialId()), TrialRecord::retry);
    completed = Optional.empty();
  }

  private void rest(Event.Rested event) {
    resting.remove(event.who());
    if (event.until().isAfter(event.time())) {
      resting.put(event.who(), event);
    }
  }

  private void state(Event.Stated event) {
    ClaimStatement now = new ClaimStatement(event.time(), firstResult.isEmpty());
    event.claims().forEach(claim -> stated.putIfAbsent(claim, now));
  }

  /** Compares the trials by another objective from now on. */
  private void judge(Objective objective) {
    if (!objective.equals(header.objective())) {
      trials.values().forEach(TrialRecord::forgetSnapshot);
      settled.judge(objective, trials::get);
      unsettled.values().forEach(set -> set.judge(objective.metric()));
    }
  }

  private void change(Event.Opened opened) {
    if (!trials.isEmpty() && !opened.header().plan().equals(header.plan())) {
      changes.add(
          new Change(
              opened.epoch(),
              opened.time(),
              header.specText(),
              opened.header().specText(),
              trials.size(),
              completed.isPresent(),
              header.design().looksAtResults()));
    }
  }

  private void plan(SweepPlan plan) {
    if (firstResult.isEmpty()) {
      plans.clear();
    }
    if (plans.isEmpty() || !plans.get(plans.size() - 1).equals(plan)) {
      plans.add(plan);
    }
  }

  private void suggest(Event.Suggested event) {
    duplicates += event.duplicates();
    TrialRecord trial = new TrialRecord(event.trial());
    if (trials.putIfAbsent(event.trial().id(), trial) != null) {
      ignored.add(event);
      return;
    }
    unsettled.get(TrialState.PENDING).add(trial);
    Configuration configuration = event.trial().configuration();
    if (learnKeys(configuration.values()) | learnKeys(configuration.holes())) {
      parameterKeys = knownKeys.stream().sorted().toList();
    }
    completed = Optional.empty();
  }

  private boolean learnKeys(Map<String, String> texts) {
    boolean more = false;
    for (Map.Entry<String, String> each : texts.entrySet()) { // keySet() would be kept for ever
      more |= knownKeys.add(each.getKey());
    }
    return more;
  }

  /** Whether someone who reads the journal after this event knows a number of a trial. */
  private static boolean tellsNumbers(Event event) {
    return event instanceof Event.Measured
        || event instanceof Event.Finished
        || event instanceof Event.Stopped;
  }

  private void start(Event.Started event) {
    TrialRecord trial = trials.get(event.trialId());
    boolean isNew = trial != null && trial.attempt(event.attempt()).isEmpty();
    change(event, trial, record -> record.start(event, epoch, facts.of(event.provenance())));
    if (isNew) {
      runningAttempts.put(trial.attempt(event.attempt()).orElseThrow(), trial.trial());
    }
  }

  /** The trial whose attempt runs; without one the event came too late, and is ignored. */
  private Optional<TrialRecord> running(Event.OfAttempt event) {
    Optional<TrialRecord> trial =
        Optional.ofNullable(trials.get(event.trialId())).filter(t -> t.runs(event.attempt()));
    if (trial.isEmpty()) {
      ignored.add(event);
    }
    return trial;
  }

  private void note(Event.Noted event) {
    running(event)
        .ifPresent(
            trial -> {
              Map<String, String> known =
                  new HashMap<>(
                      trial.attempt(event.attempt()).orElseThrow().snapshot().provenance());
              known.putAll(event.provenance());
              trial.note(event.attempt(), facts.of(known));
              touch(trial);
            });
  }

  private void save(Event.Checkpointed event) {
    running(event)
        .ifPresent(
            trial -> {
              trial.saved(event);
              touch(trial);
              artifacts.add(
                  new Artifact(
                      trial.trial().id(),
                      event.attempt(),
                      event.step(),
                      event.kind(),
                      event.path(),
                      event.bytes(),
                      event.time()));
            });
  }

  private void measure(Event.Measured event) {
    running(event).ifPresent(trial -> measure(trial, event));
  }

  private void measure(TrialRecord trial, Event.Measured event) {
    Map<String, Double> fresh = trial.measure(event);
    int report = trial.attempt(event.attempt()).orElseThrow().reports();
    // Sorted, because a map's own order differs between processes.
    (fresh.size() > 1 ? new TreeMap<>(fresh) : fresh)
        .forEach(
            (name, value) ->
                metrics.add(
                    new MetricPoint(
                        trial.trial().id(),
                        event.attempt(),
                        event.step(),
                        report,
                        name,
                        value,
                        event.time())));
    if (!fresh.isEmpty()) {
      touch(trial);
    }
  }

  private void end(Event.Terminal event) {
    TrialRecord trial = trials.get(event.trialId());
    boolean ran = trial != null && trial.runs(event.attempt());
    change(event, trial, record -> record.end(event, policy));
    if (ran) {
      AttemptRecord attempt = trial.attempt(event.attempt()).orElseThrow();
      runningAttempts.remove(attempt);
      settledAttempts.add(new TrialAttempt(trial.trial(), attempt.snapshot()));
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
    boolean moved = trial.state() != before; // a settled trial never does
    if (moved) {
      unsettled.get(before).remove(trial);
    }
    if (moved && !trial.state().successful()) {
      unsettled.get(trial.state()).add(trial);
    }
    touch(trial);
    if (moved && trial.state().successful()) {
      settled.add(trial);
    }
  }

  /** Makes the next view show the trial's new state. */
  private void touch(TrialRecord trial) {
    if (trial.state().successful()) {
      settled.changed(trial);
    } else {
      unsettled.get(trial.state()).changed();
    }
  }

  /** A snapshot of the sweep. Returns the same object until the next event. */
  public synchronized SweepView view() {
    if (view.isEmpty()) {
      view = Optional.of(look());
    }
    return view.get();
  }

  private SweepView look() {
    List<TrialStatus> others = new ArrayList<>();
    unsettled.values().forEach(trials -> others.addAll(trials.statuses()));
    return new SweepView(
        header,
        clock.startedAt().orElseThrow(),
        clock.ran(),
        clock.deadline(header.wallTime(), header.runTime()),
        epoch,
        events,
        completed,
        suspended,
        List.copyOf(resting.values()),
        counts(),
        best(),
        settled.meanWallTime(),
        settled.items(),
        Collections.unmodifiableList(others),
        settledAttempts.items(),
        runningAttempts(),
        metrics.items(),
        artifacts.items(),
        parameterKeys,
        settled.metrics(),
        ignored.items(),
        duplicates,
        Collections.unmodifiableMap(new LinkedHashMap<>(stated)),
        Collections.unmodifiableSet(new LinkedHashSet<>(openings)),
        List.copyOf(plans),
        List.copyOf(changes),
        List.copyOf(reused),
        prioritised,
        firstResult);
  }

  /** The facts fixed when the sweep first started. */
  public synchronized SweepHeader header() {
    return header;
  }

  /** When and why the sweep was declared complete; empty while trials remain. */
  public synchronized Optional<Event.Completed> completed() {
    return completed;
  }

  /** The number of trials in each state. */
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
    return state.successful() ? settled.count(state) : unsettled.get(state).size();
  }

  /** Whether a trial was suggested. */
  public synchronized boolean has(String trialId) {
    return trials.containsKey(trialId);
  }

  /** Whether an attempt at a trial was started. */
  public synchronized boolean hasAttempt(String trialId, int attempt) {
    TrialRecord trial = trials.get(trialId);
    return trial != null && trial.attempt(attempt).isPresent();
  }

  /** Whether an attempt at a trial has started and not ended. */
  public synchronized boolean runs(String trialId, int attempt) {
    return has(trialId) && trials.get(trialId).runs(attempt);
  }

  /** One trial. */
  public synchronized Optional<TrialStatus> trial(String trialId) {
    return Optional.ofNullable(trials.get(trialId)).map(this::snapshot);
  }

  /** The trials in one state, in the order they entered it. */
  public synchronized List<TrialStatus> trials(TrialState state) {
    return state.successful() ? settled.items(state) : unsettled.get(state).statuses();
  }

  /**
   * The finished trial with the best finite objective, the first of equals; if no finished trial
   * has one, the best stopped trial.
   */
  public synchronized Optional<TrialStatus> best() {
    return settled.best();
  }

  /** Attempts that have not ended, in the order they started. */
  public synchronized List<TrialAttempt> runningAttempts() {
    return runningAttempts.entrySet().stream()
        .map(running -> new TrialAttempt(running.getValue(), running.getKey().snapshot()))
        .toList();
  }

  private TrialStatus snapshot(TrialRecord trial) {
    return trial.snapshot(header.objective().metric());
  }
}
