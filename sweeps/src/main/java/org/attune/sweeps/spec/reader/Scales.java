package org.attune.sweeps.spec.reader;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.spec.form.Nodes;
import org.attune.sweeps.spec.form.Problems;
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
record Scales(ParameterTree tree, Problems problems) {

  static final Key<String> SCALE = new Key<>("scale", Form.TEXT, "which of the scales is run");
  static final Key<MappingNode> SCALES =
      new Key<>("scales", Form.MAPPING, "keys that each scale sets");

  /** An earlier name of a scale, which is still read. */
  static final Key<String> FORMERLY =
      new Key<>("formerly", Form.TEXT, "its earlier name, still read");

  /** Keys that a scale may not change: the sweep's name, and the scales themselves. */
  static final Set<String> FIXED = Set.of("sweep", SCALE.name(), SCALES.name());

  private static final String AXES = "axes";

  /**
   * Merges the chosen scale's values into the file, and appends the scale's name to the sweep's.
   */
  void apply(MappingNode root) {
    Optional<Given> chosen = take(root, SCALE);
    Optional<Given> scales = take(root, SCALES);
    if (scales.isEmpty()) {
      chosen.ifPresent(
          given ->
              given.refuse(
                  "the file has no scales to choose from; remove the key, or add scales: {NAME:"
                      + " {...}}"));
    } else if (!(scales.get().node() instanceof MappingNode)) {
      scales.get().refuse("must be a mapping of names, not " + scales.get().kind());
    } else {
      choose(scales.get(), chosen).ifPresent(entry -> apply(root, entry, chosen.get()));
    }
  }

  private static Optional<Given.Member> choose(Given scales, Optional<Given> chosen) {
    List<String> names = scales.entries().stream().map(Given.Member::key).toList();
    if (chosen.isEmpty()) {
      return scales.refuse(
          "choose one of %s with --set scale=NAME, or write scale: NAME into the file"
              .formatted(ShortList.of(names, "")));
    }
    Optional<String> name = chosen.get().text();
    Optional<Given.Member> scale =
        name.flatMap(
            word ->
                scales.entries().stream()
                    .filter(entry -> word.equals(entry.key()) || isFormerly(word, entry.value()))
                    .findFirst());
    if (name.isPresent() && scale.isEmpty()) {
      chosen
          .get()
          .refuse(
              "'%s' must be one of %s%s"
                  .formatted(
                      name.get(),
                      ShortList.near(name.get(), names, ""),
                      Spelling.hint(name.get(), names)));
    }
    return scale;
  }

  private static boolean isFormerly(String name, Given scale) {
    return scale
        .entry(FORMERLY.name())
        .map(entry -> entry.value().node())
        .filter(node -> node instanceof ScalarNode scalar && scalar.getValue().equals(name))
        .isPresent();
  }

  private void apply(MappingNode root, Given.Member scale, Given name) {
    if (!(scale.value().node() instanceof MappingNode values)) {
      scale.value().refuse("must be a mapping of keys, not " + scale.value().kind());
      return;
    }
    Nodes.append(root, "sweep", "-" + ((ScalarNode) name.node()).getValue());
    values.getValue().stream()
        .filter(entry -> !Document.key(entry).equals(FORMERLY.name()))
        .forEach(entry -> put(root, scale.value().path(), "", entry));
  }

  private void put(MappingNode root, String scale, String prefix, NodeTuple entry) {
    String key = Document.join(prefix, Document.key(entry));
    Node value = entry.getValueNode();
    if (FIXED.contains(key)) {
      problems.add(entry.getKeyNode(), Document.join(scale, key), "a scale cannot change this");
    } else if (key.equals(AXES) && value instanceof MappingNode axes) {
      axes.getValue().forEach(axis -> putAxis(root, axis));
    } else if (key.equals(Axis.CELLS) && value instanceof MappingNode cells) {
      cells.getValue().forEach(cell -> putIn(root, Axis.CELLS, cell));
    } else if (tree.parameter(key).isPresent()) {
      Nodes.removeSetting(root, key, tree);
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

  private Optional<Given> take(MappingNode root, Key<?> key) {
    Optional<Given> given =
        Nodes.find(root, key.name()).map(node -> new Given(problems, node, key.name()));
    root.getValue().removeIf(entry -> Document.key(entry).equals(key.name()));
    return given;
  }
}
