package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.ConfirmingSweep;

/**
 * Lines of a new sweep file, which can confirm verdicts. The cells' values were chosen on the same
 * seeds as the verdicts.
 *
 * @param pairs the rows
 * @param metric that they compare
 * @param header of the sweep
 */
record ClaimRecipe(CellPairs pairs, String metric, SweepHeader header) {

  private static final String WHY =
      "The seeds that judge these cells also chose their values. This favours a cell whose value"
          + " matters little. To confirm a verdict, run a new sweep with other seeds:";

  /** Sentences and the lines; empty without such a verdict on two cells that can be tuned. */
  List<String> lines() {
    List<CellPair> shown =
        pairs.pairs().stream()
            .filter(pair -> pair.verdict().shown() && pairs.choice().same(pair))
            .toList();
    if (shown.isEmpty()) {
      return List.of();
    }
    List<String> claims =
        shown.stream()
            .flatMap(pair -> pair.settings().stream().map(at -> claim(pair, at.held())))
            .toList();
    ConfirmingSweep sweep = ConfirmingSweep.of(header.name(), header.seed(), claims);
    List<String> lines = new ArrayList<>();
    lines.add(WHY);
    lines.add("1. Copy the sweep file of %s.".formatted(header.name()));
    lines.add("2. " + edits(shown));
    lines.add("3. Add these lines to the copy:");
    lines.add("sweep: " + sweep.name());
    lines.add("seed: " + sweep.seed());
    lines.add("replicates: {at-least: 5, at-most: 12, until: decided, tuning: 2}");
    lines.add("claims:");
    lines.addAll(claims);
    lines.add(
        "4. Run the copy, with %sany --set as before."
            .formatted(header.data().map(data -> "--data " + data.name() + " and ").orElse("")));
    return lines;
  }

  private String edits(List<CellPair> shown) {
    return Stream.of(
            "In the copy, delete sweep, seed, replicates, claims, search, stop and budget.trials,"
                + " where it has them.",
            kept(shown),
            listed(),
            pairs.edges().isEmpty()
                ? ""
                : "Extend each axis whose best value is the smallest or largest tried, and write its"
                    + " present ends into replicates, as tune-first: {KEY: [FROM, TO]}: further"
                    + " values cost trials only where a best value lies at an edge.")
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** A cell without a claim would cost trials and decide nothing. */
  private String kept(List<CellPair> shown) {
    Set<String> compared =
        shown.stream()
            .flatMap(pair -> Stream.of(pair.cell(), pair.control()))
            .collect(Collectors.toSet());
    List<String> names = header.cells().stream().map(NamedCell::name).toList();
    return names.isEmpty() || compared.containsAll(names)
        ? ""
        : "Of its cells, keep only %s."
            .formatted(String.join("; ", names.stream().filter(compared::contains).toList()));
  }

  /** A grid takes no interval. */
  private String listed() {
    Set<String> intervals = header.axes().intervals().keySet();
    List<String> keys = pairs.tuned().stream().filter(intervals::contains).toList();
    return keys.isEmpty()
        ? ""
        : "List values of %s in place of an interval.".formatted(String.join(" and ", keys));
  }

  private String claim(CellPair pair, String held) {
    String is = pair.higher() ? "above" : "below";
    return "- {says: %s, metric: %s, cell: %s, is: %s, of: %s}"
        .formatted(
            quoted("%s is %s %s".formatted(named(pair.cell(), held), is, pair.control())),
            metric,
            arm(pair.cell(), held),
            is,
            arm(pair.control(), held));
  }

  private String arm(String cell, String held) {
    String name = quoted(named(cell, held));
    return pairs.tuned().isEmpty()
        ? name
        : "{cell: %s, best-over: [%s]}".formatted(name, String.join(", ", pairs.tuned()));
  }

  private static String named(String cell, String held) {
    return held.isEmpty() ? cell : cell + ", " + held;
  }

  /** As text of YAML. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
