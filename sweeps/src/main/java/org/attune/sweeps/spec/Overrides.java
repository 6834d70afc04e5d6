package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.catalog.ParameterTree;
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
 * Puts {@code --set key=value} into a parsed file, in place of what the file says about the key. A
 * list for a parameter makes it an axis, any other value fixes it.
 */
final class Overrides {

  private static final String OPTION = "--set ";
  private static final String AXES = "axes";

  private final ParameterTree tree;
  private final Problems problems;

  Overrides(ParameterTree tree, Problems problems) {
    this.tree = tree;
    this.problems = problems;
  }

  /** Whether a mark is of a value from the command line. */
  static boolean made(Mark mark) {
    return mark.getName().startsWith(OPTION);
  }

  void apply(MappingNode root, Map<String, String> overrides) {
    overrides.forEach((key, value) -> apply(root, key, value));
  }

  private void apply(MappingNode root, String key, String value) {
    Mark mark = new Mark(OPTION + key + "=" + value, 0, 0, 0, new int[0], 0);
    Node node;
    try {
      node = Optional.ofNullable(Document.compose(value)).orElse(scalar("", mark));
    } catch (YAMLException invalid) {
      problems.add(mark, key, "'" + value + "' is not YAML; put quotes around it");
      return;
    }
    node = marked(node, mark);
    if (tree.parameter(key).isEmpty()) {
      remove(root, "", key);
      insert(root, key, node, mark);
      return;
    }
    remove(root, "", key);
    child(root, AXES).ifPresent(axes -> remove(axes, "", key));
    if (node instanceof SequenceNode) {
      MappingNode axes = child(root, AXES).orElseGet(() -> addMapping(root, AXES, mark));
      axes.getValue().add(new NodeTuple(scalar(key, mark), node));
    } else {
      root.getValue().add(new NodeTuple(scalar(key, mark), node));
    }
  }

  /** Removes what is said about a key, however it is split into nested and dotted parts. */
  private static void remove(MappingNode mapping, String prefix, String key) {
    mapping.getValue().removeIf(tuple -> Document.join(prefix, Document.key(tuple)).equals(key));
    for (NodeTuple tuple : mapping.getValue()) {
      String path = Document.join(prefix, Document.key(tuple));
      if (key.startsWith(path + ".") && tuple.getValueNode() instanceof MappingNode below) {
        remove(below, path, key);
      }
    }
  }

  private static void insert(MappingNode root, String key, Node value, Mark mark) {
    int dot = key.indexOf('.');
    if (dot < 0) {
      root.getValue().add(new NodeTuple(scalar(key, mark), value));
      return;
    }
    String section = key.substring(0, dot);
    MappingNode below = child(root, section).orElseGet(() -> addMapping(root, section, mark));
    below.getValue().add(new NodeTuple(scalar(key.substring(dot + 1), mark), value));
  }

  private static Optional<MappingNode> child(MappingNode mapping, String key) {
    return mapping.getValue().stream()
        .filter(tuple -> Document.key(tuple).equals(key))
        .map(NodeTuple::getValueNode)
        .filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .findFirst();
  }

  private static MappingNode addMapping(MappingNode parent, String key, Mark mark) {
    MappingNode mapping = mapping(new ArrayList<>(), mark);
    parent.getValue().removeIf(tuple -> Document.key(tuple).equals(key));
    parent.getValue().add(new NodeTuple(scalar(key, mark), mapping));
    return mapping;
  }

  /** The same nodes, found on the command line instead of in a file. */
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
      return mapping(tuples, mark);
    }
    ScalarNode scalar = (ScalarNode) node;
    return new ScalarNode(scalar.getTag(), true, scalar.getValue(), mark, mark, ScalarStyle.PLAIN);
  }

  private static MappingNode mapping(List<NodeTuple> tuples, Mark mark) {
    return new MappingNode(Tag.MAP, true, tuples, mark, mark, FlowStyle.FLOW);
  }

  private static ScalarNode scalar(String text, Mark mark) {
    return new ScalarNode(Tag.STR, true, text, mark, mark, ScalarStyle.PLAIN);
  }
}
