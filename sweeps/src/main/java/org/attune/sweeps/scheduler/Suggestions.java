package org.attune.sweeps.scheduler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.search.Observation;
import org.attune.sweeps.search.Proposal;
import org.attune.sweeps.search.Report;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.Trial;

/**
 * A search, and what it is still to be told.
 *
 * <p>What happens is put into a line and told just before the search is asked. With each suggestion
 * goes how much had been told by then; a replay tells as much, asks, and so takes the search
 * through the same calls. Where the search now proposes something else than it did, as after the
 * sweep was extended, the proposals that were not taken up are kept, and come first later.
 */
final class Suggestions {

  /** Proposals in a row that are known already, after which the search counts as exhausted. */
  private static final int MOST_KNOWN = 10_000;

  private final Search search;
  private final OptionalLong most;
  private final Predicate<Trial> known;
  private final Deque<Object> line = new ArrayDeque<>();
  private final Map<String, Trial> kept = new LinkedHashMap<>();
  private Optional<Suggestion> waiting = Optional.empty();
  private long told;
  private long suggested;
  private long strangers;
  private long skipped; // known trials that were proposed since the last suggestion
  private long counted; // of the search's duplicates
  private boolean done;
  private boolean waits; // the search, for news

  /**
   * A trial that the search proposed.
   *
   * @param told how much the search had been told
   * @param duplicates proposals before it that were equal to earlier trials
   */
  record Suggestion(Trial trial, long told, long duplicates) {}

  /**
   * @param most trials that the budget allows
   * @param known whether a trial was suggested before
   */
  Suggestions(Search search, OptionalLong most, Predicate<Trial> known) {
    this.search = search;
    this.most = most;
    this.known = known;
  }

  /** A trial has ended. */
  void ended(Observation observation) {
    line.add(observation);
    waits = false;
  }

  /** A trial has reported. */
  void reported(Report report) {
    if (search.wantsReports()) {
      line.add(report);
      waits = false;
    }
  }

  /**
   * What the search proposes now, the same again until it was {@link #suggested}; empty when there
   * is nothing, for now or for good.
   */
  Optional<Suggestion> ask() {
    if (waiting.isPresent() || usedUp() || done && kept.isEmpty()) {
      return waiting;
    }
    while (!line.isEmpty()) {
      tellNext();
    }
    if (suggested < search.trials()) {
      waiting =
          keptOrAsk()
              .map(trial -> new Suggestion(trial, told, skipped + search.duplicates() - counted));
      waits = waiting.isEmpty() && !done;
    } else {
      done = true;
    }
    return waiting;
  }

  private Optional<Trial> keptOrAsk() {
    kept.values().removeIf(known);
    Optional<Trial> first = kept.values().stream().findFirst();
    return first.isPresent() ? first : askOnce();
  }

  private Optional<Trial> askOnce() {
    for (int i = 0; i < MOST_KNOWN; i++) {
      Proposal proposal = search.ask();
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

  private void tellNext() {
    Object next = line.poll();
    if (next instanceof Observation end) {
      search.tell(end);
    } else {
      search.report((Report) next);
    }
    told++;
  }

  /** A suggestion is in the journal: of this driver, or of an earlier one that is replayed. */
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
    while (told < event.told() && !line.isEmpty()) {
      tellNext();
    }
    if (search.recall(event.trial())) {
      return;
    }
    Optional<Trial> again = askOnce();
    if (!again.map(Trial::id).equals(Optional.of(event.trial().id()))) {
      strangers++;
      again.ifPresent(trial -> kept.put(trial.id(), trial));
    }
  }

  /** Whether the search had nothing when it was asked last, and has not been told more since. */
  boolean waits() {
    return waits;
  }

  /** Whether the budget allows no further suggestion. */
  boolean usedUp() {
    return most.isPresent() && suggested >= most.getAsLong();
  }

  /** Whether the search may propose more, as far as can be told without asking it. */
  boolean mayHaveMore() {
    return waiting.isPresent() || (!(done && kept.isEmpty()) && suggested < search.trials());
  }

  /** How many trials there will be at most, those of the budget only. */
  long trials() {
    return Math.min(search.trials(), most.orElse(Long.MAX_VALUE));
  }

  /**
   * Suggestions in the journal that the search does not propose any more, as after its program was
   * changed: the journal stands, but the search does not go on as it would have. What a search
   * could recall is not among them.
   */
  long strangers() {
    return strangers;
  }
}
