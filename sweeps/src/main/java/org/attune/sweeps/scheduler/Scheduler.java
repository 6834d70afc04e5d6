package org.attune.sweeps.scheduler;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.attune.api.Start;
import org.attune.api.search.Observation;
import org.attune.api.search.Report;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.EventHandlers;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.spec.Budget;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.RetryPolicy;
import org.attune.sweeps.state.TrialRecord;
import org.attune.sweeps.state.TrialState;

/**
 * Decides what a sweep does next, from its search, stopping rules, retries and budget. A {@link
 * TrialRecord} says what the events of a trial add up to.
 *
 * <p>It is a fold over the sweep's events in journal order: equal events give an equal scheduler,
 * whether live or replayed. It starts nothing, reads no clock and has no threads; callers query it
 * for actions. A caller that acts on an answer passes the resulting events back to {@link #apply},
 * in journal order. It may do so before they are durable, but must not tell anyone before they are.
 *
 * <pre>{@code
 * scheduler.next(now).ifPresent(next -> {
 *   next.suggestion().ifPresent(scheduler::apply);
 *   scheduler.apply(new Event.Started(next.trial().id(), next.attempt(), ...));
 * });
 * }</pre>
 */
public final class Scheduler {

  private static final EventHandlers<Scheduler> HANDLERS =
      EventHandlers.of(Scheduler.class)
          .on(Event.Opened.class, Scheduler::open)
          .on(Event.Suggested.class, Scheduler::suggest)
          .on(Event.Started.class, Scheduler::start)
          .on(Event.Measured.class, Scheduler::measure)
          .on(Event.Checkpointed.class, Scheduler::save)
          .on(Event.Decided.class, Scheduler::decide)
          .on(Event.Terminal.class, Scheduler::end)
          .on(Event.Retried.class, Scheduler::retry)
          .on(Event.Prioritised.class, Scheduler::prioritise)
          .on(Event.Completed.class, (scheduler, event) -> scheduler.checkpoints.completed())
          .ignore(
              Event.Noted.class,
              Event.Suspended.class,
              Event.Rested.class,
              Event.Stated.class,
              Event.Unsealed.class,
              Event.Reused.class)
          .build();

  private final Budget budget;
  private final WallTime wallTime;
  private final String objective;
  private final Suggestions suggestions;
  private final Rules rules;
  private final Map<String, LiveTrial> live = new LinkedHashMap<>();
  private final Map<String, TrialRecord> failed = new HashMap<>();
  private final Set<String> known = new HashSet<>(); // every trial's id
  private final WaitingTrials waiting = new WaitingTrials();
  private final KnownCheckpoints checkpoints;
  private final Map<String, StopDecision> decisions = new LinkedHashMap<>(); // by attempt
  private final boolean searchIsBlind;
  private final boolean everyCell;
  private RetryPolicy policy;
  private int epoch;

  /** Creates a scheduler for a sweep that has not started. */
  public Scheduler(SweepSpec spec, Search search) {
    this.budget = spec.budget();
    this.wallTime = new WallTime(budget);
    SearchMethod method = SearchMethods.named(spec.search().name());
    boolean ofMethod = !spec.seedsFollowClaims();
    this.searchIsBlind = ofMethod && !method.looksAtResults(spec.search().settings());
    this.everyCell = !ofMethod || method.exhaustive();
    this.objective = spec.objective().metric();
    this.policy = new RetryPolicy(spec.execution().retries());
    this.suggestions =
        new Suggestions(
            search,
            ofMethod && method.exhaustive(),
            budget.trials(),
            trial -> known.contains(trial.id()));
    this.rules =
        new Rules(spec.stop(), spec.objective(), spec.lengths(), search.cutBy().isPresent());
    this.checkpoints =
        new KnownCheckpoints(spec.execution().checkpoints().keep(), spec.objectives(), search);
  }

  /**
   * An attempt to start.
   *
   * @param suggestion of the trial, to be journalled before the start; empty if the journal already
   *     has it
   * @param start where the attempt starts; empty if the checkpoint that its trial resumes is
   *     missing
   */
  public record Next(
      Trial trial, int attempt, Optional<Event.Suggested> suggestion, Optional<Start> start) {}

  /** An attempt that has started and not ended. */
  public record Running(Trial trial, int attempt, int epoch) {}

  /**
   * Asks a search that {@link Search#thinks} with this executor from now on. While it thinks,
   * {@link #next} has no new trial.
   *
   * @param answered called on the executor's thread after each answer
   */
  void askOn(Executor executor, Runnable answered) {
    suggestions.askOn(executor, answered);
  }

