package org.attune.sweeps.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Report;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;

/**
 * A search, and the queue of events that it has yet to observe.
 *
 * <p>Events are queued, and passed to the search just before it is asked. Each suggestion records
 * how many events the search had observed. A replay passes equally many, asks, and so repeats the
 * same calls. If the search now proposes something else, as after an extension of the sweep, its
 * unused proposals are kept and come first later.
 *
 * <p>A search that thinks may be asked on another thread. What ends meanwhile stays in the queue,
 * so the number of observed events still says what the suggestion depends on.
 */
final class Suggestions {

  /** After this many consecutive proposals of known trials, the search counts as exhausted. */
  private static final int MOST_KNOWN = 10_000;

  private final Search search;
  private final boolean exhaustive;
  private final OptionalLong most;
  private final Predicate<Trial> known;
  private final Deque<Object> line = new ArrayDeque<>();
  private final Map<String, Trial> kept = new LinkedHashMap<>();
  private Optional<Suggestion> waiting = Optional.empty();
  private long told;
  private long suggested;
  private long mismatches;
  private long skipped; // known trials proposed since the last suggestion
  private long counted; // of the search's duplicates
  private boolean done;
  private boolean waits; // the search waits for news
  private Executor background = Runnable::run;
  private boolean ahead; // it is worthwhile to ask before a slot is idle
  private Runnable answered = () -> {};
  private Optional<CompletableFuture<Proposal>> asked = Optional.empty();
  private long trials; // of the search, before it was asked

  /**
   * A trial that the search proposed.
   *
   * @param told the number of events that the search had observed
   * @param duplicates proposals before it that equalled earlier trials
   */
  record Suggestion(Trial trial, long told, long duplicates) {}

  /**
   * @param exhaustive whether the search proposes every cell, and then says that it is done
   * @param most the most trials that the budget allows
   * @param known whether a trial was suggested before
   */
  Suggestions(Search search, boolean exhaustive, OptionalLong most, Predicate<Trial> known) {
    this.search = search;
    this.exhaustive = exhaustive;
    this.most = most;
    this.known = known;
  }

  /**
   * Asks a search that {@link Search#thinks} with this executor from now on.
   *
   * @param whenAnswered called on the executor's thread after each answer
   */
  void askOn(Executor executor, Runnable whenAnswered) {
    // A search that is asked about checkpoints at any time is asked for trials on one thread only.
    if (search.thinks() && !search.carriesOn()) {
      background = executor;
      ahead = true;
      answered = whenAnswered;
    }
  }

  /** Queues a trial's end. */
  void ended(Observation observation) {
    line.add(observation);
    waits = false;
  }

  /** Queues a trial's report. */
  void reported(Report report) {
    if (search.wantsReports()) {
      line.add(report);
      waits = false;
    }
  }

  /**
   * The search's next proposal. It returns the same proposal until that is {@link #suggested};
   * empty if there is none, now or ever, or while the search {@link #thinks}.
   */
  Optional<Suggestion> ask() {
    if (waiting.isPresent() || usedUp() || done && kept.isEmpty()) {
      return waiting;
    }
    while (asked.isEmpty() && !line.isEmpty()) {
      tellNext();
    }
    if (mayPropose()) {
      Optional<Trial> trial = keptOrAsk();
      if (asked.isPresent()) { // an answer that arrives from now on is for the next call
        return Optional.empty();
      }
      waiting = trial.map(t -> new Suggestion(t, told, skipped + search.duplicates() - counted));
      waits = waiting.isEmpty() && !done && line.isEmpty();
      if (waiting.isEmpty() && !done && !line.isEmpty()) {
        return ask(); // there was news while it thought
      }
    } else {
      done = true;
    }
    return waiting;
  }

  /** Asks a search that thinks on another thread for its next proposal, before it is needed. */
  void prepare() {
    if (ahead) {
      ask();
    }
  }

  /** Whether the search was asked, and its answer has yet to be heard by {@link #ask}. */
  boolean thinks() {
    return asked.isPresent();
  }

  /** How many known trials the search proposed since its last suggestion. */
  long repeated() {
    return skipped;
  }

