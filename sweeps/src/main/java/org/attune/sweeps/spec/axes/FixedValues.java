package org.attune.sweeps.spec.axes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.ShortList;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Listing;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads parameters that have one value each, either for all cells or for one named cell. */
public final class FixedValues {

  private final Problems problems;
  private final ParameterTree tree;
  private final BranchReader reader;
  private final Map<String, String> around;
  private final SortedMap<String, String> fixed = new TreeMap<>();
  private final Map<String, Node> where = new HashMap<>();

  /**
   * @param around values that hold where these do not set others; they tell which of several
   *     parameters with one key is meant
   */
  FixedValues(
      Problems problems, ParameterTree tree, BranchReader reader, Map<String, String> around) {
    this.problems = problems;
    this.tree = tree;
    this.reader = reader;
    this.around = around;
  }

  SortedMap<String, String> values() {
    return fixed;
  }

  boolean has(String key) {
    return fixed.containsKey(key);
  }

  /** Refuses each value for which the function gives a reason, at the value's line. */
  void refuse(Function<String, Optional<String>> reason) {
    fixed
        .keySet()
        .forEach(key -> reason.apply(key).ifPresent(why -> problems.add(where.get(key), key, why)));
  }

  /** Reads one entry of a mapping: a parameter, or a group of parameters. */
  void read(String path, NodeTuple entry) {
    Map<String, String> settings = new HashMap<>(around);
    settings.putAll(fixed);
    Optional<Parameter> parameter = tree.parameter(path, settings);
    Node node = entry.getValueNode();
    if (parameter.isPresent()) {
      fix(parameter.get(), node);
    } else if (tree.keys().stream().noneMatch(key -> key.startsWith(path + "."))) {
      refuse(path, entry);
    } else if (node instanceof MappingNode group) {
      group.getValue().forEach(t -> read(Document.join(path, Document.key(t)), t));
    } else {
      problems.add(
          node,
          path,
          "must be a mapping of its parameters, not %s; they are %s"
              .formatted(
                  new Given(problems, node, path).kind(),
                  ShortList.of(below(path), Listing.of(path))));
    }
  }

  /** Refuses an entry that names neither a parameter nor a group. */
  private void refuse(String path, NodeTuple entry) {
    Given given = new Given(problems, entry.getKeyNode(), path);
    String key = Document.key(entry);
    if (tree.parameter(key).isPresent()) {
      String group = path.substring(0, path.length() - key.length() - 1);
      given.refuse("is the parameter '%s'; move it out of '%s'".formatted(key, group));
    } else {
      unknown(given, tree, path);
    }
  }

  private void fix(Parameter parameter, Node node) {
    if (node instanceof SequenceNode) {
      problems.add(
          node,
          parameter.key(),
          "must be a single value here; to vary it, write it under axes: " + parameter.key());
      return;
    }
    List<Map<String, Values>> branches = reader.read(parameter, node);
    for (Map.Entry<String, Values> entry :
        branches.isEmpty() ? Map.<String, Values>of().entrySet() : branches.get(0).entrySet()) {
      boolean single =
          branches.size() == 1
              && entry.getValue() instanceof Values.Listed listed
              && listed.values().size() == 1;
      if (!single) {
        problems.add(
            node,
            entry.getKey(),
            "must be a single value here; to vary it, write it under axes: " + parameter.key());
      } else if (where.putIfAbsent(entry.getKey(), node) != null) {
        problems.add(node, entry.getKey(), "is set twice; keep one of them");
      } else {
        fixed.put(entry.getKey(), ((Values.Listed) entry.getValue()).values().get(0));
      }
    }
  }

  public static void unknown(Given place, ParameterTree tree, String key) {
    place.refuse("unknown parameter; 'attune list axes' shows all" + tree.hint(key, tree.keys()));
  }

  private Set<String> below(String path) {
    Set<String> names = new TreeSet<>();
    tree.keys().stream()
        .filter(key -> key.startsWith(path + ".") && tree.owners(key).isEmpty())
        .forEach(key -> names.add(key.substring(path.length() + 1)));
    return names;
  }
}
