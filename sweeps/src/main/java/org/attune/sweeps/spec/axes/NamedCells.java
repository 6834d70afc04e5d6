package org.attune.sweeps.spec.axes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;

/**
 * Cells outside the grid, each with a name: {@code cells: {plain: {}, gated: {attention.gate:
 * learned, model.feed-forward: 120}}}. A cell's settings override the file's fixed values. Axes
 * apply to all named cells.
 */
public final class NamedCells {

  private static final Pattern NAME = Pattern.compile("[^/\\p{Cntrl}]{1,60}");

  private final Problems problems;
  private final ParameterTree tree;
  private final BranchReader reader;

  NamedCells(Problems problems, ParameterTree tree, BranchReader reader) {
    this.problems = problems;
    this.tree = tree;
    this.reader = reader;
  }

  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** An axis with a branch for each cell, in the file's order; empty if there are no cells. */
  Optional<Axis> read(MappingNode mapping, Map<String, String> fixed) {
    if (mapping.getValue().isEmpty()) {
      problems.add(mapping, Axis.CELLS, "is empty; name at least one cell, or remove the key");
    }
    List<Branch> branches = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (NodeTuple entry : mapping.getValue()) {
      String name = Document.key(entry);
      String path = Document.join(Axis.CELLS, name);
      if (!isName(name)) {
        problems.add(
            entry.getKeyNode(), path, "a cell's name is 1 to 60 characters long and has no '/'");
      } else if (entry.getValueNode() instanceof MappingNode settings) {
        branches.add(branch(settings, fixed));
        names.add(name);
      } else {
        problems.add(
            entry.getValueNode(),
            path,
            "must be a mapping of what the cell sets, not %s; {} sets nothing"
                .formatted(new Given(problems, entry.getValueNode(), path).kind()));
      }
    }
    return branches.isEmpty()
        ? Optional.empty()
        : Optional.of(new Axis(Axis.CELLS, branches, names));
  }

  private Branch branch(MappingNode settings, Map<String, String> fixed) {
    FixedValues cellValues = new FixedValues(problems, tree, reader, fixed);
    settings.getValue().stream()
        .sorted(Comparator.comparingInt(entry -> Document.key(entry).length())) // owners first
        .forEach(entry -> cellValues.read(Document.key(entry), entry));
    Map<String, String> together = new HashMap<>(fixed);
    together.putAll(cellValues.values());
    cellValues.refuse(new Applicability(tree, together, List.of())::whyNever);
    TreeMap<String, Values> values = new TreeMap<>();
    cellValues.values().forEach((key, value) -> values.put(key, new Values.Listed(List.of(value))));
    return new Branch(values);
  }
}
