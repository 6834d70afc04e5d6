package org.attune.sweeps.scheduler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.sweeps.journal.Event;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.Observation;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.spec.Checkpointing;
import org.attune.sweeps.trial.Start;

/**
 * The checkpoints of a sweep: from which a trial goes on, and which nothing needs any more.
 *
 * <p>Of a trial that has not ended the newest is kept, to go on from; of one that has, what the
 * sweep file says. Besides, each is kept that a trial which has not written one of its own begins
 * from, and that the search may yet begin a trial from.
 */
final class KnownCheckpoints {

  /** The kind of file, as the journal and the table of artifacts have it. */
  static final String KIND = "checkpoint";

  private final Checkpointing.Keep keep;
  private final Objective objective;
  private final Search search;
  private final Map<String, NavigableMap<Long, String>> paths = new HashMap<>();
  private final Map<String, Trial> beginners = new HashMap<>(); // begin from another's, by id
  private final Set<String> ended = new HashSet<>(); // of the trials that have files
  private final Set<String> lent = new TreeSet<>(); // trials with files kept for others
  private final List<String> superseded = new ArrayList<>();
  private Optional<String> best = Optional.empty();
  private double bestValue = Double.NaN;
  private boolean over;

  KnownCheckpoints(Checkpointing.Keep keep, Objective objective, Search search) {
    this.keep = keep;
    this.objective = objective;
    this.search = search;
  }

  /** A trial was suggested. */
  void suggested(Trial trial) {
    if (trial.origin().isPresent()) {
      beginners.put(trial.id(), trial);
    }
  }

  /** A file was written. */
  void written(Event.Checkpointed file) {
    if (!file.kind().equals(KIND)) {
      return;
    }
    String before =
        paths.computeIfAbsent(file.trialId(), id -> new TreeMap<>()).put(file.step(), file.path());
    if (before != null && !before.equals(file.path())) {
      superseded.add(before);
    }
    beginners.remove(file.trialId());
    drop(file.trialId());
    dropLent();
  }

  /** A trial has ended. */
  void ended(Observation observation) {
    String trial = observation.trial().id();
    beginners.remove(trial);
    Optional<String> loser = Optional.of(trial);
    OptionalDouble value = observation.value();
    if (value.isPresent() && (best.isEmpty() || objective.better(value.getAsDouble(), bestValue))) {
      loser = best;
      best = Optional.of(trial);
      bestValue = value.getAsDouble();
    }
    if (paths.containsKey(trial)) {
      ended.add(trial);
    }
    drop(trial);
    loser.ifPresent(this::drop);
    dropLent();
  }

  private void dropLent() {
    if (!lent.isEmpty()) {
      List.copyOf(lent).forEach(this::drop);
    }
  }

  /** A trial that had ended is tried again, from its beginning. */
  void retried(String trial) {
    over = false;
    ended.remove(trial);
    NavigableMap<Long, String> all = paths.remove(trial);
    if (all != null) {
      superseded.addAll(all.values());
    }
  }

  private void drop(String trial) {
    NavigableMap<Long, String> all = paths.get(trial);
    lent.remove(trial);
    if (all == null) {
      return;
    }
    long newest = all.lastKey();
    all.entrySet()
        .removeIf(
            file -> {
              boolean needed = needed(trial, file.getKey(), newest);
              if (!needed) {
                superseded.add(file.getValue());
              }
              return !needed;
            });
    if (all.isEmpty()) {
      paths.remove(trial);
      ended.remove(trial);
    }
  }

  private boolean needed(String trial, long step, long newest) {
    boolean asIs =
        !ended.contains(trial)
            || keep == Checkpointing.Keep.ALL
            || (keep == Checkpointing.Keep.BEST && best.equals(Optional.of(trial)));
    if (asIs && step == newest) {
      return true;
    }
    Trial.Origin origin = new Trial.Origin(trial, step);
    boolean others =
        beginners.values().stream().anyMatch(b -> b.origin().equals(Optional.of(origin)))
            || (!over && search.mayCarryOn(origin));
    if (others) {
      lent.add(trial);
    }
    return others;
  }

  /** Where the next attempt at a trial begins; empty when what it carries on is not there. */
  Optional<Start> start(Trial trial) {
    NavigableMap<Long, String> own = paths.get(trial.id());
    if (own != null) {
      return Optional.of(new Start(own.lastKey(), own.lastEntry().getValue(), true));
    }
    if (trial.origin().isEmpty()) {
      return Optional.of(Start.BEGINNING);
    }
    Trial.Origin origin = trial.origin().get();
    return Optional.ofNullable(paths.get(origin.trialId()))
        .map(files -> files.get(origin.step()))
        .map(path -> new Start(origin.step(), path, false));
  }

  /** Files that nothing needs any more; told once. */
  List<String> superseded() {
    List<String> all = List.copyOf(superseded);
    superseded.clear();
    return all;
  }

  /** All that are needed. */
  Set<String> kept() {
    Set<String> all = new HashSet<>();
    paths.values().forEach(files -> all.addAll(files.values()));
    return all;
  }

  /** The sweep is over: nothing will be begun any more. */
  void completed() {
    over = true;
    beginners.clear();
    List.copyOf(paths.keySet()).forEach(this::drop);
  }
}