  /** Asks a search that thinks on another thread for its next trial, ahead of need. */
  void prepare(Instant now) {
    if (!wallTime.usedUp(now)) {
      suggestions.prepare();
    }
  }

  /** Applies the next event. Ignores events about unknown things, and events that come too late. */
  public void apply(Event event) {
    wallTime.apply(event);
    HANDLERS.handle(this, event);
  }

  private void open(Event.Opened event) {
    epoch = event.epoch();
    policy = new RetryPolicy(event.header().retries());
  }

  private void suggest(Event.Suggested event) {
    if (!known.contains(event.trial().id())) {
      suggestions.suggested(event); // a replay asks the search, which may propose it
      known.add(event.trial().id());
      checkpoints.suggested(event.trial());
      add(new TrialRecord(event.trial()));
    }
  }

  /** A search that looks at results keeps its order; of its trials those move that wait. */
  private void prioritise(Event.Prioritised event) {
    waiting.prioritise(trial -> event.matches(trial.configuration()));
    if (searchIsBlind) {
      suggestions.prioritise(trial -> event.matches(trial.configuration()));
    }
  }

  private void add(TrialRecord record) {
    LiveTrial trial = new LiveTrial(record);
    live.put(record.trial().id(), trial);
    waiting.add(trial);
  }

  private void start(Event.Started event) {
    LiveTrial trial = live.get(event.trialId());
    if (trial == null) {
      return;
    }
    boolean waited = trial.waits();
    if (trial.record.start(event, epoch, event.provenance()) && waited) {
      waiting.remove(trial);
    }
  }

  /** The trial whose attempt runs; empty if the event comes too late. */
  private Optional<LiveTrial> running(Event.OfAttempt event) {
    return Optional.ofNullable(live.get(event.trialId()))
        .filter(trial -> trial.record.runs(event.attempt()));
  }

  private void save(Event.Checkpointed event) {
    running(event).ifPresent(trial -> checkpoints.written(event));
  }

  private void decide(Event.Decided event) {
    running(event)
        .ifPresent(
            trial -> {
              trial.decide(event.attempt());
              decisions.remove(event.key());
            });
  }

  private void measure(Event.Measured event) {
    running(event).ifPresent(trial -> measure(event, trial));
  }

  private void end(Event.Terminal event) {
    running(event).ifPresent(trial -> end(event, trial));
  }

  private void measure(Event.Measured event, LiveTrial trial) {
    Map<String, Double> fresh = trial.record.measure(event);
    if (fresh.isEmpty()) {
      return;
    }
    Report report = new Report(trial.trial(), event.attempt(), event.step(), fresh);
    suggestions.reported(report);
    trial
        .judge(report, rules.report(report), event.time())
        .ifPresent(decision -> decisions.putIfAbsent(decision.event().key(), decision));
  }

  private void end(Event.Terminal event, LiveTrial trial) {
    if (!decisions.isEmpty()) {
      decisions.remove(event.key());
    }
    trial.record.end(event, policy);
    TrialState state = trial.record.state();
    if (state.terminal()) {
      Observation end = trial.end(objective);
      waiting.remove(trial);
      live.remove(event.trialId()); // the ends of its other attempts come too late
      if (state == TrialState.FAILED) {
        failed.put(event.trialId(), trial.record);
      }
      suggestions.ended(end);
      rules.ended(end);
      checkpoints.ended(end);
    } else if (trial.waits() && event instanceof Event.Paused) {
      waiting.addPaused(trial);
    } else if (trial.waits()) {
      waiting.addAgain(trial);
    }
  }

  /** Whether a trial has failed permanently. */
  boolean hasFailed(String trialId) {
    return failed.containsKey(trialId);
  }

  private void retry(Event.Retried event) {
    TrialRecord trial = failed.remove(event.trialId());
    if (trial != null) {
      trial.retry();
      add(trial);
      checkpoints.retried(event.trialId());
    }
  }

  /**
   * The attempt to start now: of a trial waiting for a retry, else of a new trial, else of a paused
   * one. Returns the same answer until its start is applied.
   *
   * @return empty if there is nothing to start, now or ever
   */
  public Optional<Next> next(Instant now) {
    return next(now, trialId -> true);
  }

