package org.attune.sweeps.spec.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.ParameterTree;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Edits a parsed file's mappings. Nodes keep the marks of their source positions. */
public final class Nodes {

  private static final String AXES = "axes";
  private static final String CELLS = "cells";

  private Nodes() {}

  /** Removes every entry for a key, however it is split into nested and dotted parts. */
  public static void remove(MappingNode root, String key) {
    remove(root, "", key, (choice, name) -> false);
  }

  /** Removes a parameter's setting for all cells, whether fixed or varied. */
  public static void removeSetting(MappingNode root, String key, ParameterTree tree) {
    remove(root, "", key, (choice, name) -> isOption(tree, choice, name));
    Optional<MappingNode> axes = child(root, AXES).filter(given -> !given.getValue().isEmpty());
    axes.ifPresent(given -> remove(given, key));
    if (axes.filter(left -> left.getValue().isEmpty()).isPresent()) {
      remove(root, AXES); // the removal emptied it, not the file
    }
  }

  /** Removes a parameter's settings in single cells. */
  public static void removeFromCells(MappingNode root, String key, ParameterTree tree) {
    child(root, CELLS).stream()
        .flatMap(cells -> cells.getValue().stream())
        .map(NodeTuple::getValueNode)
        .filter(MappingNode.class::isInstance)
        .forEach(
            cell ->
                remove(
                    (MappingNode) cell, "", key, (choice, name) -> isOption(tree, choice, name)));
  }

  /**
   * Removes the entries for a key below a mapping.
   *
   * @param option whether a name below a key is an option, which no key has: {@code text} in {@code
   *     task: {text: {length: 16}}}
   */
  private static void remove(
      MappingNode mapping, String prefix, String key, BiPredicate<String, String> option) {
    mapping.getValue().removeIf(tuple -> Document.join(prefix, Document.key(tuple)).equals(key));
    for (NodeTuple tuple : mapping.getValue()) {
      String name = Document.key(tuple);
      String path = option.test(prefix, name) ? prefix : Document.join(prefix, name);
      if (key.startsWith(path + ".") && tuple.getValueNode() instanceof MappingNode below) {
        remove(below, path, key, option);
      }
    }
  }

  private static boolean isOption(ParameterTree tree, String choice, String name) {
    return tree.parameter(Document.join(choice, name)).isEmpty()
        && tree.parameter(choice)
            .filter(
                parameter ->
                    parameter.domain() instanceof Domain.Choice from && from.names().contains(name))
            .isPresent();
  }

  /** Adds an entry under a new key. */
  public static void add(MappingNode mapping, String key, Node value, Mark mark) {
    mapping.getValue().add(new NodeTuple(scalar(key, mark), value));
  }

  /** The mapping of a section; creates it if absent. */
  public static MappingNode section(MappingNode root, String key, Mark mark) {
    return child(root, key)
        .orElseGet(
            () -> {
              MappingNode made = mapping(new ArrayList<>(), mark);
              root.getValue().removeIf(tuple -> Document.key(tuple).equals(key));
              add(root, key, made, mark);
              return made;
            });
  }

  /** Appends a suffix to a key's scalar value; does nothing if it has none. */
  public static void append(MappingNode root, String key, String suffix) {
    List<NodeTuple> entries = root.getValue();
    for (int i = 0; i < entries.size(); i++) {
      if (Document.key(entries.get(i)).equals(key)
          && entries.get(i).getValueNode() instanceof ScalarNode word
          && !word.getValue().isEmpty()) {
        Node longer =
            new ScalarNode(
                Tag.STR,
                true,
                word.getValue() + suffix,
                word.getStartMark(),
                word.getEndMark(),
                ScalarStyle.PLAIN);
        entries.set(i, new NodeTuple(entries.get(i).getKeyNode(), longer));
      }
    }
  }

  /** The mapping under a key; empty if there is none, or the value is something else. */
  public static Optional<MappingNode> child(MappingNode mapping, String key) {
    return find(mapping, key).filter(MappingNode.class::isInstance).map(MappingNode.class::cast);
  }

  public static Optional<Node> find(MappingNode mapping, String key) {
    return mapping.getValue().stream()
        .filter(tuple -> Document.key(tuple).equals(key))
        .map(NodeTuple::getValueNode)
        .findFirst();
  }

  public static MappingNode mapping(List<NodeTuple> tuples, Mark mark) {
    return new MappingNode(Tag.MAP, true, tuples, mark, mark, FlowStyle.FLOW);
  }

  public static ScalarNode scalar(String text, Mark mark) {
    return new ScalarNode(Tag.STR, true, text, mark, mark, ScalarStyle.PLAIN);
  }
}
