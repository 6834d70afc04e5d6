package org.attune.sweeps.spec.axes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.ShortList;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.AxisGrid;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Listing;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads a file's fixed and varied parameters, and checks that the two fit together. */
public final class Parameters {

  /** An axis with more values is a mistake, and checking it would take long. */
  private static final int MAX_AXIS_VALUES = 10_000;

  private final Problems problems;
  private final ParameterTree tree;
  private final BranchReader values;
  private final FixedValues fixed;
  private final List<Axis> axes = new ArrayList<>();
  private final Map<String, Given> whereAxis = new LinkedHashMap<>();
  private List<String> cellNames = List.of();

  public Parameters(Problems problems, ParameterTree tree, boolean grid) {
    this.problems = problems;
    this.tree = tree;
    this.values = new BranchReader(problems, grid);
    this.fixed = new FixedValues(problems, tree, values, Map.of());
  }

  public SortedMap<String, String> fixed() {
    return fixed.values();
  }

  /** The named cells, in the file's order. */
  public List<String> cellNames() {
    return cellNames;
  }

  public List<Axis> axes() {
    return axes;
  }

  /** The groups at the start of keys, such as {@code model}. */
  public static Set<String> groups(ParameterTree tree) {
    Set<String> groups = new TreeSet<>();
    tree.keys().forEach(key -> groups.add(key.split("\\.", 2)[0]));
    return groups;
  }

  /** Reads one entry of the file that is not a section. */
  public void readFixed(String path, NodeTuple entry) {
    fixed.read(path, entry);
  }

  /** Reads the mapping {@code cells}, after all fixed values. */
  public void readCells(MappingNode mapping) {
    NamedCells cells = new NamedCells(problems, tree, values);
    cells.read(mapping, fixed.values()).ifPresent(axes::add);
    whereAxis.put(Axis.CELLS, axis(Axis.CELLS, mapping));
    cellNames = mapping.getValue().stream().map(Document::key).toList();
  }

  /** Reads the mapping {@code axes}, which may be nested by groups. */
  public void readAxes(MappingNode mapping) {
    if (mapping.getValue().isEmpty()) {
      problems.add(mapping, "axes", "is empty; name at least one axis, or remove the key");
    }
    mapping.getValue().forEach(entry -> readAxis(Document.key(entry), entry));
  }

  private Given axis(String key, Node where) {
    return new Given(problems, where, place(key));
  }

  /** Where the file has an axis: named cells are no part of {@code axes}. */
  private static String place(String key) {
    return key.equals(Axis.CELLS) ? key : "axes." + key;
  }

  private void readAxis(String key, NodeTuple entry) {
    Optional<Parameter> parameter = tree.parameter(key, fixed.values());
    Node node = entry.getValueNode();
    if (parameter.isPresent()) {
      readAxis(parameter.get(), entry);
    } else if (tree.keys().stream().noneMatch(known -> known.startsWith(key + "."))) {
      FixedValues.unknown(axis(key, entry.getKeyNode()), tree, key);
    } else if (node instanceof MappingNode group && !NumberGrid.isIn(group)) {
      group.getValue().forEach(t -> readAxis(Document.join(key, Document.key(t)), t));
    } else {
      axis(key, entry.getKeyNode())
          .refuse(
              "is a group of parameters and no axis; name one of them: "
                  + ShortList.of(
                      tree.keys().stream()
                          .filter(
                              known -> known.startsWith(key + ".") && tree.owners(known).isEmpty())
                          .sorted()
                          .toList(),
                      Listing.of(key)));
    }
  }

  private void readAxis(Parameter parameter, NodeTuple entry) {
    Node node = entry.getValueNode();
    Given axis = axis(parameter.key(), node);
    List<Node> elements = node instanceof SequenceNode list ? list.getValue() : List.of(node);
    if (elements.isEmpty()) {
      axis.refuse("the axis is empty; give at least one value");
    } else if (node instanceof SequenceNode || node instanceof MappingNode) {
      readBranches(parameter, elements, axis(parameter.key(), entry.getKeyNode()));
    } else {
      axis.refuse(
          "must be a list of values%s; to hold it constant, write it outside axes"
              .formatted(
                  node instanceof ScalarNode scalar && !scalar.getValue().isBlank()
                      ? ": [" + scalar.getValue() + "]"
                      : ""));
    }
  }

  private void readBranches(Parameter parameter, List<Node> elements, Given where) {
    List<Branch> branches = new ArrayList<>();
    Map<Map<String, String>, Given> seen = new HashMap<>();
    for (Node element : elements) {
      if (element instanceof SequenceNode) {
        axis(parameter.key(), element).refuse("a list within a list has no meaning here");
        continue;
      }
      List<Branch> read = values.read(parameter, element).stream().map(Branch::of).toList();
      branches.addAll(read);
      if (!read.isEmpty()) {
        refuseDuplicates(
            new Axis(parameter.key(), read), parameter, axis(parameter.key(), element), seen);
      }
    }
    if (branches.isEmpty()) {
      return;
    }
    if (whereAxis.putIfAbsent(parameter.key(), where) == null) {
      axes.add(new Axis(parameter.key(), branches));
    } else {
      where.refuse("this axis is there twice; keep one of them");
    }
  }

  private void refuseDuplicates(
      Axis axis, Parameter parameter, Given element, Map<Map<String, String>, Given> seen) {
    boolean listed =
        axis.settings().allMatch(setting -> setting.getValue() instanceof Values.Listed);
    if (!listed) {
      return;
    }
    AxisGrid grid = new AxisGrid(axis);
    long points = grid.points();
    if (seen.size() + points > MAX_AXIS_VALUES) {
      element.refuse("expands to more than %,d values; use fewer".formatted(MAX_AXIS_VALUES));
      return;
    }
    for (long i = 0; i < points; i++) {
      Map<String, String> value = ParameterTree.complete(parameter, grid.point(i));
      Given first = seen.putIfAbsent(value, element);
      if (first != null) {
        element.refuse(
            "value %s is there twice, first on line %d; keep one of them"
                .formatted(
                    value.size() == 1 ? "'" + value.values().iterator().next() + "'" : value,
                    first.node().getStartMark().getLine() + 1));
        return;
      }
    }
  }

  /**
   * Refuses parameters that are both fixed and varied, varied twice, or set for options never
   * chosen.
   */
  public void checkTogether() {
    Map<String, String> axisOf = new HashMap<>();
    for (Axis axis : axes) {
      Given where = whereAxis.get(axis.key());
      for (String key : new TreeSet<>(axis.settings().map(Map.Entry::getKey).toList())) {
        if (fixed.has(key) && !axis.key().equals(Axis.CELLS)) {
          where.refuse("'%s' is both fixed and swept; remove one of them".formatted(key));
        }
        String other = axisOf.putIfAbsent(key, axis.key());
        if (other != null) {
          where.refuse("'%s' is also swept by %s; keep one of them".formatted(key, place(other)));
        }
      }
    }
    Applicability applicability = new Applicability(tree, fixed.values(), axes);
    for (Axis axis : axes) {
      applicability.whyNotAlways(axis.key()).ifPresent(whereAxis.get(axis.key())::refuse);
    }
    fixed.refuse(applicability::whyNever);
  }
}