  /**
   * Whether the number of suggestions so far leaves some to the search. Suggestions that are none
   * of its own, as after an axis has ended, say nothing of a grid, which knows its end.
   */
  private boolean mayPropose() {
    return exhaustive && mismatches > 0 || suggested < searchTrials();
  }

  private long searchTrials() {
    trials = asked.isPresent() ? trials : search.trials();
    return trials;
  }

  private Optional<Trial> keptOrAsk() {
    if (asked.isEmpty()) {
      Iterator<Trial> first = kept.values().iterator();
      while (first.hasNext()) {
        Trial trial = first.next();
        if (!known.test(trial)) {
          return Optional.of(trial);
        }
        first.remove();
      }
    }
    return askOnce();
  }

  private Optional<Trial> askOnce() {
    for (int i = 0; i < MOST_KNOWN; i++) {
      if (asked.isEmpty()) {
        CompletableFuture<Proposal> answer = CompletableFuture.supplyAsync(search::ask, background);
        asked = Optional.of(answer);
        if (!answer.isDone()) {
          answer.whenComplete((proposal, e) -> answered.run());
        }
      }
      if (!asked.get().isDone()) {
        return Optional.empty();
      }
      Proposal proposal = asked.get().join();
      asked = Optional.empty();
      done = proposal instanceof Proposal.Done;
      if (!(proposal instanceof Proposal.Run run)) {
        return Optional.empty();
      }
      if (!known.test(run.trial())) {
        return Optional.of(run.trial());
      }
      skipped++;
    }
    done = true;
    return Optional.empty();
  }

  /**
   * Moves trials that were not suggested yet to the front. It asks the search for all that are
   * left, so the search must be one whose proposals depend on no result.
   */
  void prioritise(Predicate<Trial> first) {
    List<Trial> left = new ArrayList<>(kept.values());
    waiting.map(Suggestion::trial).filter(trial -> !left.contains(trial)).ifPresent(left::add);
    waiting = Optional.empty();
    for (Optional<Trial> next = askOnce(); next.isPresent(); next = askOnce()) {
      left.add(next.get());
    }
    kept.clear();
    left.stream().filter(first).forEach(trial -> kept.put(trial.id(), trial));
    left.forEach(trial -> kept.putIfAbsent(trial.id(), trial));
  }

  private void tellNext() {
    Object next = line.poll();
    if (next instanceof Observation end) {
      search.tell(end);
    } else {
      search.report((Report) next);
    }
    told++;
  }

  /** Records that a suggestion is in the journal, either this driver's or a replayed one. */
  void suggested(Event.Suggested event) {
    take(event);
    skipped = 0;
    counted = search.duplicates();
  }

  private void take(Event.Suggested event) {
    suggested++;
    if (waiting.isPresent() && waiting.get().trial().id().equals(event.trial().id())) {
      waiting = Optional.empty();
      kept.remove(event.trial().id());
      return;
    }
    if (kept.remove(event.trial().id()) != null) {
      return;
    }
    asked.ifPresent(CompletableFuture::join); // the search takes one call at a time
    while (told < event.told() && !line.isEmpty()) {
      tellNext();
    }
    if (search.recall(event.trial())) {
      return;
    }
    Optional<Trial> again = askOnce();
    if (!again.map(Trial::id).equals(Optional.of(event.trial().id()))) {
      mismatches++;
      again.ifPresent(trial -> kept.put(trial.id(), trial));
    }
  }

  /** Whether the search had no proposal when last asked, and has had no news since. */
  boolean waits() {
    return waits;
  }

  /** Whether the budget allows no further suggestion. */
  boolean usedUp() {
    return most.isPresent() && suggested >= most.getAsLong();
  }

  /** Whether the search may propose more, as far as is known without asking it. */
  boolean mayHaveMore() {
    return waiting.isPresent() || (!(done && kept.isEmpty()) && mayPropose());
  }

  /** The most trials that the sweep will have within its budget. */
  long trials() {
    return Math.min(searchTrials(), most.orElse(Long.MAX_VALUE));
  }

  /**
   * The number of journalled suggestions that the search no longer proposes, as after a change of
   * its program. The journal takes precedence, but the search continues differently than it would
   * have. Suggestions that a search recalled do not count.
   */
  long mismatches() {
    return mismatches;
  }
}
