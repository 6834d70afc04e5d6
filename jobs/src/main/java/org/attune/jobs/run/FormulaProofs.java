package org.attune.jobs.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.SweepFile;
import org.attune.model.ModelCatalog;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;

/** Proves each formula of a sweep at the heads, lengths and widths of the cells that have it. */
final class FormulaProofs {

  private static final int MOST = 2_000; // trials that are looked at
  private static final int MOST_SIZES = 12; // at which a formula is proven
  private static final String FORMULA = ".formula";
  private static final String PROVEN =
      """
      proven      no formula looks at a later token; tried on random numbers: gradients and float32 kernels agree with float64, and all numbers are finite at the cells' heads and lengths, up to 4,096 tokens (scores and weights: 2 million scores of a sequence)
      """;

  private FormulaProofs() {}

  /**
   * One line per formula, then what was proven; empty when the sweep has none.
   *
   * @param file where the user typed the formulas
   * @throws SpecException when formulas do not hold; it says where each is typed and what to do
   * @throws InputException like it, for formulas that the file does not have in this form
   */
  static String prove(SweepSpec spec, AxisCatalog catalog, SweepFile file)
      throws InputException, SpecException, IOException {
    if (!(catalog instanceof TrialCatalog)) {
      return "";
    }
    Map<String, Values.Grown> grown = grown(spec);
    Map<Map<String, String>, TreeMap<String, Configuration>> cells = new LinkedHashMap<>();
    Search search = spec.newSearch(catalog);
    long most = Math.min(spec.budget().trialsOf(search), MOST);
    for (long n = 0; n < most && search.ask() instanceof Proposal.Run next; n++) {
      Map<String, String> cell = next.trial().configuration().values();
      boolean proven = // each rewrite has passed already
          grown.entrySet().stream()
              .anyMatch(
                  g -> {
                    String formula = cell.getOrDefault(g.getKey(), g.getValue().growth().start());
                    return !formula.equals(g.getValue().growth().start())
                        && g.getValue().growth().has(formula);
                  });
      Optional<String> sizes =
          proven ? Optional.empty() : ModelCatalog.formulaSizes(next.trial().configuration());
      sizes.ifPresent(
          formulaSizes ->
              cells
                  .computeIfAbsent(formulas(cell), f -> new TreeMap<>())
                  .putIfAbsent(formulaSizes, next.trial().configuration()));
    }
    Map<String, List<ModelCatalog.Proven>> lines = new TreeMap<>();
    Set<String> proven = new HashSet<>(); // formulas, each with its sizes
    RefusedFormulas refused = new RefusedFormulas(catalog, file);
    for (TreeMap<String, Configuration> bySize : cells.values()) {
      for (Configuration cell : spread(bySize)) {
        ModelCatalog.proveFormulas(
                cell,
                formula -> !refused.has(formula) && proven.add(formula),
                failed -> refused.add(failed.getMessage(), cell))
            .forEach(p -> lines.computeIfAbsent(p.name(), n -> new ArrayList<>()).add(p));
      }
    }
    refused.throwIfAny();
    lines.forEach(FormulaProofs::warn);
    return lines.isEmpty()
        ? ""
        : lines.values().stream().map(FormulaProofs::lines).collect(Collectors.joining()) + PROVEN;
  }

  /** Cells whose formulas change nothing cost trials, and show no difference. */
  private static void warn(String name, List<ModelCatalog.Proven> bySize) {
    if (bySize.stream().noneMatch(ModelCatalog.Proven::changes)) {
      System.err.printf(
          "warning: %s changed nothing where it was tried: its cells train the same network as"
              + " cells without it%n",
          name);
    }
  }

  /**
   * At most {@value #MOST_SIZES} cells: one of each pair of heads and length, as far as there is
   * room, then others.
   */
  private static List<Configuration> spread(TreeMap<String, Configuration> bySize) {
    Map<List<String>, Configuration> ofPairs = new LinkedHashMap<>();
    bySize.forEach(
        (size, cell) -> ofPairs.putIfAbsent(List.of(size.split(", ")).subList(0, 2), cell));
    List<Configuration> chosen = new ArrayList<>(some(List.copyOf(ofPairs.values())));
    List<Configuration> others = new ArrayList<>(bySize.values());
    others.removeAll(chosen);
    some(others).stream().limit(MOST_SIZES - chosen.size()).forEach(chosen::add);
    return chosen;
  }

  /** The first, the last, and some between, of cells in the order of their sizes. */
  private static List<Configuration> some(List<Configuration> cells) {
    int last = cells.size() - 1;
    return last < MOST_SIZES
        ? cells
        : IntStream.range(0, MOST_SIZES)
            .mapToObj(i -> cells.get(i * last / (MOST_SIZES - 1)))
            .toList();
  }

  /** A formula's line at its smallest sizes, and one for each size at which it changed nothing. */
  private static String lines(List<ModelCatalog.Proven> bySize) {
    return IntStream.range(0, bySize.size())
        .mapToObj(bySize::get)
        .filter(p -> p == bySize.get(0) || !p.changes())
        .map(p -> "formula     %s: %s%n".formatted(p.name(), p.says()))
        .distinct()
        .collect(Collectors.joining());
  }

  private static Map<String, Values.Grown> grown(SweepSpec spec) {
    Map<String, Values.Grown> grown = new TreeMap<>();
    spec.axes().stream()
        .flatMap(Axis::settings)
        .filter(setting -> setting.getValue() instanceof Values.Grown)
        .forEach(setting -> grown.put(setting.getKey(), (Values.Grown) setting.getValue()));
    return grown;
  }

  private static Map<String, String> formulas(Map<String, String> cell) {
    Map<String, String> values = new TreeMap<>(cell);
    values.keySet().removeIf(key -> !key.endsWith(FORMULA));
    return values;
  }
}
