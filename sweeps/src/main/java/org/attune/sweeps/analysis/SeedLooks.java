package org.attune.sweeps.analysis;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.sweeps.event.SweepPlan;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * The numbers of seeds after which someone may have tested a sweep's cells. Each number is a look.
 * If cells were added, each number is a look again, because more cells have more chances. Looks
 * that were planned before the results share the error as those of claims do: see {@link Looks}.
 * Results that were known before seeds or cells were added have spent the whole error, unless the
 * spec had planned {@code looks: several}:
 *
 * <ul>
 *   <li><b>One look.</b> The first look has the whole error, so no later one can have a verdict of
 *       its own without more wrong verdicts than that. p is multiplied by the number of all looks,
 *       and what it shows is {@linkplain #spent to be confirmed}.
 *   <li><b>Several looks.</b> Each look spends half of what those before it have left: 1/2, 1/4,
 *       1/8, ... So the sweep shows a wrong verdict at any of its looks with at most the error.
 * </ul>
 *
 * @param plans in the order in which the sweep ran by them
 */
public record SeedLooks(List<LookPlan> plans) {

  /** The verdict of a test that has no error left to spend. */
  static final String TO_CONFIRM = "to confirm";

  /** After this many looks nothing is left to spend. */
  private static final int MOST_HALVINGS = 20;

  public SeedLooks {
    plans = List.copyOf(plans);
  }

  /** A single plan with looks after these numbers of seeds. */
  public static SeedLooks planned(List<Integer> seeds) {
    return new SeedLooks(List.of(new LookPlan(seeds, Set.of())));
  }

  /**
   * The looks of a sweep, according to its journal. The looks of a sweep whose trials it adopted
   * come first.
   */
  static SeedLooks of(SweepView sweep) {
    return of(sweep, 0);
  }

  /** The looks of a sweep before the last of its extensions. */
  static SeedLooks of(SweepView sweep, int dropped) {
    List<SweepPlan> plans = sweep.plans().subList(0, sweep.plans().size() - dropped);
    return new SeedLooks(
        Stream.concat(sweep.reused().stream(), plans.stream()).map(LookPlan::of).toList());
  }

  /**
   * The looks at which some row of a table of cells beside a control could be decided: the others
   * spend no error.
   *
   * @param rows of the table now; a plan with other cells may have had fewer
   */
  SeedLooks ofRows(int rows) {
    if (ifAllPlanned().filter(looks -> looks.seeds().size() > 1).isPresent()) {
      return this;
    }
    return new SeedLooks(
        plans.stream()
            .map(
                plan -> {
                  int then = plan.cells().equals(plans.get(plans.size() - 1).cells()) ? rows : 1;
                  return new LookPlan(
                      plan.seeds().stream()
                          .filter(n -> 2 * then * MeanTest.leastOfPairs(n) <= SeedComparison.LEVEL)
                          .toList(),
                      plan.cells(),
                      plan.several());
                })
            .filter(plan -> !plan.seeds().isEmpty())
            .toList());
  }

  /** The number of seeds at each look; those with the same cells follow each other. */
  public List<Integer> seeds() {
    return byCells().values().stream().flatMap(Collection::stream).toList();
  }

  /** The numbers of seeds at looks, apart for each set of cells. */
  Map<Set<String>, SortedSet<Integer>> byCells() {
    Map<Set<String>, SortedSet<Integer>> seeds = new LinkedHashMap<>();
    plans.forEach(
        plan -> seeds.computeIfAbsent(plan.cells(), cells -> new TreeSet<>()).addAll(plan.seeds()));
    seeds.values().removeIf(Set::isEmpty);
    return seeds;
  }

  /**
   * The looks if all were planned before the results; empty if some were added that {@linkplain
   * Looks#after the planned ones} do not pay for.
   */
  Optional<Looks> ifAllPlanned() {
    SortedSet<Integer> all = new TreeSet<>(seeds());
    if (all.isEmpty() || byCells().size() > 1 || plans.get(0).seeds().isEmpty()) {
      return Optional.empty();
    }
    Looks looks = new Looks(List.copyOf(all));
    Looks first = new Looks(List.copyOf(new TreeSet<>(plans.get(0).seeds())));
    return Optional.of(looks).filter(looks.after(first)::equals);
  }

  /** What the looks cost. */
  LookCost cost() {
    return ifAllPlanned()
        .<LookCost>map(looks -> several() ? new Halved(looks) : looks)
        .orElseGet(() -> LookCost.of(multiplier()));
  }

  /** Planned looks that leave half of the error. */
  private record Halved(Looks looks) implements LookCost {
    @Override
    public double paid(int look, double probability) {
      return Math.min(1, 2 * looks.paid(look, probability));
    }

    @Override
    public double paidOfAny(int look, double probability) {
      return Math.min(1, 2 * looks.paidOfAny(look, probability));
    }

    @Override
    public double multiplier() {
      return 2 * looks.multiplier();
    }
  }

  /** Whether the spec leaves a part of the error to looks after results. */
  boolean several() {
    return !plans.isEmpty() && plans.stream().allMatch(LookPlan::several);
  }

  /**
   * The number by which a test's p is multiplied: the tests of axes share the error among all
   * looks, as rows of cells do where looks were added.
   */
  int multiplier() {
    if (!several()) {
      return count();
    }
    int last = Math.max(1, plans.get(plans.size() - 1).seeds().size());
    return last << Math.min(turns(), MOST_HALVINGS);
  }

  /** The number of plans in a row that differ in their looks. */
  private int turns() {
    return (int)
        IntStream.range(0, plans.size())
            .filter(i -> i == 0 || !plans.get(i).equals(plans.get(i - 1)))
            .count();
  }

  /** Whether earlier looks have spent the whole error: what a test shows has to be confirmed. */
  public boolean spent() {
    return added() && !several();
  }

  /** The stricter looks of two sweeps: those that have spent the error, else the larger number. */
  SeedLooks stricter(SeedLooks other) {
    boolean takesOther = other.spent() == spent() ? other.count() > count() : other.spent();
    return takesOther ? other : this;
  }

  /** The looks at which this many seeds are tested: the planned ones, and the last. */
  List<Integer> at(int seeds) {
    SortedSet<Integer> at = new TreeSet<>(List.of(seeds));
    ifAllPlanned().ifPresent(looks -> at.addAll(looks.reached(seeds)));
    return List.copyOf(at);
  }

  /** The number of looks, at least 1. */
  public int count() {
    return Math.max(1, seeds().size());
  }

  /**
   * The number by which a further look multiplies p once more; 1 after looks that were free,
   * infinite if it has no error to spend.
   */
  double further() {
    return seeds().isEmpty() ? 1 : several() ? 2 : Double.POSITIVE_INFINITY;
  }

  /** Whether seeds or cells were added after results, beyond what was planned. */
  public boolean added() {
    return !plans.isEmpty()
        && seeds().size() > plans.get(0).seeds().size()
        && ifAllPlanned().isEmpty();
  }

  /**
   * Follows what a later look shows: {@code , look 2}, or {@code , to confirm} if it has no error
   * left to spend; empty at a planned look.
   */
  public String mark() {
    return !added() ? "" : spent() ? ", " + TO_CONFIRM : ", look " + count();
  }

  /**
   * What stands in place of a result that a test shows.
   *
   * @param label of the result, such as {@code better}
   */
  public String label(String label) {
    return spent() ? TO_CONFIRM : label + mark();
  }
}
