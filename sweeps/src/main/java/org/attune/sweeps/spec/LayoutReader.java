package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.sweeps.claim.Layout;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;

/** Reads {@code table}: how to show a sweep's cells next to a paper's. */
final class LayoutReader {

  static final Set<String> TABLE = ordered("title", "source", "columns", "controls", "notes");
  static final Set<String> COLUMN = ordered("metric", "floor", "paper");

  private final Problems problems;
  private final CellWords words;
  private final String objective;

  /**
   * Creates a reader of tables about the given cells.
   *
   * @param objective the metric of a table that does not name one
   */
  LayoutReader(Problems problems, CellWords words, String objective) {
    this.problems = problems;
    this.words = words;
    this.objective = objective;
  }

  Layout read(Node node) {
    Layout none = Layout.of(objective);
    Optional<MappingNode> mapping = words.mapping("table", node);
    if (mapping.isEmpty()) {
      return none;
    }
    Fields fields = new Fields(problems, "table", mapping.get(), TABLE);
    List<Layout.Column> columns = new ArrayList<>();
    fields
        .node("columns")
        .ifPresent(
            list -> {
              for (Node element : words.elements("table.columns", list)) {
                String path = "table.columns[" + columns.size() + "]";
                words.mapping(path, element).ifPresent(column -> columns.add(column(path, column)));
              }
            });
    Map<String, String> controls = new LinkedHashMap<>();
    fields
        .node("controls")
        .flatMap(below -> words.mapping("table.controls", below))
        .ifPresent(below -> below.getValue().forEach(entry -> control(entry, controls)));
    List<String> notes = new ArrayList<>();
    fields
        .node("notes")
        .ifPresent(
            list ->
                words
                    .elements("table.notes", list)
                    .forEach(
                        note -> Fields.text(problems, note, "table.notes").ifPresent(notes::add)));
    return new Layout(
        fields.text("title").orElse(""),
        fields.text("source").orElse(""),
        columns.isEmpty() ? none.columns() : columns,
        controls,
        notes);
  }

  /** Of names without some axes' values, cells with the same such values belong together. */
  private void control(NodeTuple entry, Map<String, String> controls) {
    List<String> named = words.labels("table.controls", entry.getKeyNode());
    List<String> others = words.labels("table.controls", entry.getValueNode());
    String word = Fields.text(problems, entry.getKeyNode(), "table.controls").orElse("");
    String other = Fields.text(problems, entry.getValueNode(), "table.controls").orElse("");
    for (String of : named) {
      others.stream()
          .filter(
              control ->
                  others.size() == 1
                      || CellWords.rest(other, control).equals(CellWords.rest(word, of)))
          .findFirst()
          .ifPresent(control -> controls.put(of, control));
    }
  }

  private Layout.Column column(String path, MappingNode node) {
    Fields fields = new Fields(problems, path, node, COLUMN);
    String metric = fields.text("metric").orElse(objective);
    words.requireMetricSomewhere(fields.node("metric").orElse(node), path + ".metric", metric);
    Map<String, String> paper = new LinkedHashMap<>();
    fields
        .node("paper")
        .flatMap(below -> words.mapping(path + ".paper", below))
        .ifPresent(
            below ->
                below
                    .getValue()
                    .forEach(
                        entry -> {
                          List<String> labels = words.labels(path + ".paper", entry.getKeyNode());
                          Optional<String> text =
                              Fields.text(problems, entry.getValueNode(), path + ".paper");
                          text.ifPresent(said -> labels.forEach(cell -> paper.put(cell, said)));
                        }));
    Optional<Layout.Floor> floor =
        fields.text("floor").map(said -> floor(path, fields.node("floor").orElseThrow(), said));
    return new Layout.Column(metric, paper, floor);
  }

  private Layout.Floor floor(String path, Node node, String said) {
    Optional<Double> number = CellWords.number(said);
    if (number.isPresent()) {
      return new Layout.Floor.OfNumber(number.get());
    }
    words.requireMetricSomewhere(node, path + ".floor", said);
    return new Layout.Floor.OfMetric(said);
  }

  private static Set<String> ordered(String... words) {
    return new LinkedHashSet<>(List.of(words));
  }
}
