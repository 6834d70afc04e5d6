package org.attune.sweeps.spec.axes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.sweeps.spec.form.Document;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A text of a sweep file that may be a formula, with its place. A formula that fails its proof is
 * refused in the words that the user typed, and where they stand.
 *
 * @param text as typed
 * @param names the one value of each name that stands beside the formula
 * @param mark where the text begins
 */
public record TypedFormula(String text, Map<String, String> names, Mark mark) {

  private static final String FORMULA = "formula";
  private static final String WHERE = "where";

  /** Keys beside a formula that are not names in it. */
  private static final Set<String> SETTINGS = Set.of("name", "layers", "after");

  /** All texts of a file that may be formulas; none of a file that is not YAML. */
  public static List<TypedFormula> in(String yaml) {
    List<TypedFormula> all = new ArrayList<>();
    try {
      find(Document.compose(yaml), all);
    } catch (YAMLException unreadable) {
      return List.of();
    }
    return all;
  }

  private static void find(Node node, List<TypedFormula> all) {
    if (node instanceof SequenceNode list) {
      list.getValue().forEach(element -> find(element, all));
    } else if (node instanceof ScalarNode scalar) {
      all.add(new TypedFormula(scalar.getValue(), Map.of(), scalar.getStartMark()));
    } else if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (Document.key(tuple).equals(FORMULA)
            && tuple.getValueNode() instanceof ScalarNode scalar) {
          all.add(new TypedFormula(scalar.getValue(), names(mapping), scalar.getStartMark()));
        } else {
          find(tuple.getValueNode(), all);
        }
      }
    }
  }

  private static Map<String, String> names(MappingNode mapping) {
    Map<String, String> names = new HashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String key = Document.key(tuple);
      if (key.equals(WHERE) && tuple.getValueNode() instanceof MappingNode parts) {
        names.putAll(names(parts));
      } else if (!key.equals(FORMULA)
          && !SETTINGS.contains(key)
          && tuple.getValueNode() instanceof ScalarNode value) {
        names.put(key, value.getValue());
      }
    }
    return names;
  }
}
