package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.run.Plan;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;

/**
 * What each table costs at its scales {@code small} and {@code paper} or {@code large}, with tuning
 * and fresh seeds: if the first look decides every claim, and at the most.
 *
 * @param tables that the page has
 * @param folder of pages, beside which finished tables have their results
 */
record ScaleCosts(List<PaperTable> tables, AxisCatalog catalog, Path folder) {

  /** What small models reach on one H200, in FLOPs a second. */
  private static final double H200 = 1e13;

  private static final String[] HEADING = {
    "table",
    "trials at small",
    "TFLOP at small",
    "spent there",
    "largest scale",
    "trials there",
    "PFLOP",
    "hours of an H200",
    "parameters"
  };

  /** The page as Markdown. */
  String markdown() throws IOException, SpecException {
    TextTable costs = TextTable.of(HEADING);
    SpentFlops spent = new SpentFlops(catalog, folder);
    double all = 0;
    for (PaperTable table : tables) {
      Plan small = plan(table, "small");
      String largest = table.scales().get(2);
      Plan paper = plan(table, largest);
      all += paper.flops();
      costs.add(
          table.key(),
          count(small.trials()),
          range(small, 1e12),
          spent.of(table, "small").stream()
              .mapToObj(flops -> number(flops / 1e12))
              .findFirst()
              .orElse("n/a"),
          largest,
          count(paper.trials()),
          range(paper, 1e15),
          range(paper, H200 * 3600),
          count(paper.smallest()) + " to " + count(paper.largest()));
    }
    return """
# What each table costs

Prices include tuning and fresh seeds: the lower one if all claims are decided at the first look, the upper one if
one stays open to the last. The finished table of this folder spent `spent there`. An hour of an H200 counts as 10
TFLOP/s, what small models reach. All tables at their largest scale: %s PFLOP, %s hours, at the most.

`paper` is the paper's size. `large` is not:

%s
%s\
"""
        .formatted(
            number(all / 1e15),
            number(all / H200 / 3600),
            tables.stream()
                .filter(table -> table.size().isPresent())
                .map(table -> "- `%s`: %s\n".formatted(table.key(), table.size().get()))
                .collect(Collectors.joining()),
            costs.markdown());
  }

  private Plan plan(PaperTable table, String scale) throws SpecException {
    return Plan.of(
        SpecFile.read(table.file(), table.text(), Map.of("scale", scale), catalog), catalog);
  }

  private static String range(Plan plan, double unit) {
    String least = number(plan.leastFlops() / unit);
    String most = number(plan.flops() / unit);
    return least.equals(most) ? most : least + " to " + most;
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%,.0f", value);
  }
}
