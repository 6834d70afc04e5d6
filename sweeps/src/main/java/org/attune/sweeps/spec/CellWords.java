package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.attune.api.Metric;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.claim.Measure;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The words by which claims and tables name cells and their metrics. */
final class CellWords {

  private static final int MAX_SHOWN = 12;
  private static final String BETWEEN = " / ";

  private final Problems problems;
  private final AxisCatalog catalog;
  private final Map<String, Configuration> cells;

  /** Words for cells by their label. */
  CellWords(Problems problems, AxisCatalog catalog, Map<String, Configuration> cells) {
    this.problems = problems;
    this.catalog = catalog;
    this.cells = cells;
  }

  Map<String, Configuration> cells() {
    return cells;
  }

  Optional<String> label(String path, Node node) {
    Optional<String> label = Fields.text(problems, node, path);
    if (label.isPresent() && !cells.containsKey(label.get())) {
      problems.add(
          node,
          path,
          "there is no cell '%s'; the cells are %s%s"
              .formatted(label.get(), shown(), Spelling.hint(label.get(), cells.keySet())));
      return Optional.empty();
    }
    return label;
  }

  /**
   * The labels that a word names: one cell, or all cells that a name without some axes' values
   * fits. Reports a problem if there is none.
   */
  List<String> labels(String path, Node node) {
    Optional<String> word = Fields.text(problems, node, path);
    if (word.isEmpty() || cells.containsKey(word.get())) {
      return word.stream().toList();
    }
    List<String> fitting =
        cells.keySet().stream().filter(label -> rest(word.get(), label).isPresent()).toList();
    return fitting.isEmpty() ? label(path, node).stream().toList() : fitting;
  }

  /** The parts of a label beyond those of a word; empty if the label lacks a part of the word. */
  static Optional<List<String>> rest(String word, String label) {
    List<String> parts = new ArrayList<>(List.of(label.split(BETWEEN)));
    for (String part : word.split(BETWEEN)) {
      if (!parts.remove(part)) {
        return Optional.empty();
      }
    }
    return Optional.of(parts);
  }

  /** The first labels, as examples of how labels are written. */
  private String shown() {
    int more = cells.size() - MAX_SHOWN;
    return cells.keySet().stream().limit(MAX_SHOWN).collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** The measure of a cell by a metric. */
  Measure measure(String label, String metric) {
    Configuration cell = cells.get(label);
    return new Measure(label, cell, metric, better(cell, metric), Optional.empty());
  }

  /** Whether higher or lower values of a cell's metric are better; the task declares it. */
  Better better(Configuration cell, String metric) {
    return catalog.metrics(cell).stream()
        .filter(known -> known.covers(metric))
        .map(Metric::better)
        .findFirst()
        .orElse(Better.NEITHER);
  }

  /** Whether a cell reports a metric; reports a problem if not. */
  boolean requireMetric(Node node, String path, String metric, String label, Configuration cell) {
    List<Metric> metrics = catalog.metrics(cell);
    boolean reported = metrics.stream().anyMatch(known -> known.covers(metric));
    if (!reported) {
      problems.add(node, path, unknown(metric, " in cell " + label, metrics));
    }
    return reported;
  }

  void requireMetricSomewhere(Node node, String path, String metric) {
    List<Metric> metrics =
        cells.values().stream().flatMap(cell -> catalog.metrics(cell).stream()).distinct().toList();
    if (metrics.stream().noneMatch(known -> known.covers(metric))) {
      problems.add(node, path, unknown(metric, "", metrics));
    }
  }

  private static String unknown(String metric, String where, List<Metric> metrics) {
    return "'%s' is not a metric that trials report%s; they report %s%s"
        .formatted(
            metric,
            where,
            String.join(", ", metrics.stream().map(Metric::spelled).toList()),
            Spelling.hint(metric, metrics.stream().map(Metric::example).toList()));
  }

  List<Node> elements(String path, Node node) {
    if (node instanceof SequenceNode list) {
      return list.getValue();
    }
    problems.add(node, path, "must be a list, not " + Fields.kind(node));
    return List.of();
  }

  Optional<MappingNode> mapping(String path, Node node) {
    if (node instanceof MappingNode mapping) {
      return Optional.of(mapping);
    }
    problems.add(node, path, "must be a mapping, not " + Fields.kind(node));
    return Optional.empty();
  }

  static Optional<Double> number(String text) {
    try {
      double number = Double.parseDouble(text);
      return Double.isFinite(number) ? Optional.of(number) : Optional.empty();
    } catch (NumberFormatException word) {
      return Optional.empty();
    }
  }
}
