package org.attune.sweeps.spec;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Chosen;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.catalog.Settings;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.constraint.Constraint;
import org.attune.sweeps.search.Objective;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.search.SearchProblem;
import org.attune.sweeps.search.SeedsUntilDecided;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.stopping.StoppingKind;
import org.attune.sweeps.stopping.StoppingRules;

/**
 * What a sweep file says, checked.
 *
 * @param name of the sweep: {@code [A-Za-z0-9._-]+}
 * @param seed from which every trial's seed follows
 * @param fixed what the file sets for all cells, canonical, by key
 * @param base a cell before its axes are applied: {@code fixed} and the catalog's defaults
 * @param axes what is varied, in the file's order
 * @param constraints what every cell keeps to; others are not run
 * @param search which cells are tried
 * @param tryFirst cells that are tried before the search chooses any
 * @param replicates seeds per cell
 * @param objectives what makes one trial better than another: one, or several of which none is
 *     above the others
 * @param stop rules that end trials early, in the file's order
 * @param budget where the sweep ends early
 * @param execution how trials are run
 * @param comparison what is claimed of its cells, and how they are shown
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
    Execution execution,
    Comparison comparison) {

  /** The most trials that a sweep may have, replicates counted. */
  public static final long MAX_TRIALS = 1_000_000;

  public SweepSpec {
    fixed = Collections.unmodifiableSortedMap(new TreeMap<>(fixed));
    axes = List.copyOf(axes);
    tryFirst = List.copyOf(tryFirst);
    objectives = List.copyOf(objectives);
    stop = List.copyOf(stop);
    constraints = List.copyOf(constraints);
  }

  /** The only objective, or the first. */
  public Objective objective() {
    return objectives.get(0);
  }

  SweepSpec with(Comparison compared) {
    return with(search, stop, execution, compared);
  }

  /** The same sweep with trials that use no GPU. */
  public SweepSpec onProcessors() {
    return with(search, stop, execution.onProcessors(), comparison);
  }

  SweepSpec tryingFirst(List<Configuration> cells) {
    return new SweepSpec(
        name,
        seed,
        fixed,
        base,
        axes,
        constraints,
        search,
        cells,
        replicates,
        objectives,
        stop,
        budget,
        execution,
        comparison);
  }

  /** The same cells sought by a method with its own settings, so many of them where it asks. */
  public SweepSpec searchedBy(SearchMethod method, long cells) {
    boolean asks = method.settings().stream().anyMatch(s -> s.name().equals(SearchProblem.TRIALS));
    Settings settings =
        Settings.of(method, asks ? Map.of(SearchProblem.TRIALS, Long.toString(cells)) : Map.of());
    return with(new Chosen(method.name(), settings), stop, execution, comparison);
  }

  /** The same with other stopping rules. */
  public SweepSpec stoppedBy(List<Chosen> rules) {
    return with(search, rules, execution, comparison);
  }

  private SweepSpec with(
      Chosen searching, List<Chosen> stopping, Execution executed, Comparison compared) {
    return new SweepSpec(
        name,
        seed,
        fixed,
        base,
        axes,
        constraints,
        searching,
        tryFirst,
        replicates,
        objectives,
        stopping,
        budget,
        executed,
        compared);
  }

  /** What the stopping rules go by, by name. */
  public Set<String> judgedMetrics() {
    return stop.stream()
        .map(rule -> StoppingRules.begin(rule, objective(), lengths()).metric())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** How long its trainings are. */
  public StoppingKind.Lengths lengths() {
    return new Lengths(base, axes);
  }

  /** The cells that the axes span. */
  public Space space(ParameterTree tree) {
    return new Space(tree, fixed, axes);
  }

  /** Whether claims decide which cells get seeds: until they are decided, or for tuned arms. */
  public boolean seedsFollowClaims() {
    return replicates.untilDecided() || comparison.tuned();
  }

  /** The search that the spec asks for, before its first proposal. */
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
        ? new SeedsUntilDecided(problem, comparison.claims(), replicates.looks())
        : SearchMethods.named(search.name()).start().apply(problem);
  }
}
