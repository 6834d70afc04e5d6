package org.attune.sweeps.reuse;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.scheduler.Reuse;
import org.attune.sweeps.scheduler.Scheduler;
import org.attune.sweeps.scheduler.SlotLocation;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/**
 * Sweeps whose trials a sweep adopts. A trial is adopted from the first of them that finished it
 * with the same configuration, seed, data, code and type of device. A trial that did not finish
 * there goes on from its checkpoint. Only one thread may use an object.
 */
public final class EarlierSweeps implements Reuse {

  private final List<EarlierSweep> sweeps;
  private final SweepHeader ours;
  private final SortedSet<String> required;
  private final Copies copies;
  private final Set<String> announced = new HashSet<>();
  private final Set<String> carriedOn = new HashSet<>();

  /**
   * @param sweeps in the order of preference
   * @param ours the header of the sweep that adopts
   * @param required digests of claims that an adopted trial must be evidence for; empty if any
   *     trial will do
   * @param copies where the sweep's checkpoints are
   */
  public EarlierSweeps(
      List<EarlierSweep> sweeps, SweepHeader ours, SortedSet<String> required, Copies copies) {
    this.sweeps = List.copyOf(sweeps);
    this.ours = ours;
    this.required = required;
    this.copies = copies;
  }

  private record Found(EarlierSweep in, TrialStatus trial, Attempt attempt) {}

  /**
   * Counts existing trials.
   *
   * @param place where they would be trained
   * @return numbers by directory, and by the reason why an existing trial is not adopted
   */
  public static Stock stock(
      List<EarlierSweep> sweeps,
      SweepHeader ours,
      SortedSet<String> required,
      List<Trial> trials,
      SlotLocation place) {
    SortedMap<String, Integer> bySweep = new TreeMap<>();
    SortedMap<String, Integer> refused = new TreeMap<>();
    for (Trial trial : trials) {
      Map<String, Integer> why = new HashMap<>();
      Optional<Found> found = find(trial, TrialState.FINISHED, sweeps, ours, required, place, why);
      if (found.isPresent()) {
        bySweep.merge(found.get().in().directory(), 1, Integer::sum);
      } else {
        why.keySet().stream()
            .sorted()
            .findFirst()
            .ifPresent(r -> refused.merge(r, 1, Integer::sum));
      }
    }
    return new Stock(bySweep, refused);
  }

  /**
   * Trials that other sweeps have.
   *
   * @param bySweep how many can be adopted, by directory
   * @param refused how many cannot although they have the same configuration and seed, by reason
   */
  public record Stock(SortedMap<String, Integer> bySweep, SortedMap<String, Integer> refused) {

    /** How many can be adopted. */
    public int adoptable() {
      return bySweep.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  private static Optional<Found> find(
      Trial trial,
      TrialState state,
      List<EarlierSweep> sweeps,
      SweepHeader ours,
      SortedSet<String> required,
      SlotLocation place,
      Map<String, Integer> refused) {
    for (EarlierSweep sweep : sweeps) {
      Optional<TrialStatus> same = sweep.same(trial).filter(status -> status.state() == state);
      Optional<Attempt> attempt = same.flatMap(TrialStatus::attempt);
      if (attempt.isEmpty()) {
        continue;
      }
      Optional<String> reason =
          hidden(sweep)
              .or(() -> Sameness.otherSweep(sweep.view().header(), ours))
              .or(() -> Sameness.otherAttempt(attempt.get(), place))
              .or(
                  () ->
                      sweep.origin(attempt.get()).claims().containsAll(required)
                          ? Optional.empty()
                          : Optional.of("a claim stated after it ran, which decides on seeds"));
      if (reason.isEmpty()) {
        return Optional.of(new Found(sweep, same.get(), attempt.get()));
      }
      refused.merge(reason.get(), 1, Integer::sum);
    }
    return Optional.empty();
  }

  /** An adopted trial would show its sealed numbers in this sweep. */
  private static Optional<String> hidden(EarlierSweep sweep) {
    return sweep.view().sealed()
        ? Optional.of("sealed metrics that its lab hides until its claims are judged")
        : Optional.empty();
  }

  @Override
  public List<Event> adopted(Scheduler.Next next, SlotLocation place, Instant now) {
    Trial trial = next.trial();
    if (trial.origin().isPresent()) {
      return List.of();
    }
    Optional<Found> finished =
        find(trial, TrialState.FINISHED, sweeps, ours, required, place, new HashMap<>());
    if (finished.isPresent()) {
      return finished(finished.get(), next.attempt(), now);
    }
    boolean fresh = next.start().filter(start -> start.atBeginning()).isPresent();
    return fresh && carriedOn.add(trial.id())
        ? carriedOn(trial, next.attempt(), place, now)
        : List.of();
  }

  private List<Event> finished(Found found, int attempt, Instant now) {
    String trial = found.trial().trial().id();
    List<Event> events = begin(found, attempt, now);
    Map<String, String> atEnd = new TreeMap<>(found.attempt().provenance());
    atEnd.keySet().retainAll(Continuation.OF_THE_END);
    events.add(new Event.Finished(trial, attempt, found.attempt().metrics(), atEnd, now));
    return events;
  }

  private List<Event> begin(Found found, int attempt, Instant now) {
    List<Event> events = new ArrayList<>();
    if (announced.add(found.in().directory())) {
      events.add(found.in().reused(now));
    }
    events.addAll(
        Continuation.begin(
            found.in(), found.trial(), found.trial().trial().id(), attempt, Long.MAX_VALUE, now));
    return events;
  }

  /** A trial that was stopped, or whose sweep was interrupted, and that left a checkpoint. */
  private List<Event> carriedOn(Trial trial, int attempt, SlotLocation place, Instant now) {
    for (TrialState state : List.of(TrialState.STOPPED, TrialState.PENDING)) {
      Optional<Found> found = find(trial, state, sweeps, ours, required, place, new HashMap<>());
      if (found.isPresent()) {
        EarlierSweep in = found.get().in();
        List<Event> events =
            new Continuation(in, copies)
                .events(
                    found.get().trial(),
                    trial.id(),
                    attempt,
                    step ->
                        "adopted up to step %d from %s, and goes on from its checkpoint"
                            .formatted(step, in.directory()),
                    now);
        if (!events.isEmpty() && announced.add(in.directory())) {
          events.add(0, in.reused(now));
        }
        if (!events.isEmpty()) {
          return events;
        }
      }
    }
    return List.of();
  }
}
