package org.attune.sweeps.spec;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Chosen;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Objective;
import org.attune.api.search.Search;
import org.attune.api.stopping.StoppingKind;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.identity.Replicates;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.search.SearchProblem;
import org.attune.sweeps.search.SeedsUntilDecided;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.stopping.StoppingRules;

/**
 * A checked sweep file.
 *
 * @param name of the sweep: {@code [A-Za-z0-9._-]+}
 * @param seed every trial's seed is derived from it
 * @param fixed values that the file sets for all cells, canonical, by key
 * @param base a cell before its axes are applied: {@code fixed} plus the catalog's defaults
 * @param axes the varied parameters, in the file's order
 * @param constraints conditions that every cell must meet; other cells are not run
 * @param search chooses the cells to try
 * @param tryFirst cells to try before the search chooses any
 * @param replicates seeds per cell
 * @param objectives rank trials: one objective, or several with equal priority
 * @param stop rules that end trials early, in the file's order
 * @param budget when the sweep ends early
 * @param execution how trials are run
 * @param comparison claims about the cells, and the table that shows them
 * @param reuse directories of sweeps whose finished trials are adopted; empty if the file does not
 *     say
 * @param severalLooks whether verdicts leave an error to looks that extensions add after results
 */
public record SweepSpec(
    String name,
    long seed,
    SortedMap<String, String> fixed,
    Configuration base,
    List<Axis> axes,
    List<Constraint> constraints,
    Chosen search,
    List<Configuration> tryFirst,
    Replicates replicates,
    List<Objective> objectives,
    List<Chosen> stop,
    Budget budget,
    ExecutionSettings execution,
    Comparison comparison,
    Optional<List<String>> reuse,
    boolean severalLooks) {

  /** The word of the key {@code looks} for a sweep that may be extended after results. */
  public static final String SEVERAL = "several";

  /** The most trials that a sweep may have, counting replicates. */
  public static final long MAX_TRIALS = 1_000_000;

  public SweepSpec {
    fixed = Collections.unmodifiableSortedMap(new TreeMap<>(fixed));
    axes = List.copyOf(axes);
    tryFirst = List.copyOf(tryFirst);
    objectives = List.copyOf(objectives);
    stop = List.copyOf(stop);
    constraints = List.copyOf(constraints);
    reuse = reuse.map(List::copyOf);
  }

  /** The only objective, or the first. */
  public Objective objective() {
    return objectives.get(0);
  }

  /** A copy with other claims and another table. */
  public SweepSpec with(Comparison compared) {
    return with(seed, search, tryFirst, stop, execution, compared);
  }

  /** A copy whose trials use no GPU. */
  public SweepSpec onProcessors() {
    return with(seed, search, tryFirst, stop, execution.onProcessors(), comparison);
  }

  public SweepSpec tryingFirst(List<Configuration> cells) {
    return with(seed, search, cells, stop, execution, comparison);
  }

  /**
   * A copy with the given search method at its default settings; methods with a setting for it get
   * this number of cells.
   */
  public SweepSpec searchedBy(SearchMethod method, long cells) {
    boolean asks = method.settings().stream().anyMatch(s -> s.name().equals(SearchProblem.TRIALS));
    Settings settings =
        Settings.of(method, asks ? Map.of(SearchProblem.TRIALS, Long.toString(cells)) : Map.of());
    return with(seed, new Chosen(method.name(), settings), tryFirst, stop, execution, comparison);
  }

  /**
   * A copy as a lab runs it.
   *
   * @param drawn the seed that the lab drew
   * @param level that the lab gives the claims
   */
  public SweepSpec inLab(long drawn, double level) {
    return with(drawn, search, tryFirst, stop, execution, comparison.at(level));
  }

  /** A copy with other stopping rules. */
  public SweepSpec stoppedBy(List<Chosen> rules) {
    return with(seed, search, tryFirst, rules, execution, comparison);
  }

  private SweepSpec with(
      long drawn,
      Chosen searching,
      List<Configuration> first,
      List<Chosen> stopping,
      ExecutionSettings executed,
      Comparison compared) {
    return new SweepSpec(
        name,
        drawn,
        fixed,
        base,
        axes,
        constraints,
        searching,
        first,
        replicates,
        objectives,
        stopping,
        budget,
        executed,
        compared,
        reuse,
        severalLooks);
  }

  /** The names of the metrics that the stopping rules use. */
  public Set<String> judgedMetrics() {
    return stop.stream().map(this::judgedMetric).collect(Collectors.toUnmodifiableSet());
  }

  /** The name of the metric that a stopping rule uses. */
  public String judgedMetric(Chosen rule) {
    return StoppingRules.begin(rule, objective(), lengths()).metric();
  }

  /** The lengths of its trainings. */
  public StoppingKind.Lengths lengths() {
    return new Lengths(base, axes);
  }

  /** The cells that the axes span. */
  public Space space(ParameterTree tree) {
    return new Space(tree, fixed, axes);
  }

  /**
   * Whether claims decide which cells get seeds: until the claims are decided, or for tuned arms.
   */
  public boolean seedsFollowClaims() {
    return replicates.untilDecided() || !comparison.tuned().isEmpty();
  }

  /** A new instance of the spec's search, before its first proposal. */
  public Search newSearch(AxisCatalog catalog) {
    SearchProblem problem =
        new SearchProblem(
            space(catalog.tree()),
            catalog,
            constraints,
            seed,
            replicates.atMost(),
            objectives,
            budget.trials(),
            search.settings(),
            tryFirst);
    return seedsFollowClaims()
        ? new SeedsUntilDecided(
            problem, comparison.claims(), comparison.level(), replicates.looks())
        : SearchMethods.named(search.name()).start().apply(problem);
  }
}
