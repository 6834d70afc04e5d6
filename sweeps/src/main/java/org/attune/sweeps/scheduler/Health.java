package org.attune.sweeps.scheduler;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;

/**
 * Records where trials fail. An executor with several failed trials in a row enters cool-down: it
 * gets no trials for a while, longer each time. So does a host that loses one executor after
 * another.
 *
 * <p>A trial that also fails on a second executor (on a second host, if there are several) is
 * itself suspect, which clears the executors on which it failed. The last executor outside
 * cool-down never enters it.
 */
final class Health {

  /**
   * Failed trials in a row: fewer may be the trials' fault, and more would cost each of them an
   * attempt.
   */
  static final int IN_A_ROW = 3;

  static final Duration FIRST_REST = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 4;

  private final Collection<SlotLocation> places;
  private final Map<String, Record> executors = new LinkedHashMap<>();
  private final Map<String, Record> hosts = new LinkedHashMap<>();
  private final Map<String, Set<SlotLocation>> failedAt = new HashMap<>(); // by trial

  /**
   * @param places the places of all present slots; the collection changes as slots come and go
   */
  Health(Collection<SlotLocation> places) {
    this.places = places;
  }

  /**
   * An executor or host enters or leaves cool-down.
   *
   * @param who an executor or a host, as named in messages
   * @param time of cool-down; zero when it ends
   */
  record CoolDown(String who, String reason, Duration time) {}

  /** The health of an executor or a host. */
  private static final class Record {
    final String who;
    final String whatFailed;
    final Set<String> failures = new LinkedHashSet<>();
    int enough = IN_A_ROW;
    int rests;
    OptionalLong until = OptionalLong.empty();

    /** Whether it lost a slot and no new slot has arrived since. */
    boolean lost;

    Record(String who, String whatFailed) {
      this.who = who;
      this.whatFailed = whatFailed;
    }

    boolean rests() {
      return until.isPresent();
    }

    void clear() {
      failures.clear();
      enough = IN_A_ROW;
      rests = 0;
    }

    CoolDown rest(long nanos) {
      Duration time = FIRST_REST.multipliedBy(1L << Math.min(rests, MOST_DOUBLINGS));
      until = OptionalLong.of(nanos + time.toNanos());
      rests++;
      return new CoolDown(who, "%d %s in a row".formatted(failures.size(), whatFailed), time);
    }

    /** Ends the cool-down because the trials were at fault, or because the executor works again. */
    CoolDown pardon() {
      until = OptionalLong.empty();
      clear();
      return new CoolDown(
          who, "what failed on it fails elsewhere, or others end well", Duration.ZERO);
    }

    /** Ends the cool-down; after it, a single failure starts the next. */
    CoolDown wake(String reason) {
      until = OptionalLong.empty();
      failures.clear();
      enough = 1;
      return new CoolDown(who, reason, Duration.ZERO);
    }
  }

  /** Records the end of a trial's attempt whose slot is still present. */
  void ended(SlotLocation place, Event.OfAttempt end) {
    if (end instanceof Event.Failed failed) {
      if (mayBeThePlaces(failed.cause())) {
        failed(place, failed.trialId());
      }
    } else {
      failedAt.remove(end.trialId());
      Optional.ofNullable(executors.get(place.executor())).ifPresent(Record::clear);
      Optional.ofNullable(hosts.get(place.host())).ifPresent(Record::clear);
    }
  }

  /** Records a slot's arrival. */
  void arrived(SlotLocation place) {
    Optional.ofNullable(executors.get(place.executor())).ifPresent(record -> record.lost = false);
  }

  /**
   * Records the loss of a slot with its attempt at a trial. All slots lost with one executor count
   * as one failure.
   */
  void lost(SlotLocation place, String trialId) {
    Optional<Record> executor = Optional.ofNullable(executors.get(place.executor()));
    if (executor.filter(record -> record.lost).isPresent()) {
      failedAt.computeIfAbsent(trialId, id -> new LinkedHashSet<>()).add(place);
    } else {
      failed(place, trialId);
      Optional.ofNullable(executors.get(place.executor())).ifPresent(record -> record.lost = true);
    }
    hosts
        .computeIfAbsent(place.host(), host -> new Record("host " + host, "executors were lost"))
        .failures
        .add(place.executor());
  }

  private static boolean mayBeThePlaces(Cause cause) {
    return switch (cause) {
      case INFRASTRUCTURE, TRANSIENT, TIMEOUT, OUT_OF_MEMORY, PROGRAM_ERROR -> true;
      case TRIAL_FAULT, DIVERGENCE -> false;
    };
  }

  private void failed(SlotLocation place, String trialId) {
    Set<SlotLocation> at = failedAt.computeIfAbsent(trialId, id -> new LinkedHashSet<>());
    at.add(place);
    if (at.stream().anyMatch(other -> apart(other, place))) {
      executors.values().forEach(record -> record.failures.remove(trialId));
    } else {
      executors
          .computeIfAbsent(
              place.executor(),
              id ->
                  new Record(
                      "executor %s on %s".formatted(id, place.host()), "trials failed on it"))
          .failures
          .add(trialId);
    }
  }

  /** Whether one place may be healthy while the other is not. */
  private boolean apart(SlotLocation one, SlotLocation other) {
    boolean severalHosts = places.stream().map(SlotLocation::host).distinct().limit(2).count() > 1;
    return severalHosts
        ? !one.host().equals(other.host())
        : !one.executor().equals(other.executor());
  }

  /** Whether a place is in cool-down. */
  boolean rests(SlotLocation place) {
    return rests(executors.get(place.executor())) || rests(hosts.get(place.host()));
  }

  private static boolean rests(Record record) {
    return record != null && record.rests();
  }

  /** Whether a trial has failed neither there nor, if there are other hosts, on the same host. */
  boolean suits(String trialId, SlotLocation place) {
    Set<SlotLocation> at = failedAt.get(trialId);
    return at == null || at.stream().allMatch(failed -> apart(failed, place));
  }

  /** Whether some place outside cool-down, idle or not, suits a failed trial better. */
  boolean hasBetter(String trialId) {
    return failedAt.containsKey(trialId)
        && places.stream().anyMatch(place -> !rests(place) && suits(trialId, place));
  }

  /** The executors and hosts that now enter or leave cool-down. */
  List<CoolDown> review(long nanos) {
    if (executors.isEmpty() && hosts.isEmpty()) {
      return List.of();
    }
    List<Record> all = new ArrayList<>(executors.values());
    all.addAll(hosts.values());
    List<CoolDown> changes = new ArrayList<>();
    for (Record record : all) {
      if (record.rests() && record.until.getAsLong() <= nanos) {
        changes.add(record.wake("it has rested"));
      } else if (record.rests() && record.failures.size() < record.enough) {
        changes.add(record.pardon());
      } else if (!record.rests() && record.failures.size() >= record.enough && othersWork(record)) {
        changes.add(record.rest(nanos));
      }
    }
    if (!places.isEmpty() && places.stream().allMatch(this::rests)) {
      all.stream()
          .filter(Record::rests)
          .min(Comparator.comparingLong(record -> record.until.getAsLong()))
          .ifPresent(first -> changes.add(first.wake("no other is left")));
    }
    return changes;
  }

  private boolean othersWork(Record record) {
    return places.stream()
        .anyMatch(
            place ->
                !rests(place)
                    && executors.get(place.executor()) != record
                    && hosts.get(place.host()) != record);
  }
}
