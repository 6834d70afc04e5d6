package org.attune.jobs.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.attune.api.catalog.AxisCatalog;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.run.Plan;
import org.attune.sweeps.paper.PaperTable;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;

/**
 * What each table costs at its scales {@code small} and {@code paper} or {@code large}, at the
 * most: with tuning, and with every claim open to the last look.
 */
record ScaleCosts(AxisCatalog catalog) {

  /** What small models reach on one H200, in FLOPs a second. */
  private static final double H200 = 1e13;

  private static final String[] HEADING = {
    "table",
    "trials at small",
    "TFLOP at small",
    "largest scale",
    "trials there",
    "PFLOP",
    "hours of an H200",
    "parameters"
  };

  /** The page as Markdown. */
  String markdown() throws SpecException {
    List<String[]> rows = new ArrayList<>();
    double all = 0;
    for (PaperTable table : PaperTable.all()) {
      Plan small = plan(table, "small");
      String largest = table.scales().get(2);
      Plan paper = plan(table, largest);
      all += paper.flops();
      rows.add(
          new String[] {
            "[%s](%s.md)".formatted(table.key(), table.key()),
            count(small.trials()),
            number(small.flops() / 1e12),
            largest,
            count(paper.trials()),
            number(paper.flops() / 1e15),
            number(paper.flops() / H200 / 3600),
            count(paper.smallest()) + " to " + count(paper.largest())
          });
    }
    return """
# What each table costs

At the most: with tuning, and with every claim open to the last look. An hour of an H200 counts as 10 TFLOP/s, what small models
reach. All tables at their largest scale: %s PFLOP, %s hours.

`paper` is the paper's size. `large` is not:

%s
%s\
"""
        .formatted(
            number(all / 1e15),
            number(all / H200 / 3600),
            PaperTable.all().stream()
                .filter(table -> table.size().isPresent())
                .map(table -> "- `%s`: %s\n".formatted(table.key(), table.size().get()))
                .collect(Collectors.joining()),
            TextTable.of(HEADING, rows).markdown());
  }

  private Plan plan(PaperTable table, String scale) throws SpecException {
    return Plan.of(
        SpecFile.read(table.file(), table.text(), Map.of("scale", scale), catalog), catalog);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%,.0f", value);
  }
}
