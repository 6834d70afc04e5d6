package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Moves parameters out of a file's section {@code execution}. How trials share machines affects
 * their numbers, so {@code mode} and its options' settings are swept like any other parameter.
 */
final class ModeNodes {

  static final String WORD = "mode";

  private static final String EXECUTION = "execution";
  private static final String MODE = "execution.mode";

  private ModeNodes() {}

  /** The names of parameters that the section may set. */
  static Set<String> names(ParameterTree tree) {
    return new LinkedHashSet<>(keys(tree).keySet());
  }

  /** Parameter keys, by their names in the section. */
  static Map<String, String> keys(ParameterTree tree) {
    Map<String, String> keys = new LinkedHashMap<>();
    Optional<Parameter> mode = tree.parameter(MODE);
    if (mode.isPresent()) {
      keys.put(WORD, MODE);
      mode.get().options().stream()
          .flatMap(option -> option.parameters().stream())
          .forEach(below -> keys.put(ParameterTree.localName(mode.get(), below), below.key()));
    }
    return keys;
  }

  /** Moves these settings from the section to the top level, among the parameters. */
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
