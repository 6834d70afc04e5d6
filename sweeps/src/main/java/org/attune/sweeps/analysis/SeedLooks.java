package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.sweeps.event.SweepPlan;
import org.attune.sweeps.identity.SpecText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.Looks;
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

  private static final List<String> OBJECTIVE = List.of("objective.metric", "objective.goal");
  private static final List<String> RULES = List.of("stop", "objectives");

  /**
   * One spec by which the sweep ran.
   *
   * @param seeds numbers of seeds at its looks; may be empty
   * @param cells what decides which cells it has and which of their trials count: branches of axes,
   *     a blind search's draw, stopping rules, and the objective
   * @param several whether its verdicts leave half of the error to later looks
   */
  public record LookPlan(List<Integer> seeds, Set<String> cells, boolean several) {

    public LookPlan {
      seeds = List.copyOf(seeds);
      cells = Set.copyOf(cells);
    }

    /** A plan for one look, or for looks that share the whole error. */
    public LookPlan(List<Integer> seeds, Set<String> cells) {
      this(seeds, cells, false);
    }

    static LookPlan of(SweepPlan plan) {
      Set<String> cells = new HashSet<>();
      plan.draw().ifPresent(cells::add);
      SpecText text = SpecText.of(plan.specText());
      for (String rule : OBJECTIVE) {
        text.value(rule).ifPresent(value -> cells.add(rule + ": " + value));
      }
      for (String rule : RULES) {
        text.values(rule).forEach(value -> cells.add(rule + ": " + value));
      }
      for (String axis : text.axes()) {
        for (Map<String, String> branch : text.branches(axis)) {
          SortedMap<String, Set<String>> values = new TreeMap<>();
          branch.forEach((key, list) -> values.put(key, new TreeSet<>(List.of(list.split(", ")))));
          cells.add(axis + values);
        }
      }
      return new LookPlan(
          plan.replicates().map(replicates -> replicates.looks().seeds()).orElse(List.of()),
          cells,
          text.value("looks").equals(Optional.of(SweepSpec.SEVERAL)));
    }
  }

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
    if (planned().filter(looks -> looks.seeds().size() > 1).isPresent()) {
      return this;
    }
    return new SeedLooks(
        plans.stream()
            .map(
                plan -> {
                  int then = plan.cells.equals(plans.get(plans.size() - 1).cells) ? rows : 1;
                  return new LookPlan(
                      plan.seeds.stream()
                          .filter(
                              n ->
                                  2 * then * SeedComparison.leastByMeans(n) <= SeedComparison.LEVEL)
                          .toList(),
                      plan.cells,
                      plan.several);
                })
            .filter(plan -> !plan.seeds.isEmpty())
            .toList());
  }

  /** The number of seeds at each look; those with the same cells follow each other. */
  public List<Integer> seeds() {
    return byCells().values().stream().flatMap(Collection::stream).toList();
  }

  /** The numbers of seeds at looks, apart for each set of cells. */
  private Map<Set<String>, SortedSet<Integer>> byCells() {
    Map<Set<String>, SortedSet<Integer>> seeds = new LinkedHashMap<>();
    plans.forEach(
        plan -> seeds.computeIfAbsent(plan.cells, cells -> new TreeSet<>()).addAll(plan.seeds));
    seeds.values().removeIf(Set::isEmpty);
    return seeds;
  }

  /**
   * The looks if all were planned before the results; empty if some were added. Looks that are
   * {@linkplain Looks#open open} were planned without an end.
   */
  private Optional<Looks> planned() {
    SortedSet<Integer> all = new TreeSet<>(seeds());
    if (all.isEmpty() || byCells().size() > 1) {
      return Optional.empty();
    }
    Looks looks = new Looks(List.copyOf(all));
    SortedSet<Integer> first = new TreeSet<>(plans.get(0).seeds);
    boolean asPlanned = first.equals(all);
    boolean open = first.size() > 1 && looks.open() && new Looks(List.copyOf(first)).open();
    return asPlanned || open ? Optional.of(looks) : Optional.empty();
  }

  /** What the looks cost. */
  LookCost cost() {
    return planned()
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
  private boolean several() {
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
    int last = Math.max(1, plans.get(plans.size() - 1).seeds.size());
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
    boolean theirs = other.spent() == spent() ? other.count() > count() : other.spent();
    return theirs ? other : this;
  }

  /** The looks at which this many seeds are tested: the planned ones, and the last. */
  List<Integer> at(int seeds) {
    SortedSet<Integer> at = new TreeSet<>(List.of(seeds));
    planned().ifPresent(looks -> at.addAll(looks.reached(seeds)));
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
    return !plans.isEmpty() && seeds().size() > plans.get(0).seeds.size() && planned().isEmpty();
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
  public String said(String label) {
    return spent() ? TO_CONFIRM : label + mark();
  }

  /** Notes for the user on looks, one sentence each; empty for a single look. */
  public List<String> notes() {
    if (several() && !added()) {
      return List.of(
          (count() == 1 ? "p is multiplied by %d: " : all() + ": p is multiplied by %d: ")
                  .formatted(multiplier())
              + "'looks: several' leaves half of the error to looks after results.");
    }
    if (count() == 1) {
      return List.of();
    }
    if (!added()) {
      return List.of(paid());
    }
    String what = what();
    String first =
        what.isEmpty()
            ? "Look %d: the objective or a stopping rule changed after results.".formatted(count())
            : "Look %d: %s were added after results.".formatted(count(), what);
    return several()
        ? List.of(
            first,
            paid(),
            "Each look spends half of the error that those before it have left.",
            "This p is too small if earlier results led you to %s: confirm a marked verdict in a"
                    .formatted(what.isEmpty() ? "change the rules" : "add " + what)
                + " new sweep with another seed.")
        : List.of(
            first,
            paid(),
            "The first look has spent the error: what this one shows is marked '%s', in a new sweep"
                    .formatted(TO_CONFIRM)
                + " with another seed.");
  }

  /** Like {@link #notes}, of rows and of pairs of values, which planned looks test as claims. */
  public List<String> pairNotes() {
    return planned()
        .filter(looks -> looks.seeds().size() > 1 && !several())
        .map(looks -> "%s: the smallest p counts, corrected for all of them.".formatted(all()))
        .map(List::of)
        .orElseGet(this::notes);
  }

  /** Says by what p is multiplied. */
  private String paid() {
    return "%s: p is multiplied by %d.".formatted(all(), multiplier());
  }

  /** The cells alone, without rules. */
  private static Set<String> space(Set<String> cells) {
    return cells.stream()
        .filter(
            line ->
                Stream.concat(OBJECTIVE.stream(), RULES.stream())
                    .noneMatch(rule -> line.startsWith(rule + ": ")))
        .collect(Collectors.toSet());
  }

  /** Names every look. */
  private String all() {
    StringBuilder text = new StringBuilder();
    Set<String> before = Set.of();
    for (Map.Entry<Set<String>, SortedSet<Integer>> group : byCells().entrySet()) {
      Set<String> space = space(group.getKey());
      text.append(
              text.isEmpty()
                  ? "Looks at "
                  : ", then with %s at "
                      .formatted(space.equals(before) ? "other rules" : "added cells"))
          .append(said(group.getValue()));
      before = space;
    }
    return text.toString();
  }

  private static String said(SortedSet<Integer> seeds) {
    return seeds.stream().map(String::valueOf).collect(Collectors.joining(", "))
        + (seeds.last() == 1 ? " seed" : " seeds");
  }

  private String what() {
    List<String> added = new ArrayList<>();
    if (seeds().stream().distinct().count() > plans.get(0).seeds.size()) {
      added.add("seeds");
    }
    if (plans.stream().map(plan -> space(plan.cells)).distinct().count() > 1) {
      added.add("cells");
    }
    return String.join(" and ", added);
  }
}
