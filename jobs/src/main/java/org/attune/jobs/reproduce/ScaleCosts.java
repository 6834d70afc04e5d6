package org.attune.jobs.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.attune.api.catalog.AxisCatalog;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.run.Plan;
import org.attune.sweeps.paper.PaperTable;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;

/**
 * What each table costs at the scales {@code small} and {@code paper}, at the most: with tuning,
 * and with every claim open to the last look.
 */
record ScaleCosts(AxisCatalog catalog) {

  /** What small models reach on one H200, in FLOPs a second. */
  private static final double H200 = 1e13;

  private static final String[] HEADING = {
    "table",
    "trials at small",
    "TFLOP at small",
    "trials at paper",
    "PFLOP at paper",
    "hours of an H200",
    "parameters at paper"
  };

  /** The page as Markdown. */
  String markdown() throws SpecException {
    List<String[]> rows = new ArrayList<>();
    double all = 0;
    for (PaperTable table : PaperTable.all()) {
      if (table.text().isPresent()) {
        Plan small = plan(table, "small");
        Plan paper = plan(table, "paper");
        all += paper.flops();
        rows.add(
            new String[] {
              "[%s](%s.md)".formatted(table.key(), table.key()),
              count(small.trials()),
              number(small.flops() / 1e12),
              count(paper.trials()),
              number(paper.flops() / 1e15),
              number(paper.flops() / H200 / 3600),
              count(paper.smallest()) + " to " + count(paper.largest())
            });
      }
    }
    return """
        # What each table costs

        At the most: with tuning, and with every claim open to the last look. An hour of an H200 counts as 10 TFLOP/s, what small models
        reach. All tables at the scale `paper`: %s PFLOP, %s hours.

        `paper` is the paper's size but for two tables: `mta-lm` (the paper: 880 million parameters) and `gated-attention` (the paper: 15
        billion). `patterns` has no paper's size.

        %s"""
        .formatted(
            number(all / 1e15), number(all / H200 / 3600), TextTable.of(HEADING, rows).markdown());
  }

  private Plan plan(PaperTable table, String scale) throws SpecException {
    return Plan.of(
        SpecFile.read(table.file(), table.text().orElseThrow(), Map.of("scale", scale), catalog),
        catalog);
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%,.0f", value);
  }
}
