package org.attune.jobs.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.model.ModelCatalog;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;

/** Proves each formula of a sweep once, in the first cell that has it. */
final class FormulaProofs {

  private static final int MOST = 2_000; // trials that are looked at
  private static final String FORMULA = ".formula";
  private static final String PROVEN =
      """
      proven      no formula looks at a later token; gradients and float32 kernels agree with float64; all numbers are finite
      """;

  private FormulaProofs() {}

  /**
   * One line per formula, then what was proven; empty when the sweep has none.
   *
   * @throws InputException when a formula does not hold; the message names its place and the remedy
   */
  static String prove(SweepSpec spec, AxisCatalog catalog) throws InputException {
    if (!(catalog instanceof TrialCatalog)) {
      return "";
    }
    Map<String, Values.Grown> grown = grown(spec);
    Map<Map<String, String>, Configuration> cells = new LinkedHashMap<>();
    Search search = spec.newSearch(catalog);
    long most = Math.min(spec.budget().trialsOf(search), MOST);
    for (long n = 0; n < most && search.ask() instanceof Proposal.Run next; n++) {
      Map<String, String> cell = next.trial().configuration().values();
      boolean proven = // each rewrite has passed already
          grown.entrySet().stream()
              .anyMatch(
                  g -> {
                    String own = cell.getOrDefault(g.getKey(), g.getValue().growth().start());
                    return !own.equals(g.getValue().growth().start())
                        && g.getValue().growth().has(own);
                  });
      if (!proven) {
        cells.putIfAbsent(formulas(cell), next.trial().configuration());
      }
    }
    Map<String, String> lines = new TreeMap<>();
    for (Map.Entry<Map<String, String>, Configuration> entry : cells.entrySet()) {
      try {
        lines.putAll(ModelCatalog.proveFormulas(entry.getValue(), lines.keySet()));
      } catch (IllegalArgumentException refused) {
        throw new InputException(refused.getMessage());
      }
    }
    return lines.isEmpty() ? "" : String.join("", lines.values()) + PROVEN;
  }

  private static Map<String, Values.Grown> grown(SweepSpec spec) {
    Map<String, Values.Grown> grown = new TreeMap<>();
    spec.axes().stream()
        .flatMap(axis -> axis.branches().stream())
        .forEach(
            branch ->
                branch
                    .values()
                    .forEach(
                        (key, values) -> {
                          if (values instanceof Values.Grown own) {
                            grown.put(key, own);
                          }
                        }));
    return grown;
  }

  private static Map<String, String> formulas(Map<String, String> cell) {
    Map<String, String> own = new TreeMap<>();
    cell.forEach(
        (key, value) -> {
          if (key.endsWith(FORMULA)) {
            own.put(key, value);
          }
        });
    return own;
  }
}
