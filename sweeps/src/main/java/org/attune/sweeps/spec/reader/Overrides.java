package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Nodes;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Applies {@code --set key=value} to a parsed file, replacing the file's entries for the key. A
 * list makes a parameter an axis, and so does {@code axes.} before the key; any other value fixes
 * it.
 */
record Overrides(ParameterTree tree, Problems problems) {

  private static final String AXES = "axes";

  /** Sections whose own keys contain dots: keys of parameters, and names that people choose. */
  private static final Set<String> WITH_DOTS = Set.of(AXES, "cells", "scales", "table");

  /** Applies the scale first, so that the other overrides replace the scale's values. */
  void apply(MappingNode root, Map<String, String> overrides) {
    Map<String, String> rest = new LinkedHashMap<>(overrides);
    String scale = rest.remove(Scales.SCALE.name());
    if (scale != null) {
      apply(root, Scales.SCALE.name(), scale);
    }
    new Scales(tree, problems).apply(root);
    rest.forEach((key, value) -> apply(root, key, value));
  }

  private void apply(MappingNode root, String key, String value) {
    Mark mark = new Mark(Problems.OPTION + key + "=" + value, 0, 0, 0, new int[0], 0);
    Node node;
    try {
      node = Optional.ofNullable(Document.compose(value)).orElse(Nodes.scalar("", mark));
    } catch (YAMLException invalid) {
      problems.add(mark, key, "'" + value + "' is not YAML; put quotes around it");
      return;
    }
    node = marked(node, mark);
    boolean axis = key.startsWith(AXES + ".");
    String parameter = axis ? key.substring(AXES.length() + 1) : key;
    if (tree.parameter(parameter).isEmpty()) {
      Nodes.remove(root, key);
      insert(root, key, node, mark);
      return;
    }
    Nodes.removeSetting(root, parameter, tree);
    Nodes.removeFromCells(root, parameter, tree);
    boolean varied = axis || node instanceof SequenceNode;
    Nodes.add(varied ? Nodes.section(root, AXES, mark) : root, parameter, node, mark);
  }

  private static void insert(MappingNode root, String key, Node value, Mark mark) {
    String section = key.split("\\.", 2)[0];
    boolean deep = Sections.NAMES.contains(section) && !WITH_DOTS.contains(section);
    String[] parts = key.split("\\.", deep ? -1 : 2);
    MappingNode below = root;
    for (int i = 0; i < parts.length - 1; i++) {
      below = Nodes.section(below, parts[i], mark);
    }
    Nodes.add(below, parts[parts.length - 1], value, mark);
  }

  /** A copy of the nodes, marked as coming from the command line. */
  private static Node marked(Node node, Mark mark) {
    if (node instanceof SequenceNode sequence) {
      List<Node> elements = sequence.getValue().stream().map(n -> marked(n, mark)).toList();
      return new SequenceNode(Tag.SEQ, true, elements, mark, mark, FlowStyle.FLOW);
    }
    if (node instanceof MappingNode mapping) {
      List<NodeTuple> tuples = new ArrayList<>();
      for (NodeTuple tuple : mapping.getValue()) {
        tuples.add(
            new NodeTuple(marked(tuple.getKeyNode(), mark), marked(tuple.getValueNode(), mark)));
      }
      return Nodes.mapping(tuples, mark);
    }
    ScalarNode scalar = (ScalarNode) node;
    return new ScalarNode(scalar.getTag(), true, scalar.getValue(), mark, mark, ScalarStyle.PLAIN);
  }
}
