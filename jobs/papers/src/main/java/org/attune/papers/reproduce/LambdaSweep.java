package org.attune.papers.reproduce;

import static org.attune.jobs.report.Svg.Anchor.END;
import static org.attune.jobs.report.Svg.Anchor.START;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.report.Svg;
import org.attune.jobs.report.SvgAxis;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Summary;
import org.attune.sweeps.verdict.SweepOutcomes;

/**
 * A sweep over the start of lambda beside a table whose results depend on it, as a drawing: a block
 * for each setting of the rest, a line for each lambda, a dot for each seed.
 *
 * @param table the table
 * @param directory of the sweep's results
 * @param sweep with its results
 */
record LambdaSweep(PaperTable table, String directory, SweepView sweep) {

  /** The section's heading on the table's page. */
  static final String HEADING = "\n### lambda\n\n";

  private static final String LAMBDA = "attention.weights.lambda";
  private static final Map<String, String> METRICS =
      Map.of("kvq-sine", "validation_loss_at_context_20"); // others: the sweep's objective
  private static final int WIDTH = 700;
  private static final int LEFT = 130;
  private static final int ROW = 19;
  private static final int FOOT = 40;
  private static final String BLUE = "#1f5fa8";
  private static final String BOLD = "font-weight='600' fill='#222'";

  /** The name of its results' folder and of its drawing. */
  String name() {
    return table.key() + "-lambda";
  }

  /** The file that runs it, in the folder lambda beside the table's. */
  String file() {
    int name = table.file().lastIndexOf('/') + 1;
    return table.file().substring(0, name) + "lambda/" + table.file().substring(name);
  }

  private String metric() {
    return METRICS.getOrDefault(table.key(), sweep.header().objective().metric());
  }

  /**
   * The section of the table's page.
   *
   * @param results the folder of its raw results, as a command names it
   */
  String markdown(String results) {
    String metric = metric();
    return HEADING
        + """
        ![%s over the start of lambda](%s.svg)

        Blue: a dot for each seed, and the mean. A line without dots diverged. `%s` in the network of the table's Intention.

        ```
        ./attune run %s --out runs/reproduce/%s
        ./attune sql --out %s "SELECT lambda, cell, avg(%s) FROM results GROUP BY 1, 2 ORDER BY 2, 1"
        ```
        """
            .formatted(metric, name(), metric, file(), name(), results, metric);
  }

  /** The drawing as SVG. */
  String svg() {
    SweepOutcomes outcomes = new SweepOutcomes(sweep);
    String metric = metric();
    List<Configuration> cells =
        sweep.trials().stream().map(trial -> trial.trial().configuration()).distinct().toList();
    Map<String, List<Configuration>> blocks =
        cells.stream()
            .sorted(Comparator.comparingDouble(LambdaSweep::lambda))
            .collect(
                Collectors.groupingBy(
                    cell -> others(cell, cells), TreeMap::new, Collectors.toList()));
    Map<Configuration, List<Double>> values =
        cells.stream()
            .collect(Collectors.toMap(cell -> cell, cell -> values(cell, outcomes, metric)));
    List<Double> all = values.values().stream().flatMap(List::stream).toList();
    Svg svg = new Svg(WIDTH);
    double y = 22;
    svg.text(12, y, START, "font-size='14' " + BOLD, "The start of lambda");
    for (Map.Entry<String, List<Configuration>> block : blocks.entrySet()) {
      y += 30;
      SvgAxis axis = SvgAxis.over(all, LEFT, WIDTH - 20.0);
      double bottom = y + ROW * (block.getValue().size() + 1.0);
      svg.text(12, y, START, BOLD, metric + ", " + block.getKey());
      axis.draw(svg, y + 8, bottom);
      for (Configuration cell : block.getValue()) {
        y += ROW;
        row(svg, axis, y, cell.text(LAMBDA), values.get(cell));
      }
      y = bottom + FOOT - ROW;
    }
    return svg.drawn(y + 6, metric + " over the start of lambda");
  }

  private static void row(Svg svg, SvgAxis axis, double y, String name, List<Double> seeds) {
    svg.text(LEFT - 10.0, y + 4, END, "fill='#222'", name);
    seeds.forEach(
        seed -> svg.circle(axis.x(seed), y, 3, "fill='%s' fill-opacity='.4'".formatted(BLUE)));
    Summary summary = Summary.of(seeds.stream().mapToDouble(seed -> seed).toArray());
    if (summary.n() > 0) {
      double x = axis.x(summary.mean());
      svg.down(x, y - 6, y + 6, "stroke='%s' stroke-width='2.5'".formatted(BLUE));
    }
  }

  private static List<Double> values(Configuration cell, SweepOutcomes outcomes, String metric) {
    return IntStream.range(0, outcomes.ended(cell))
        .mapToObj(seed -> outcomes.value(cell, seed, metric))
        .flatMapToDouble(OptionalDouble::stream)
        .boxed()
        .toList();
  }

  private static double lambda(Configuration cell) {
    return Double.parseDouble(cell.text(LAMBDA));
  }

  /** The swept settings of a cell but for lambda: {@code layers 4}. */
  private static String others(Configuration cell, List<Configuration> cells) {
    return new TreeSet<>(cell.values().keySet())
        .stream()
            .filter(key -> !key.equals(LAMBDA))
            .filter(
                key ->
                    cells.stream()
                        .anyMatch(other -> !cell.text(key).equals(other.values().get(key))))
            .map(key -> key.substring(key.lastIndexOf('.') + 1) + " " + cell.text(key))
            .collect(Collectors.joining(", "));
  }
}
