package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.attune.sweeps.spec.Replicates;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.MeanTest;

/**
 * The numbers of seeds after which someone may have tested a sweep's cells. Each is a look, and so
 * is each number again where cells or values of a tuned axis were added: one more idea, and one
 * more value of each, has one more chance. The looks of one plan are known before its results, so p
 * times their number pays for all of them. If results were known before seeds were added, the first
 * plan has spent the whole error: later looks are multiplied too, and marked.
 *
 * @param plans in the order in which the sweep ran by them
 */
public record SeedLooks(List<Plan> plans) {

  private static final Pattern REPLICATES = Pattern.compile("^replicates: .*$", Pattern.MULTILINE);

  private static final String AXES = "axes.";
  private static final String TUNED = AXES + "train.";

  /**
   * One spec by which the sweep ran.
   *
   * @param seeds numbers of seeds at its looks; may be empty
   * @param rest what the spec says besides the number of seeds
   */
  public record Plan(List<Integer> seeds, String rest) {

    public Plan {
      seeds = List.copyOf(seeds);
    }

    /** The lines of the axes over which each cell is tuned, or of the axes that make cells. */
    private String axes(boolean tuned) {
      return rest.lines()
          .filter(line -> line.startsWith(AXES) && line.startsWith(TUNED) == tuned)
          .collect(Collectors.joining("\n"));
    }

    private static Plan of(String spec) {
      return new Plan(
          Replicates.in(spec).map(replicates -> replicates.looks().seeds()).orElse(List.of()),
          REPLICATES.matcher(spec).replaceAll(""));
    }
  }

  public SeedLooks {
    plans = List.copyOf(plans);
  }

  /** A single plan with looks after these numbers of seeds. */
  public static SeedLooks planned(List<Integer> seeds) {
    return new SeedLooks(List.of(new Plan(seeds, "")));
  }

  /** The looks of a sweep, according to its journal. */
  static SeedLooks of(SweepView sweep) {
    return new SeedLooks(sweep.plans().stream().map(Plan::of).toList());
  }

  /**
   * The looks at which some row of a table of cells beside a control could be decided: the others
   * spend no error.
   *
   * @param rows of the table now; a plan with other cells may have had fewer
   */
  SeedLooks ofRows(int rows) {
    return new SeedLooks(
        plans.stream()
            .map(
                plan -> {
                  int then = plan.rest.equals(plans.get(plans.size() - 1).rest) ? rows : 1;
                  return new Plan(
                      plan.seeds.stream()
                          .filter(n -> 2 * then * MeanTest.leastOfPairs(n) <= Effect.LEVEL)
                          .toList(),
                      plan.rest);
                })
            .filter(plan -> !plan.seeds.isEmpty())
            .toList());
  }

  /** All numbers of seeds, ascending. */
  public List<Integer> seeds() {
    return plans.stream().flatMap(plan -> plan.seeds.stream()).distinct().sorted().toList();
  }

  /** The number by which p is multiplied: at least 1. */
  public int count() {
    return Math.max(1, looks());
  }

  /** Each number of seeds at each list of cells and tuned values is a look. */
  private int looks() {
    return (int)
        plans.stream()
            .flatMap(
                plan -> plan.seeds.stream().map(n -> List.of(n, plan.axes(true), plan.axes(false))))
            .distinct()
            .count();
  }

  /** Whether seeds, cells or values of a tuned axis were added after results. */
  public boolean added() {
    return !plans.isEmpty() && looks() > plans.get(0).seeds.size();
  }

  /** Follows a verdict that is shown at a later look: {@code , look 2}; empty at a planned one. */
  public String mark() {
    return added() ? ", look " + count() : "";
  }

  /** What people are told of later looks; empty if there are none. */
  public String note() {
    return added()
        ? ("Look %d: %s were added after results. Looks at %s seeds: p is multiplied by %d. Earlier"
                + " looks have spent%nthe error of 5 %%, so confirm a marked verdict in a new sweep"
                + " with another seed.%n")
            .formatted(
                count(),
                what(),
                String.join(", ", seeds().stream().map(String::valueOf).toList()),
                count())
        : "";
  }

  private String what() {
    List<String> added = new ArrayList<>();
    if (seeds().size() > plans.get(0).seeds.size()) {
      added.add("seeds");
    }
    if (several(false)) {
      added.add("cells");
    }
    if (several(true)) {
      added.add("tuned values");
    }
    return String.join(" and ", added);
  }

  private boolean several(boolean tuned) {
    return plans.stream().map(plan -> plan.axes(tuned)).distinct().count() > 1;
  }
}
