package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.space.Values;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Reads {@code match: parameters}, or {@code match: {parameters: model.feed-forward, of: plain}}.
 * The reader solves for one whole number in each named cell. The cell's model then has as many
 * parameters as a reference cell's, as nearly as whole numbers allow. A cell that sets the number
 * itself keeps it.
 */
final class EqualParameters {

  private static final String STANDARD = "model.feed-forward";
  private static final Key<String> WHAT =
      new Key<>("parameters", Form.TEXT, "the whole number to solve for");
  private static final Key<String> OF = new Key<>("of", Form.TEXT, "the cell to equal");
  private static final Form<Fields> SECTION = Key.section(WHAT, OF);
  private static final Form<String> WORD = new Form<>(Map.of("const", WHAT.name()), Given::text);

  static final Key<Given> MATCH =
      new Key<>("match", Form.either(WORD, SECTION), "solves named cells for equal parameters");

  private static final List<String> CONTROLS = List.of("control", "baseline", "plain");

  /** A larger remaining difference (as a share) is not a match. */
  private static final double MOST_APART = 0.05;

  /** Only this many values of an axis are checked. */
  private static final int MOST_POINTS = 50;

  private final Given given;
  private final AxisCatalog catalog;
  private final ParameterTree tree;
  private final Map<String, String> fixed;
  private final List<Axis> axes;

  EqualParameters(Given given, AxisCatalog catalog, Map<String, String> fixed, List<Axis> axes) {
    this.given = given;
    this.catalog = catalog;
    this.tree = catalog.tree();
    this.fixed = fixed;
    this.axes = axes;
  }

  /** The axes, with the solved numbers added to the settings of named cells. */
  List<Axis> solve() {
    Optional<Axis> cells = axes.stream().filter(axis -> !axis.names().isEmpty()).findFirst();
    if (cells.isEmpty()) {
      given.refuse("needs named cells: say under 'cells' what is to be equal");
      return axes;
    }
    Optional<Fields> section =
        given.node() instanceof MappingNode ? SECTION.in(given) : Optional.empty();
    if (section.isEmpty() && !isWord()) {
      return axes;
    }
    String key = section.flatMap(WHAT::in).orElse(STANDARD);
    Optional<Integer> reference = reference(section.flatMap(OF::in), cells.get());
    if (reference.isEmpty() || !isSolvable(key)) {
      return axes;
    }
    Branch of = cells.get().branches().get(reference.get());
    String name = cells.get().names().get(reference.get());
    long goal = parameters(settings(of));
    if (goal == 0) {
      given.refuse("is for models of Attune's: of a program it knows no parameters");
      return axes;
    }
    refuseOtherSizes(of, goal);
    List<Branch> solved = new ArrayList<>();
    for (int i = 0; i < cells.get().branches().size(); i++) {
      Branch branch = cells.get().branches().get(i);
      boolean asIs = i == reference.get() || branch.values().containsKey(key);
      solved.add(asIs ? branch : solved(branch, key, goal, cells.get().names().get(i), name));
    }
    List<Axis> all = new ArrayList<>(axes);
    all.set(axes.indexOf(cells.get()), new Axis(NamedCells.KEY, solved, cells.get().names()));
    return all;
  }

  private boolean isWord() {
    Optional<String> what = given.text();
    if (what.isPresent() && !what.get().equals(WHAT.name())) {
      given.refuse(
          "'%s' must be 'parameters', or {parameters: %s, of: CELL}"
              .formatted(what.get(), STANDARD));
    }
    return what.equals(Optional.of(WHAT.name()));
  }

  /** The reference cell: the one named, else the control, else the first. */
  private Optional<Integer> reference(Optional<String> named, Axis cells) {
    if (named.isPresent() && !cells.names().contains(named.get())) {
      given
          .as("match.of")
          .refuse(
              "there is no cell '%s'; the cells are %s%s"
                  .formatted(
                      named.get(),
                      String.join(", ", cells.names()),
                      Spelling.hint(named.get(), cells.names())));
      return Optional.empty();
    }
    return Optional.of(
        named
            .or(() -> CONTROLS.stream().filter(cells.names()::contains).findFirst())
            .map(cells.names()::indexOf)
            .orElseGet(
                () ->
                    IntStream.range(0, cells.branches().size())
                        .filter(i -> cells.branches().get(i).values().isEmpty())
                        .findFirst()
                        .orElse(0)));
  }

