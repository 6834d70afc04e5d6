package org.attune.sweeps.spec.form;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
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
      mapping.setValue(
          closed(
              mapping.getValue(),
              NodeTuple::getValueNode,
              (tuple, next) ->
                  new NodeTuple(
                      tuple.getKeyNode(),
                      joined(tuple.getValueNode(), text(next), next.getValueNode()))));
      mapping.getValue().forEach(tuple -> close(tuple.getValueNode()));
    } else if (node instanceof SequenceNode sequence) {
      List<Node> closed =
          closed(sequence.getValue(), item -> item, (item, next) -> joined(item, text(next), next));
      sequence.getValue().clear();
      sequence.getValue().addAll(closed);
      closed.forEach(OpenBrackets::close);
    }
  }

  private static <T> List<T> closed(
      List<T> parts, Function<T, Node> value, BinaryOperator<T> joined) {
    List<T> closed = new ArrayList<>();
    for (T part : parts) {
      int last = closed.size() - 1;
      if (last >= 0 && isOpen(value.apply(closed.get(last)))) {
        closed.set(last, joined.apply(closed.get(last), part));
      } else {
        closed.add(part);
      }
    }
    return closed;
  }

  private static boolean isOpen(Node node) {
    if (!(node instanceof ScalarNode scalar) || scalar.getScalarStyle() != ScalarStyle.PLAIN) {
      return false;
    }
    long opened = scalar.getValue().chars().filter(c -> c == '(').count();
    return opened > scalar.getValue().chars().filter(c -> c == ')').count();
  }

  private static Node joined(Node before, String more, Node end) {
    return new ScalarNode(
        before.getTag(),
        ((ScalarNode) before).getValue() + ", " + more,
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
