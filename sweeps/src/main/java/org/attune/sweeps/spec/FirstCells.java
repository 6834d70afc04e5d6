package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.space.Coordinates;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads {@code try-first: [{train.learning-rate: 1e-3}, ...]}: cells to try before the search
 * chooses any.
 */
final class FirstCells {

  private static final String KEY = "try-first";

  private final Problems problems;
  private final AxisCatalog catalog;
  private final ParameterTree tree;

  FirstCells(Problems problems, AxisCatalog catalog, ParameterTree tree) {
    this.problems = problems;
    this.catalog = catalog;
    this.tree = tree;
  }

  /** The cells, in the file's order. */
  List<Configuration> read(Fields fields, SweepSpec spec) {
    Optional<Node> node = fields.node(KEY);
    if (node.isEmpty()) {
      return List.of();
    }
    if (SearchMethods.named(spec.search().name()).exhaustive()
        || spec.replicates().untilDecided()) {
      problems.add(
          node.get(), KEY, "has no meaning where every cell is run; choose a search, or remove it");
      return List.of();
    }
    if (!(node.get() instanceof SequenceNode list)) {
      problems.add(
          node.get(),
          KEY,
          "must be a list of cells, such as [{train.learning-rate: 1e-3}], not "
              + Fields.kind(node.get()));
      return List.of();
    }
    Coordinates coordinates = new Coordinates(spec.space(tree));
    List<Configuration> cells = new ArrayList<>();
    for (Node item : list.getValue()) {
      cell(item, spec)
          .filter(cell -> isCell(cell, item, spec, coordinates))
          .ifPresent(
              cell -> {
                if (cells.contains(cell)) {
                  problems.add(item, KEY, "this cell is there twice; keep one of them");
                } else {
                  cells.add(cell);
                }
              });
    }
    return cells;
  }

  private Optional<Configuration> cell(Node item, SweepSpec spec) {
    if (!(item instanceof MappingNode mapping)) {
      problems.add(item, KEY, "must be a mapping of values by key, not " + Fields.kind(item));
      return Optional.empty();
    }
    Map<String, String> settings = new HashMap<>(spec.fixed());
    boolean good = true;
    for (NodeTuple entry : mapping.getValue()) {
      String key = Document.key(entry);
      if (tree.parameter(key).isEmpty()) {
        FixedValues.unknown(problems, tree, entry.getKeyNode(), KEY + "." + key, key);
        good = false;
      } else {
        Optional<String> value = Fields.text(problems, entry.getValueNode(), KEY + "." + key);
        value.ifPresent(text -> settings.put(key, text));
        good &= value.isPresent();
      }
    }
    if (!good) {
      return Optional.empty();
    }
    try {
      return Optional.of(Configuration.of(tree, settings));
    } catch (IllegalArgumentException invalid) {
      problems.add(item, KEY, invalid.getMessage());
      return Optional.empty();
    }
  }

  private boolean isCell(Configuration cell, Node item, SweepSpec spec, Coordinates coordinates) {
    if (coordinates.point(cell).isEmpty()) {
      problems.add(
          item,
          KEY,
          "is none of the sweep's cells: give each axis one of its values, and change nothing"
              + " else");
      return false;
    }
    List<String> reasons = new ArrayList<>(catalog.conflicts(cell));
    spec.constraints().stream()
        .filter(constraint -> !constraint.allows(cell))
        .forEach(constraint -> reasons.add("'" + constraint.text() + "' is false"));
    if (!reasons.isEmpty()) {
      problems.add(item, KEY, String.join("; ", reasons));
    }
    return reasons.isEmpty();
  }
}
