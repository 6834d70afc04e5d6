package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Rejoins values that YAML splits at a comma within round brackets: {@code {slope: learned(0.1,
 * per: head)}} has one value, not two.
 */
final class OpenBrackets {

  private OpenBrackets() {}

  /** Rejoins split brackets at every depth, in place. */
  static void close(Node node) {
    if (node instanceof MappingNode mapping) {
      List<NodeTuple> closed = new ArrayList<>();
      for (NodeTuple tuple : mapping.getValue()) {
        int last = closed.size() - 1;
        if (last >= 0 && isOpen(closed.get(last).getValueNode())) {
          NodeTuple before = closed.get(last);
          Node joined =
              joined((ScalarNode) before.getValueNode(), text(tuple), tuple.getValueNode());
          closed.set(last, new NodeTuple(before.getKeyNode(), joined));
        } else {
          closed.add(tuple);
        }
      }
      mapping.setValue(closed);
      closed.forEach(tuple -> close(tuple.getValueNode()));
    } else if (node instanceof SequenceNode sequence) {
      List<Node> items = sequence.getValue();
      List<Node> closed = new ArrayList<>();
      for (Node item : items) {
        int last = closed.size() - 1;
        if (last >= 0 && isOpen(closed.get(last))) {
          closed.set(last, joined((ScalarNode) closed.get(last), text(item), item));
        } else {
          closed.add(item);
        }
      }
      if (closed.size() < items.size()) {
        items.clear();
        items.addAll(closed);
      }
      closed.forEach(OpenBrackets::close);
    }
  }

  private static boolean isOpen(Node node) {
    if (!(node instanceof ScalarNode scalar) || scalar.getScalarStyle() != ScalarStyle.PLAIN) {
      return false;
    }
    long opened = scalar.getValue().chars().filter(c -> c == '(').count();
    return opened > scalar.getValue().chars().filter(c -> c == ')').count();
  }

  private static ScalarNode joined(ScalarNode before, String more, Node end) {
    return new ScalarNode(
        before.getTag(),
        before.getValue() + ", " + more,
        before.getStartMark(),
        end.getEndMark(),
        ScalarStyle.PLAIN);
  }

  private static String text(NodeTuple tuple) {
    String key = text(tuple.getKeyNode());
    String value = text(tuple.getValueNode());
    return value.isEmpty() ? key : key + ": " + value;
  }

  private static String text(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    return node instanceof MappingNode mapping && mapping.getValue().size() == 1
        ? text(mapping.getValue().get(0))
        : "";
  }
}
