package org.attune.sweeps.space;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;

/** The cells that a sweep's axes span: counted, by number, or at random. */
public final class Space {

  private final ParameterTree tree;
  private final Map<String, String> fixed;
  private final List<Axis> axes;
  private List<AxisGrid> grids = List.of(); // made at the first look: an interval has none

  /**
   * A space of cells.
   *
   * @param fixed what all cells have, canonical, by key
   * @param axes what is varied, in the order of a grid
   */
  public Space(ParameterTree tree, Map<String, String> fixed, List<Axis> axes) {
    this.tree = tree;
    this.fixed = Map.copyOf(fixed);
    this.axes = List.copyOf(axes);
  }

  /** What is varied. */
  public List<Axis> axes() {
    return axes;
  }

  /** The parameters that settings are of. */
  public ParameterTree parameters() {
    return tree;
  }

  /** The cell that has some values for what is varied, by key; the rest is fixed. */
  public Configuration cell(Map<String, String> varied) {
    Map<String, String> settings = new HashMap<>(fixed);
    settings.putAll(varied);
    return Configuration.of(tree, settings);
  }

  /**
   * The number of grid cells; {@link Long#MAX_VALUE} when it does not fit.
   *
   * @throws IllegalArgumentException when an axis has an interval
   */
  public long cells() {
    long cells = 1;
    for (AxisGrid grid : grids()) {
      cells = AxisGrid.saturatedProduct(cells, grid.points());
    }
    return cells;
  }

  private synchronized List<AxisGrid> grids() {
    if (grids.size() != axes.size()) {
      grids = axes.stream().map(AxisGrid::new).toList();
    }
    return grids;
  }

  /** The number of an axis' grid points. */
  public static long points(Axis axis) {
    long points = 0;
    for (Branch branch : axis.branches()) {
      points = AxisGrid.saturatedSum(points, AxisGrid.points(branch));
    }
    return points;
  }

  /** A grid cell by number, from 0; the last axis varies fastest. */
  public Configuration cell(long number) {
    Map<String, String> settings = new HashMap<>(fixed);
    Map<String, String> holes = new HashMap<>();
    long rest = number;
    List<AxisGrid> all = grids();
    for (int i = all.size() - 1; i >= 0; i--) {
      long points = all.get(i).points();
      all.get(i).take(rest % points, settings, holes);
      rest /= points;
    }
    return Configuration.of(tree, settings).filled(holes);
  }

  /** A cell at random: each axis a branch, each of its parameters a value, all equally likely. */
  public Configuration sample(SplittableRandom random) {
    Map<String, String> settings = new HashMap<>(fixed);
    Map<String, String> holes = new HashMap<>();
    for (Axis axis : axes) {
      Branch branch = axis.branches().get(random.nextInt(axis.branches().size()));
      branch
          .values()
          .forEach((key, values) -> settings.put(key, sample(key, values, random, holes)));
    }
    return Configuration.of(tree, settings).filled(holes);
  }

  private String sample(
      String key, Values values, SplittableRandom random, Map<String, String> holes) {
    if (values instanceof Filled filled) {
      Map<String, String> drawn = new HashMap<>();
      filled
          .holes()
          .forEach((name, hole) -> drawn.put(name, sample(hole, random, Numbers::canonical)));
      holes.putAll(filled.holes(key, drawn));
      return filled.fill(drawn);
    }
    if (values instanceof Values.Grown grown) {
      GrownFormulas formulas = new GrownFormulas(grown.growth());
      return formulas.formula(formulas.at(random.nextDouble()));
    }
    return sample(values, random, number -> spell(key, number));
  }

  private static String sample(
      Values values, SplittableRandom random, DoubleFunction<String> spelling) {
    if (values instanceof Values.Interval interval) {
      return spelling.apply(interval.at(random.nextDouble()));
    }
    List<String> listed = AxisGrid.listed(values);
    return listed.get(random.nextInt(listed.size()));
  }

  /** Rounds for whole-number parameters, and spells a number in its one way. */
  public String spell(String key, double number) {
    boolean whole =
        tree.parameter(key).map(Parameter::domain).orElseThrow() instanceof Domain.IntegerRange;
    return whole ? Long.toString((long) Math.rint(number)) : Numbers.canonical(number);
  }
}
