package org.attune.sweeps.scheduler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.Start;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.search.ParetoFronts;
import org.attune.sweeps.spec.Checkpointing;

/**
 * A sweep's checkpoints: those from which trials resume, and those that nothing needs any more.
 *
 * <p>For a running or waiting trial it keeps the newest checkpoint; for an ended trial it follows
 * the sweep file. It also keeps two other kinds: those that trials without a checkpoint of their
 * own start from, and those from which the search may yet start a trial.
 */
final class KnownCheckpoints {

  private final Checkpointing.Keep keep;
  private final List<Objective> objectives;
  private final Search search;
  private final Map<String, NavigableMap<Long, String>> paths = new HashMap<>();
  private final Map<String, Trial> beginners = new HashMap<>(); // start from another trial's, by id
  private final Set<String> ended = new HashSet<>(); // of the trials that have files
  private final Set<String> lent = new TreeSet<>(); // trials with files kept for others
  private final List<String> superseded = new ArrayList<>();
  private final Map<String, double[]> best = new LinkedHashMap<>(); // losses by trial
  private boolean oneFinished;
  private boolean over;

  KnownCheckpoints(Checkpointing.Keep keep, List<Objective> objectives, Search search) {
    this.keep = keep;
    this.objectives = objectives;
    this.search = search;
  }

  /** Records a suggested trial. */
  void suggested(Trial trial) {
    if (trial.origin().isPresent()) {
      beginners.put(trial.id(), trial);
    }
  }

  /** Records a written file. */
  void written(Event.Checkpointed file) {
    if (file.kind().equals(Event.Checkpointed.DAMAGED)) {
      damaged(file);
    }
    if (!file.kind().equals(Event.Checkpointed.KIND)) {
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

  /** Forgets a damaged file, so that the next attempt starts without it. */
  private void damaged(Event.Checkpointed file) {
    NavigableMap<Long, String> pathsByStep = paths.get(file.trialId());
    if (pathsByStep == null || !pathsByStep.values().remove(file.path())) {
      return;
    }
    superseded.add(file.path());
    if (pathsByStep.isEmpty()) {
      paths.remove(file.trialId());
      lent.remove(file.trialId());
    }
  }

  /** Records a trial's end. */
  void ended(Observation observation) {
    String trial = observation.trial().id();
    beginners.remove(trial);
    List<String> losers = losers(observation);
    if (paths.containsKey(trial)) {
      ended.add(trial);
    }
    drop(trial);
    losers.forEach(this::drop);
    dropLent();
  }

  /**
   * Adds a trial to the best, unless one of them is as good in every objective. Returns the trials
   * that are no longer among the best. With one objective the best is a single trial, the first of
   * equals. Stopped trials count only until a trial finishes.
   */
  private List<String> losers(Observation end) {
    if (end.value().isEmpty()) {
      return List.of();
    }
    boolean whole =
        end.outcome() == Observation.Outcome.FINISHED && Double.isFinite(end.value().getAsDouble());
    if (oneFinished && !whole) {
      return List.of();
    }
    List<String> stopped = List.of();
    if (whole && !oneFinished) {
      oneFinished = true;
      stopped = List.copyOf(best.keySet());
      best.clear();
    }
    double[] losses = new double[objectives.size()];
    for (int i = 0; i < losses.length; i++) {
      double value =
          i == 0
              ? end.value().getAsDouble()
              : end.metrics().getOrDefault(objectives.get(i).metric(), Double.NaN);
      losses[i] = Double.isNaN(value) ? Double.POSITIVE_INFINITY : objectives.get(i).loss(value);
    }
    for (double[] other : best.values()) {
      if (Arrays.equals(other, losses) || ParetoFronts.dominates(other, losses)) {
        return List.of();
      }
    }
    List<String> beaten =
        best.entrySet().stream()
            .filter(other -> ParetoFronts.dominates(losses, other.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    best.keySet().removeAll(beaten);
    best.put(end.trial().id(), losses);
    return stopped.isEmpty() ? beaten : stopped;
  }

  private void dropLent() {
    if (!lent.isEmpty()) {
      List.copyOf(lent).forEach(this::drop);
    }
  }

  /** Records that an ended trial is retried from its beginning. */
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
            || (keep == Checkpointing.Keep.BEST && best.containsKey(trial));
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

  /**
   * Where the next attempt at a trial starts; empty if the checkpoint that it resumes is missing.
   */
  Optional<Start> start(Trial trial) {
    NavigableMap<Long, String> pathsByStep = paths.get(trial.id());
    if (pathsByStep != null) {
      return Optional.of(
          new Start(pathsByStep.lastKey(), pathsByStep.lastEntry().getValue(), true));
    }
    if (trial.origin().isEmpty()) {
      return Optional.of(Start.BEGINNING);
    }
    Trial.Origin origin = trial.origin().get();
    return Optional.ofNullable(paths.get(origin.trialId()))
        .map(files -> files.get(origin.step()))
        .map(path -> new Start(origin.step(), path, false));
  }

  /** The files that nothing needs any more; returns each file once. */
  List<String> superseded() {
    List<String> all = List.copyOf(superseded);
    superseded.clear();
    return all;
  }

  /** The files that are needed. */
  Set<String> kept() {
    Set<String> all = new HashSet<>();
    paths.values().forEach(files -> all.addAll(files.values()));
    return all;
  }

  /** Records that the sweep is complete: no trial will start any more. */
  void completed() {
    over = true;
    beginners.clear();
    List.copyOf(paths.keySet()).forEach(this::drop);
  }
}
