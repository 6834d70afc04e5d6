package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Nodes;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Where a file sets its parameters: for all cells, on an axis or in a named cell. */
final class SettingPlaces {

  private final Problems problems;
  private final ParameterTree tree;
  private final Map<String, List<Given>> places = new LinkedHashMap<>();

  SettingPlaces(Problems problems, ParameterTree tree, MappingNode root) {
    this.problems = problems;
    this.tree = tree;
    add(root, "", "");
    Nodes.child(root, Sections.AXES.name()).ifPresent(axes -> add(axes, Sections.AXES.name(), ""));
    Nodes.child(root, Axis.CELLS).stream()
        .flatMap(cells -> cells.getValue().stream())
        .forEach(
            cell -> {
              if (cell.getValueNode() instanceof MappingNode settings) {
                add(settings, Document.join(Axis.CELLS, Document.key(cell)), "");
              }
            });
  }

  /**
   * @param path of the mapping, in messages
   * @param prefix of its parameters' keys
   */
  private void add(MappingNode mapping, String path, String prefix) {
    for (NodeTuple entry : mapping.getValue()) {
      String key = Document.join(prefix, Document.key(entry));
      String below = Document.join(path, Document.key(entry));
      if (tree.parameter(key).isPresent()) {
        places
            .computeIfAbsent(key, first -> new ArrayList<>())
            .add(new Given(problems, entry.getValueNode(), below));
      } else if (entry.getValueNode() instanceof MappingNode group) {
        add(group, below, key);
      }
    }
  }

  /** Where the file sets what a text names first, of the parameters that it sets for a cell. */
  Optional<Given> named(String text, Configuration cell) {
    return places.keySet().stream()
        .filter(key -> at(text, key) >= 0)
        .min(Comparator.comparingInt(key -> at(text, key)))
        .map(key -> of(cell, key));
  }

  private Given of(Configuration cell, String key) {
    List<Given> all = places.get(key);
    return all.stream().filter(given -> mayGive(given, cell, key)).findFirst().orElse(all.get(0));
  }

  /** Whether a value may be a cell's; one that is not a scalar gives several cells theirs. */
  private static boolean mayGive(Given given, Configuration cell, String key) {
    return !(given.node() instanceof ScalarNode scalar)
        || cell.has(key) && scalar.getValue().equals(cell.text(key));
  }

  private static int at(String text, String key) {
    Matcher word =
        Pattern.compile("(?<![\\w.-])" + Pattern.quote(key) + "(?![\\w-])").matcher(text);
    return word.find() ? word.start() : -1;
  }
}
