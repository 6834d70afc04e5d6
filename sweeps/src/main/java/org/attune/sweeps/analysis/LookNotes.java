package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** Sentences for the user on the looks of a sweep: which there were, and what they cost. */
public record LookNotes(SeedLooks looks) {

  /** One sentence each; empty for a single look. */
  public List<String> all() {
    int number = looks.count();
    if (looks.several() && !looks.added()) {
      return List.of(
          (number == 1 ? "p is multiplied by %d: " : named() + ": p is multiplied by %d: ")
                  .formatted(looks.multiplier())
              + "'looks: several' leaves half of the error to looks after results.");
    }
    if (number == 1) {
      return List.of();
    }
    if (!looks.added()) {
      return List.of(paid());
    }
    String what = added();
    String first =
        what.isEmpty()
            ? "Look %d: the objective or a stopping rule changed after results.".formatted(number)
            : "Look %d: %s were added after results.".formatted(number, what);
    return looks.several()
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
                    .formatted(SeedLooks.TO_CONFIRM)
                + " with another seed.");
  }

  /** Those of rows and of pairs of values, which planned looks test as claims. */
  public List<String> ofPairs() {
    return looks
        .ifAllPlanned()
        .filter(planned -> planned.seeds().size() > 1 && !looks.several())
        .map(planned -> "%s: the smallest p counts, corrected for all of them.".formatted(named()))
        .map(List::of)
        .orElseGet(this::all);
  }

  private String paid() {
    return "%s: p is multiplied by %d.".formatted(named(), looks.multiplier());
  }

  /** Names every look. */
  private String named() {
    StringBuilder text = new StringBuilder();
    Set<String> before = Set.of();
    for (Map.Entry<Set<String>, SortedSet<Integer>> group : looks.byCells().entrySet()) {
      Set<String> cells = LookPlan.withoutRules(group.getKey());
      text.append(
              text.isEmpty()
                  ? "Looks at "
                  : ", then with %s at "
                      .formatted(cells.equals(before) ? "other rules" : "added cells"))
          .append(named(group.getValue()));
      before = cells;
    }
    return text.toString();
  }

  private static String named(SortedSet<Integer> seeds) {
    return seeds.stream().map(String::valueOf).collect(Collectors.joining(", "))
        + (seeds.last() == 1 ? " seed" : " seeds");
  }

  /** What was added after results: seeds, cells, both, or nothing. */
  private String added() {
    List<String> added = new ArrayList<>();
    if (looks.seeds().stream().distinct().count() > looks.plans().get(0).seeds().size()) {
      added.add("seeds");
    }
    if (looks.plans().stream().map(plan -> LookPlan.withoutRules(plan.cells())).distinct().count()
        > 1) {
      added.add("cells");
    }
    return String.join(" and ", added);
  }
}