  private boolean isSolvable(String key) {
    Given place = given.as("match.parameters");
    Optional<Parameter> parameter = tree.parameter(key);
    if (parameter.isEmpty()) {
      FixedValues.unknown(place, tree, key);
      return false;
    }
    if (!(parameter.get().domain() instanceof Domain.IntegerRange)) {
      place.refuse("'%s' is no whole number, so it cannot be solved for".formatted(key));
      return false;
    }
    boolean swept =
        axes.stream()
            .filter(axis -> axis.names().isEmpty())
            .flatMap(axis -> axis.branches().stream())
            .anyMatch(branch -> branch.values().containsKey(key));
    if (swept) {
      place.refuse("'%s' is swept by an axis too; remove one of them".formatted(key));
    }
    return !swept;
  }

  /** Refuses axes over model size: one number per cell cannot match several sizes. */
  private void refuseOtherSizes(Branch of, long goal) {
    for (Axis axis : axes) {
      boolean listed =
          axis.branches().stream()
              .flatMap(branch -> branch.values().values().stream())
              .allMatch(Values.Listed.class::isInstance);
      long points = axis.names().isEmpty() && listed ? Space.points(axis) : 0;
      for (long i = 0; i < Math.min(points, MOST_POINTS); i++) {
        Map<String, String> settings = settings(of);
        settings.putAll(Space.point(axis, i));
        if (isSound(settings) && parameters(settings) != goal) {
          given.refuse(
              "axes.%s changes the number of parameters; fix it, or name such cells"
                  .formatted(axis.key()));
          return;
        }
      }
    }
  }

  /** The file's fixed values, the first value of each axis, and the cell's own settings. */
  private Map<String, String> settings(Branch cell) {
    Map<String, String> settings = new HashMap<>(fixed);
    for (Axis axis : axes) {
      if (axis.names().isEmpty()) {
        axis.branches().get(0).values().forEach((key, values) -> settings.put(key, values.first()));
      }
    }
    cell.values().forEach((key, values) -> settings.put(key, values.first()));
    return settings;
  }

  private boolean isSound(Map<String, String> settings) {
    return catalog.conflicts(Configuration.of(tree, settings)).isEmpty();
  }

  private long parameters(Map<String, String> settings) {
    return isSound(settings)
        ? catalog.cost(Configuration.of(tree, settings)).parameters()
        : 0; // the check of all cells refuses it
  }

  private Branch solved(Branch cell, String key, long goal, String name, String reference) {
    Map<String, String> settings = settings(cell);
    if (!isSound(settings) || !Configuration.of(tree, settings).has(key)) {
      return cell;
    }
    Domain.IntegerRange range = (Domain.IntegerRange) tree.parameter(key).orElseThrow().domain();
    long start = Configuration.of(tree, settings).integer(key);
    long low = start;
    long high = start;
    while (low > range.min() && at(settings, key, low) > goal) {
      low = Math.max(range.min(), low / 2);
    }
    while (high < range.max() && at(settings, key, high) < goal) {
      high = Math.min(range.max(), 2 * high);
    }
    while (high - low > 1) {
      long middle = (low + high) >>> 1;
      if (at(settings, key, middle) < goal) {
        low = middle;
      } else {
        high = middle;
      }
    }
    long below = Math.abs(at(settings, key, low) - goal);
    long above = Math.abs(at(settings, key, high) - goal);
    long best = below <= above ? low : high;
    if (Math.min(below, above) > MOST_APART * goal) {
      given.refuse(
          "cell '%s' cannot have the %,d parameters of '%s': the nearest is %,d, at %s=%d"
              .formatted(name, goal, reference, at(settings, key, best), key, best));
    }
    TreeMap<String, Values> values = new TreeMap<>(cell.values());
    values.put(key, new Values.Listed(List.of(Long.toString(best))));
    return new Branch(values);
  }

  private long at(Map<String, String> settings, String key, long value) {
    Map<String, String> changed = new HashMap<>(settings);
    changed.put(key, Long.toString(value));
    return parameters(changed);
  }
}
