package org.attune.sweeps.analysis;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.sweeps.event.SweepPlan;
import org.attune.sweeps.identity.SpecText;
import org.attune.sweeps.spec.SweepSpec;

/**
 * The looks of one spec by which a sweep ran.
 *
 * @param seeds numbers of seeds at its looks; may be empty
 * @param cells what decides which cells it has and which of their trials count: branches of axes, a
 *     blind search's draw, stopping rules, and the objective
 * @param several whether its verdicts leave half of the error to later looks
 */
public record LookPlan(List<Integer> seeds, Set<String> cells, boolean several) {

  private static final List<String> OBJECTIVE = List.of("objective.metric", "objective.goal");
  private static final List<String> RULES = List.of("stop", "objectives");

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

  /** Lines of {@link #cells} for the cells alone, without rules. */
  static Set<String> withoutRules(Set<String> cells) {
    return cells.stream().filter(line -> !isRule(line)).collect(Collectors.toSet());
  }

  private static boolean isRule(String line) {
    return OBJECTIVE.stream().anyMatch(rule -> line.startsWith(rule + ": "))
        || RULES.stream().anyMatch(rule -> line.startsWith(rule + ": "));
  }
}
