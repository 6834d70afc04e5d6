package org.attune.sweeps.spec;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Spelling;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Several sizes of one sweep in one file: {@code scales: {small: {train.steps: 500}, ...}}. The
 * chosen scale overrides the file's values for all cells. A named cell keeps its own settings,
 * unless the scale has that cell too. A renamed scale is still read by the name that it had: {@code
 * large: {formerly: paper, ...}}.
 */
final class Scales {

  static final String SCALE = "scale";
  private static final String SCALES = "scales";
  private static final String AXES = "axes";

  /** An earlier name of a scale, which is still read. */
  static final String FORMERLY = "formerly";

  /** Keys that a scale may not change: the sweep's name, and the scales themselves. */
  static final Set<String> FIXED = Set.of("sweep", SCALE, SCALES);

  private final ParameterTree tree;
  private final Problems problems;

  Scales(ParameterTree tree, Problems problems) {
    this.tree = tree;
    this.problems = problems;
  }

  /**
   * Merges the chosen scale's values into the file, and appends the scale's name to the sweep's.
   */
  void apply(MappingNode root) {
    Optional<NodeTuple> chosen = take(root, SCALE);
    Optional<NodeTuple> scales = take(root, SCALES);
    if (scales.isEmpty()) {
      chosen.ifPresent(
          entry ->
              problems.add(
                  entry.getValueNode(),
                  SCALE,
                  "the file has no scales to choose from; remove the key, or add scales: {NAME:"
                      + " {...}}"));
      return;
    }
    if (!(scales.get().getValueNode() instanceof MappingNode byName)) {
      Node node = scales.get().getValueNode();
      problems.add(node, SCALES, "must be a mapping of names, not " + Fields.kind(node));
      return;
    }
    choose(byName, chosen).ifPresent(entry -> apply(root, entry, chosen.get().getValueNode()));
  }

  private Optional<NodeTuple> choose(MappingNode byName, Optional<NodeTuple> chosen) {
    Set<String> names =
        byName.getValue().stream()
            .map(Document::key)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (chosen.isEmpty()) {
      problems.add(
          byName,
          SCALES,
          "choose one of %s with --set scale=NAME, or write scale: NAME into the file"
              .formatted(String.join(", ", names)));
      return Optional.empty();
    }
    Node node = chosen.get().getValueNode();
    Optional<String> name = Fields.text(problems, node, SCALE);
    Optional<NodeTuple> scale =
        byName.getValue().stream()
            .filter(
                entry ->
                    name.equals(Optional.of(Document.key(entry)))
                        || name.isPresent() && name.equals(formerly(entry)))
            .findFirst();
    if (name.isPresent() && scale.isEmpty()) {
      problems.add(
          node,
          SCALE,
          "'%s' must be one of %s%s"
              .formatted(name.get(), String.join(", ", names), Spelling.hint(name.get(), names)));
    }
    return scale;
  }

  private static Optional<String> formerly(NodeTuple scale) {
    return scale.getValueNode() instanceof MappingNode values
        ? values.getValue().stream()
            .filter(entry -> Document.key(entry).equals(FORMERLY))
            .filter(entry -> entry.getValueNode() instanceof ScalarNode)
            .map(entry -> ((ScalarNode) entry.getValueNode()).getValue())
            .findFirst()
        : Optional.empty();
  }

  private void apply(MappingNode root, NodeTuple scale, Node name) {
    String path = Document.join(SCALES, Document.key(scale));
    if (!(scale.getValueNode() instanceof MappingNode values)) {
      Node node = scale.getValueNode();
      problems.add(node, path, "must be a mapping of keys, not " + Fields.kind(node));
      return;
    }
    Nodes.append(root, "sweep", "-" + ((ScalarNode) name).getValue());
    values.getValue().stream()
        .filter(entry -> !Document.key(entry).equals(FORMERLY))
        .forEach(entry -> put(root, path, "", entry));
  }

  private void put(MappingNode root, String scale, String prefix, NodeTuple entry) {
    String key = Document.join(prefix, Document.key(entry));
    Node value = entry.getValueNode();
    if (FIXED.contains(key)) {
      problems.add(entry.getKeyNode(), Document.join(scale, key), "a scale cannot change this");
    } else if (key.equals(AXES) && value instanceof MappingNode axes) {
      axes.getValue().forEach(axis -> putAxis(root, axis));
    } else if (key.equals(NamedCells.KEY) && value instanceof MappingNode cells) {
      cells.getValue().forEach(cell -> putIn(root, NamedCells.KEY, cell));
    } else if (tree.parameter(key).isPresent()) {
      Nodes.removeSetting(root, key);
      Nodes.add(root, key, value, entry.getKeyNode().getStartMark());
    } else if (value instanceof MappingNode group && isGroup(key)) {
      group.getValue().forEach(child -> put(root, scale, key, child));
    } else {
      Nodes.remove(root, key);
      Nodes.add(root, key, value, entry.getKeyNode().getStartMark());
    }
  }

  private boolean isGroup(String key) {
    return tree.keys().stream().anyMatch(known -> known.startsWith(key + "."));
  }

  private void putAxis(MappingNode root, NodeTuple axis) {
    Nodes.remove(root, Document.key(axis));
    putIn(root, AXES, axis);
  }

  /** Replaces the entry with that key, which keeps the order of labels; otherwise appends it. */
  private static void putIn(MappingNode root, String section, NodeTuple entry) {
    Mark mark = entry.getKeyNode().getStartMark();
    List<NodeTuple> entries = Nodes.section(root, section, mark).getValue();
    for (int i = 0; i < entries.size(); i++) {
      if (Document.key(entries.get(i)).equals(Document.key(entry))) {
        entries.set(i, entry);
        return;
      }
    }
    entries.add(entry);
  }

  private static Optional<NodeTuple> take(MappingNode root, String key) {
    Optional<NodeTuple> entry =
        root.getValue().stream().filter(e -> Document.key(e).equals(key)).findFirst();
    entry.ifPresent(root.getValue()::remove);
    return entry;
  }
}