  /**
   * Like {@link #next(Instant)}, but retries only trials that the predicate accepts.
   *
   * @param welcome tests a trial's id; rejected trials wait, and later ones start before them
   */
  Optional<Next> next(Instant now, Predicate<String> welcome) {
    if (wallTime.usedUp(now)) {
      return Optional.empty();
    }
    Optional<LiveTrial> tried = waiting.next(welcome);
    if (tried.isPresent()) {
      return Optional.of(again(tried.get()));
    }
    Optional<Next> fresh =
        suggestions
            .ask()
            .map(
                suggestion ->
                    new Next(
                        suggestion.trial(),
                        1,
                        Optional.of(
                            new Event.Suggested(
                                suggestion.trial(),
                                suggestion.told(),
                                suggestion.duplicates(),
                                now)),
                        checkpoints.start(suggestion.trial())));
    return fresh.or(() -> waiting.nextPaused().map(this::again));
  }

  private Next again(LiveTrial trial) {
    return new Next(
        trial.trial(),
        trial.record.lastAttempt() + 1,
        Optional.empty(),
        checkpoints.start(trial.trial()));
  }

  /** The paths of checkpoints that nothing will start from any more; returns each path once. */
  public List<String> supersededCheckpoints() {
    return checkpoints.superseded();
  }

  /** The paths of all checkpoints to keep. */
  public Set<String> keptCheckpoints() {
    return checkpoints.kept();
  }

  /** The decisions of stopping rules that are not yet journalled. */
  public List<StopDecision> decisions() {
    return List.copyOf(decisions.values());
  }

  /**
   * A user's decision to end a trial's running attempts: one event for each attempt without a
   * decision.
   */
  public List<Event.Decided> stop(String trialId, String reason, Instant now) {
    LiveTrial trial = live.get(trialId);
    return trial == null ? List.of() : trial.stop(reason, now);
  }

  /** Attempts that have started and not ended. */
  public List<Running> running() {
    return live.values().stream()
        .flatMap(
            trial ->
                trial.record.running().stream()
                    .map(attempt -> new Running(trial.trial(), attempt.number(), attempt.epoch())))
        .toList();
  }

  /**
   * Whether more slots would be useful, as far as the scheduler knows without asking the search.
   */
  public boolean wantsMore(Instant now) {
    return !wallTime.usedUp(now)
        && (!waiting.isEmpty()
            || (!suggestions.usedUp() && suggestions.mayHaveMore() && !suggestions.waits()));
  }

  /** The number of trials that wait for another attempt or are paused. */
  int waiting() {
    return waiting.size();
  }

  /** Whether the search, when last asked, waited for a trial to end, and none has ended since. */
  boolean searchWaits() {
    return suggestions.waits();
  }

  /** Why nothing is left to run, once that is so. */
  public Optional<Ending> ending(Instant now) {
    if (live.values().stream().anyMatch(trial -> !trial.waits()) || next(now).isPresent()) {
      return Optional.empty();
    }
    boolean more = !waiting.isEmpty() || suggestions.mayHaveMore();
    if (more && wallTime.usedUp(now)) {
      return Optional.of(new Ending(Ending.Kind.BUDGET, wallTime.reason(now)));
    }
    if (more && suggestions.usedUp()) {
      return Optional.of(
          new Ending(
              Ending.Kind.BUDGET,
              "the budget of %,d trials is used up".formatted(budget.trials().getAsLong())));
    }
    if (more && suggestions.thinks()) {
      return Optional.empty();
    }
    if (more) {
      throw new IllegalStateException(
          "The search waits for a trial to end, and none is running"
              + (suggestions.repeated() == 0
                  ? ""
                  : "; it proposed a trial again, and no trial runs twice (%,d times)"
                      .formatted(suggestions.repeated())));
    }
    return Optional.of(Ending.COMPLETE);
  }

  /**
   * The key of the sweep file that allows no trial beside those that the sweep has. Empty while
   * another may come, and where every cell of the file has run.
   */
  public Optional<String> limit(Instant now) {
    if (wallTime.usedUp(now)) {
      return Optional.of(wallTime.key(now));
    }
    boolean another = next(now, trialId -> false).flatMap(Next::suggestion).isPresent();
    if (suggestions.usedUp()) {
      return another ? Optional.empty() : Optional.of("budget.trials");
    }
    return another || suggestions.mayHaveMore() || everyCell
        ? Optional.empty()
        : Optional.of("search.trials");
  }

  /** The latest driver's epoch. */
  int epoch() {
    return epoch;
  }

  /** The most trials that the sweep will have within its budget. */
  public long trials() {
    return suggestions.trials();
  }

  /**
   * The number of earlier drivers' suggestions that the search would not repeat, as after a change
   * of its program; the journal takes precedence.
   */
  public long mismatches() {
    return suggestions.mismatches();
  }
}
