package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.sweeps.catalog.Parameter;
import org.attune.sweeps.catalog.ParameterTree;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * What a file's section {@code execution} says about parameters: how trials share the machines
 * shapes their numbers, so {@code mode} and what its options bring are swept like any other.
 */
final class ModeNodes {

  static final String WORD = "mode";

  private static final String EXECUTION = "execution";
  private static final String MODE = "execution.mode";

  private ModeNodes() {}

  /** What the section may say about parameters. */
  static Set<String> names(ParameterTree tree) {
    return new LinkedHashSet<>(keys(tree).keySet());
  }

  /** Parameters' keys by the words that stand for them in the section. */
  static Map<String, String> keys(ParameterTree tree) {
    Map<String, String> keys = new LinkedHashMap<>();
    Optional<Parameter> mode = tree.parameter(MODE);
    if (mode.isPresent()) {
      keys.put(WORD, MODE);
      mode.get().below().values().stream()
          .flatMap(List::stream)
          .forEach(below -> keys.put(ParameterTree.localName(mode.get(), below), below.key()));
    }
    return keys;
  }

  /** Moves it from the section to where parameters stand. */
  static void moveOut(MappingNode root, ParameterTree tree) {
    Map<String, String> keys = keys(tree);
    Optional<MappingNode> section = Nodes.child(root, EXECUTION);
    if (section.isEmpty() || keys.isEmpty()) {
      return;
    }
    List<NodeTuple> moved = new ArrayList<>();
    section
        .get()
        .getValue()
        .removeIf(tuple -> keys.containsKey(Document.key(tuple)) && moved.add(tuple));
    for (NodeTuple tuple : moved) {
      Nodes.add(
          root,
          keys.get(Document.key(tuple)),
          tuple.getValueNode(),
          tuple.getKeyNode().getStartMark());
    }
  }
}
