package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.ParameterTree;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Moves parameters out of a file's section {@code execution}. The device and precision of a
 * computation affect the last digits of its numbers, so {@code device} and {@code precision} are
 * set and swept like any other parameter.
 */
final class ExecutionNodes {

  private static final String EXECUTION = "execution";

  private ExecutionNodes() {}

  /** The names of parameters that the section may set. */
  static List<String> names(ParameterTree tree) {
    return tree.keys().stream()
        .filter(key -> key.startsWith(EXECUTION + "."))
        .map(key -> key.substring(EXECUTION.length() + 1))
        .filter(name -> name.indexOf('.') < 0)
        .toList();
  }

  /** Moves these settings from the section to the top level, among the parameters. */
  static void moveOut(MappingNode root, ParameterTree tree) {
    Optional<MappingNode> section = Nodes.child(root, EXECUTION);
    if (section.isEmpty()) {
      return;
    }
    List<NodeTuple> moved = new ArrayList<>();
    section
        .get()
        .getValue()
        .removeIf(tuple -> tree.parameter(key(tuple)).isPresent() && moved.add(tuple));
    for (NodeTuple tuple : moved) {
      Nodes.add(root, key(tuple), tuple.getValueNode(), tuple.getKeyNode().getStartMark());
    }
  }

  private static String key(NodeTuple tuple) {
    return EXECUTION + "." + Document.key(tuple);
  }
}
