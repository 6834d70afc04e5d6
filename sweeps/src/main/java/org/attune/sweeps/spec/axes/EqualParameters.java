package org.attune.sweeps.spec.axes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.ShortList;
import org.attune.api.catalog.Spelling;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.AxisGrid;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Filled;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Key;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Reads {@code match: parameters}, or {@code match: {parameters: model.feed-forward, of: plain}}.
 * The reader solves for one whole number in each named cell. The cell's model then has as many
 * parameters as a reference cell's, as nearly as whole numbers allow. A cell that sets the number
 * itself keeps it.
 */
public final class EqualParameters {

  private static final String STANDARD = "model.feed-forward";
  private static final Key<String> WHAT =
      new Key<>("parameters", Form.TEXT, "the whole number to solve for");
  private static final Key<String> OF = new Key<>("of", Form.TEXT, "the cell to equal");
  private static final Form<Fields> SECTION = Key.section(WHAT, OF);
  private static final Form<String> WORD = new Form<>(Map.of("const", WHAT.name()), Given::text);

  public static final Key<Given> MATCH =
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

  public EqualParameters(
      Given given, AxisCatalog catalog, Map<String, String> fixed, List<Axis> axes) {
    this.given = given;
    this.catalog = catalog;
    this.tree = catalog.tree();
    this.fixed = fixed;
    this.axes = axes;
  }

  /** The axes, with the solved numbers added to the settings of named cells. */
  public List<Axis> solve() {
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
    Branch chosen = cells.get().branches().get(reference.get());
    String name = cells.get().names().get(reference.get());
    OptionalLong parameters = parameters(settings(chosen));
    if (parameters.isEmpty()) {
      return axes; // the check of all cells refuses it
    }
    long goal = parameters.getAsLong();
    if (goal == 0) {
      given.refuse("is for models of Attune's: of a program it knows no parameters");
      return axes;
    }
    refuseOtherSizes(chosen, goal);
    List<Branch> solved = new ArrayList<>();
    for (int i = 0; i < cells.get().branches().size(); i++) {
      Branch branch = cells.get().branches().get(i);
      boolean asIs = i == reference.get() || branch.values().containsKey(key);
      solved.add(asIs ? branch : solved(branch, key, goal, cells.get().names().get(i), name));
    }
    List<Axis> all = new ArrayList<>(axes);
    all.set(axes.indexOf(cells.get()), new Axis(Axis.CELLS, solved, cells.get().names()));
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
      return given
          .as("match.of")
          .refuse(
              "there is no cell '%s'; the cells are %s%s"
                  .formatted(
                      named.get(),
                      ShortList.near(named.get(), cells.names(), ""),
                      Spelling.hint(named.get(), cells.names())));
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
      place.refuse("'%s' is not a whole number, so it cannot be solved for".formatted(key));
      return false;
    }
    boolean swept =
        axes.stream()
            .filter(axis -> axis.names().isEmpty())
            .anyMatch(axis -> axis.settings(key).findAny().isPresent());
    if (swept) {
      place.refuse("'%s' is swept by an axis too; remove one of them".formatted(key));
    }
    return !swept;
  }

  /** Refuses axes over model size: one number per cell cannot match several sizes. */
  private void refuseOtherSizes(Branch branch, long goal) {
    for (Axis axis : axes) {
      Axis tried = tried(axis);
      AxisGrid grid = new AxisGrid(tried);
      long points = axis.names().isEmpty() ? grid.points() : 0;
      for (long i = 0; i < Math.min(points, MOST_POINTS); i++) {
        Map<String, String> settings = settings(branch);
        settings.putAll(grid.point(i));
        if (parameters(settings).orElse(goal) != goal) {
          given.refuse(
              "axes.%s changes the number of parameters; fix it, or name such cells"
                  .formatted(axis.key()));
          return;
        }
      }
    }
  }

  /** The axis with the two ends in place of each interval, also in the holes of formulas. */
  private Axis tried(Axis axis) {
    Space space = new Space(tree, fixed, axes);
    List<Branch> branches = new ArrayList<>();
    for (Branch branch : axis.branches()) {
      Map<String, Values> listed = new HashMap<>();
      branch
          .values()
          .forEach(
              (key, values) -> listed.put(key, tried(values, number -> space.spell(key, number))));
      branches.add(Branch.of(listed));
    }
    return new Axis(axis.key(), branches, axis.names());
  }

  private static Values tried(Values values, DoubleFunction<String> spelling) {
    if (values instanceof Values.Interval interval) {
      return new Values.Listed(
          List.of(spelling.apply(interval.low()), spelling.apply(interval.high())));
    }
    if (values instanceof Filled filled) {
      Map<String, Values> holes = new LinkedHashMap<>();
      filled.holes().forEach((name, hole) -> holes.put(name, tried(hole, Numbers::canonical)));
      return new Values.Listed(new Filled(filled.domain(), filled.text(), holes).formulas());
    }
    return values instanceof Values.Grown ? new Values.Listed(List.of(values.first())) : values;
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

  /** The number of a model's parameters; empty if it is not sound. */
  private OptionalLong parameters(Map<String, String> settings) {
    Configuration configuration = Configuration.of(tree, settings);
    return catalog.conflicts(configuration).isEmpty()
        ? OptionalLong.of(catalog.cost(configuration).parameters())
        : OptionalLong.empty();
  }

  private Branch solved(Branch cell, String key, long goal, String name, String reference) {
    Map<String, String> settings = settings(cell);
    OptionalLong parameters = parameters(settings);
    if (parameters.isEmpty()) {
      return cell; // the check of all cells refuses it
    }
    Configuration configuration = Configuration.of(tree, settings);
    if (!configuration.has(key)) {
      if (Math.abs(parameters.getAsLong() - goal) > MOST_APART * goal) {
        given.refuse(
            "cell '%s' has no %s to solve for and %,d parameters, not the %,d of '%s'; set it in the cell%s"
                .formatted(
                    name,
                    key,
                    parameters.getAsLong(),
                    goal,
                    reference,
                    key.equals(STANDARD) ? "" : ", or solve for " + STANDARD));
      }
      return cell;
    }
    NearestNumber nearest =
        NearestNumber.search(
            (Domain.IntegerRange) tree.parameter(key).orElseThrow().domain(),
            configuration.integer(key),
            number -> {
              Map<String, String> changed = new HashMap<>(settings);
              changed.put(key, Long.toString(number));
              return parameters(changed);
            },
            goal);
    if (nearest.distance() > MOST_APART * goal) {
      given.refuse(
          "cell '%s' cannot have the %,d parameters of '%s': the nearest is %,d, at %s=%d"
              .formatted(name, goal, reference, nearest.parameters(), key, nearest.number()));
    }
    TreeMap<String, Values> values = new TreeMap<>(cell.values());
    values.put(key, new Values.Listed(List.of(Long.toString(nearest.number()))));
    return new Branch(values);
  }
}
