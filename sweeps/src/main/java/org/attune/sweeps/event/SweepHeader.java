package org.attune.sweeps.event;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.Metric;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.identity.SpecExtension;

/**
 * The facts fixed when a sweep first starts, valid for every driver that resumes it. The exceptions
 * come from the latest driver: {@code trials}, {@code retries}, {@code wallTime}, {@code runTime},
 * {@code cells}, {@code tuned}, {@code better} and, after an extension, {@code specText}, {@code
 * design} and {@code objectives}.
 *
 * @param sweepId the spec's name and 8 random hexadecimal digits
 * @param name the spec's
 * @param specText the spec's canonical text: everything that affects numbers, a line each
 * @param design how the spec chooses cells and seeds
 * @param seed the spec's
 * @param trials that the sweep's search proposes in total
 * @param objectives the spec's, at least one
 * @param retries the spec's
 * @param wallTime the budget's, counted from the sweep's first start; empty without one, and in
 *     journals of earlier versions
 * @param runTime the budget's, in which drivers ran the sweep; empty without one, and in journals
 *     of earlier versions
 * @param threadsPerTrial it affects the last digits of sums, so it never changes
 * @param provenance code version, libraries, JVM, machine: see {@link Provenance}
 * @param cells that the spec names, in its order; empty in journals of earlier versions
 * @param tuned keys that the spec's claims tune, on seeds of their own; empty in journals of
 *     earlier versions
 * @param better the direction of each metric that trials report and that has one, by the {@link
 *     Metric#name}; empty in journals of earlier versions
 */
public record SweepHeader(
    String sweepId,
    String name,
    String specText,
    Design design,
    long seed,
    long trials,
    List<Objective> objectives,
    int retries,
    Optional<Duration> wallTime,
    Optional<Duration> runTime,
    int threadsPerTrial,
    SortedMap<String, String> provenance,
    List<NamedCell> cells,
    SortedSet<String> tuned,
    SortedMap<String, Goal> better) {

  public SweepHeader {
    objectives = List.copyOf(objectives);
    provenance = Collections.unmodifiableSortedMap(new TreeMap<>(provenance));
    cells = List.copyOf(cells);
    tuned = Collections.unmodifiableSortedSet(new TreeSet<>(tuned));
    better = Collections.unmodifiableSortedMap(new TreeMap<>(better));
  }

  /**
   * Creates a header with the design of its text, one objective, no budget of time and no named
   * cells.
   */
  public SweepHeader(
      String sweepId,
      String name,
      String specText,
      long seed,
      long trials,
      Objective objective,
      int retries,
      int threadsPerTrial,
      SortedMap<String, String> provenance) {
    this(
        sweepId,
        name,
        specText,
        Design.ofText(specText),
        seed,
        trials,
        List.of(objective),
        retries,
        Optional.empty(),
        Optional.empty(),
        threadsPerTrial,
        provenance,
        List.of(),
        new TreeSet<>(),
        new TreeMap<>());
  }

  /** The only objective, or the first. */
  public Objective objective() {
    return objectives.get(0);
  }

  /** The keys that the sweep's file varies. */
  public CanonicalAxes axes() {
    return design.axes().orElseGet(() -> CanonicalAxes.of(specText));
  }

  /** This header, with the parameters whose values are words. */
  public SweepHeader declaredBy(ParameterTree tree) {
    return with(this, design.declaredBy(tree), better);
  }

  /**
   * This header, with what its replicates are judged on.
   *
   * @param heldOut see {@link Design#heldOut}
   */
  public SweepHeader judgedOn(Optional<String> heldOut) {
    return with(this, design.judgedOn(heldOut), better);
  }

  /** This header, with the directions of the metrics that trials report. */
  public SweepHeader reporting(List<Metric> metrics) {
    SortedMap<String, Goal> directions = new TreeMap<>();
    for (Metric metric : metrics) {
      if (metric.better() != Better.NEITHER) {
        boolean lower = metric.better() == Better.LOWER;
        directions.put(metric.name(), lower ? Goal.MINIMIZE : Goal.MAXIMIZE);
      }
    }
    return with(this, design, directions);
  }

  /** Whether a lower or a higher value of a metric is better; empty if that is unknown. */
  public Optional<Goal> goal(String metric) {
    return objectives.stream()
        .filter(objective -> objective.metric().equals(metric))
        .map(Objective::goal)
        .findFirst()
        .or(
            () ->
                better.entrySet().stream()
                    .filter(known -> Metric.plain(known.getKey(), "", "").covers(metric))
                    .map(Map.Entry::getValue)
                    .findFirst());
  }

  /** The user's data on which it trains; empty if tasks generate their own. */
  public Optional<DataFile> data() {
    return DataFile.of(provenance);
  }

  /**
   * Whether this header may resume a directory started with the other: both spec and data agree.
   */
  public boolean sameSweep(SweepHeader other) {
    return sameSpec(other) && sameData(other);
  }

  /**
   * Whether the specs are equal up to the order of lines, which may differ between versions of
   * Attune.
   */
  public boolean sameSpec(SweepHeader other) {
    return sameText(other.specText);
  }

  /** Whether this sweep has the spec of a canonical text. */
  public boolean hasSpec(String canonicalText) {
    return sameText(canonicalText);
  }

  private boolean sameText(String text) {
    return specText.lines().sorted().toList().equals(text.lines().sorted().toList());
  }

  /** Whether this spec extends the other: see {@code --extend}. */
  public boolean extendsSweep(SweepHeader other) {
    return SpecExtension.refusal(other.specText, specText).isEmpty() && sameData(other);
  }

  private boolean sameData(SweepHeader other) {
    return data().map(DataFile::hash).equals(other.data().map(DataFile::hash));
  }

  /**
   * This header, with the values that a later run of the sweep may change. Its replicates go on
   * with the held-out examples that they had.
   */
  public SweepHeader resumedWith(SweepHeader later) {
    return with(later, later.design.judgedOn(design.heldOut()).following(design), later.better);
  }

  private SweepHeader with(SweepHeader later, Design chosen, SortedMap<String, Goal> directions) {
    return new SweepHeader(
        sweepId,
        name,
        later.specText,
        chosen,
        seed,
        later.trials,
        later.objectives,
        later.retries,
        later.wallTime,
        later.runTime,
        threadsPerTrial,
        provenance,
        later.cells,
        later.tuned,
        directions);
  }

  /** The plan that this header gives its sweep. */
  public SweepPlan plan() {
    int seeds = design.replicates().map(Replicates::atMost).orElse(1);
    return new SweepPlan(specText, design.replicates(), design.draw(trials / seeds));
  }

  /** SHA-256 of the spec's text. */
  public String specHash() {
    return Configuration.sha256(specText);
  }
}
