package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Nodes;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Moves parameters out of a file's section {@code execution}. How trials share machines, and the
 * device and precision of a computation, affect their numbers, so {@code mode} with its options'
 * settings, {@code device} and {@code precision} are set and swept like any other parameter.
 */
final class ExecutionNodes {

  private static final String EXECUTION = "execution";
  private static final String PREFIX = EXECUTION + ".";
  private static final String MODE = PREFIX + "mode";

  private ExecutionNodes() {}

  /** Keys of the parameters that the section may set, by their names in it. */
  static Map<String, String> keys(ParameterTree tree) {
    Map<String, String> keys = new LinkedHashMap<>();
    tree.parameter(MODE)
        .ifPresent(
            mode -> {
              keys.put("mode", MODE);
              mode.options().stream()
                  .flatMap(option -> option.parameters().stream())
                  .forEach(below -> keys.put(ParameterTree.localName(mode, below), below.key()));
            });
    for (String key : tree.keys()) {
      String name = key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : "";
      if (!name.isEmpty() && name.indexOf('.') < 0) {
        keys.putIfAbsent(name, key);
      }
    }
    return keys;
  }

  /** Moves these settings from the section to the top level, among the parameters. */
  static void moveOut(MappingNode root, ParameterTree tree) {
    Map<String, String> keys = keys(tree);
    List<NodeTuple> moved = new ArrayList<>();
    Nodes.child(root, EXECUTION)
        .ifPresent(
            section ->
                section
                    .getValue()
                    .removeIf(
                        tuple -> tree.parameter(key(tuple, keys)).isPresent() && moved.add(tuple)));
    for (NodeTuple tuple : moved) {
      Nodes.add(root, key(tuple, keys), tuple.getValueNode(), tuple.getKeyNode().getStartMark());
    }
  }

  private static String key(NodeTuple tuple, Map<String, String> keys) {
    String name = Document.key(tuple);
    return keys.getOrDefault(name, PREFIX + name);
  }
}
