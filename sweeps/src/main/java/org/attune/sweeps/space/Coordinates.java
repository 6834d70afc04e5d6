package org.attune.sweeps.space;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;

/**
 * A space's cells as points with one coordinate per {@link Dimension}, for methods that compute.
 *
 * <p>An axis of plain values is one dimension. An axis some of whose values bring parameters of
 * their own is a category, one value per branch, and a dimension for each parameter that varies
 * within a branch, or for each hole of its formula; branches that vary the same parameter over the
 * same values share its dimension. A parameter that does not apply at a point has the coordinate
 * NaN.
 */
public final class Coordinates {

  private final Space space;
  private final List<Dimension> dimensions = new ArrayList<>();

  /** Dimensions of axes with branches, by index, and their branches. */
  private final Map<Integer, List<Branch>> branches = new LinkedHashMap<>();

  /** A formula's dimensions, one per hole with several values, by their index. */
  private record Hole(String key, Filled formula, String name) {}

  private final Map<Integer, Hole> holes = new LinkedHashMap<>();
  private final Map<Map.Entry<Filled, String>, Map<String, String>> inHoles = new HashMap<>();

  /** The coordinates of a space. */
  public Coordinates(Space space) {
    this.space = space;
    space.axes().forEach(this::add);
  }

  private void add(Axis axis) {
    boolean plain =
        axis.branches().stream().allMatch(b -> b.values().keySet().equals(Set.of(axis.key())));
    boolean listed =
        plain
            && axis.branches().stream()
                .allMatch(b -> b.values().get(axis.key()) instanceof Values.Listed);
    if (listed) {
      Set<String> values = new LinkedHashSet<>();
      axis.branches()
          .forEach(b -> values.addAll(((Values.Listed) b.values().get(axis.key())).values()));
      dimensions.add(dimension(axis.key(), new Values.Listed(List.copyOf(values))));
    } else if (plain && axis.branches().size() == 1) {
      dimensions.add(dimension(axis.key(), axis.branches().get(0).values().get(axis.key())));
    } else {
      addBranches(axis);
    }
  }

  private void addBranches(Axis axis) {
    int parent = dimensions.size();
    int count = axis.branches().size();
    dimensions.add(
        Dimension.category(
            axis.key(), IntStream.range(0, count).mapToObj(Integer::toString).toList()));
    branches.put(parent, axis.branches());
    Map<Map.Entry<String, Values>, BitSet> varied = new LinkedHashMap<>();
    for (int b = 0; b < count; b++) {
      for (Map.Entry<String, Values> entry : axis.branches().get(b).values().entrySet()) {
        if (constant(entry.getValue()).isEmpty()) {
          varied
              .computeIfAbsent(Map.entry(entry.getKey(), entry.getValue()), values -> new BitSet())
              .set(b);
        }
      }
    }
    varied.forEach(
        (entry, at) -> {
          if (entry.getValue() instanceof Filled filled) {
            addHoles(entry.getKey(), filled, parent, at);
          } else {
            dimensions.add(dimension(entry.getKey(), entry.getValue()).under(parent, at));
          }
        });
  }

  /** Adds a dimension per hole; one value is not a dimension, unless no hole has more. */
  private void addHoles(String key, Filled filled, int parent, BitSet at) {
    filled
        .holes()
        .forEach(
            (name, values) -> {
              if (constant(values).isEmpty()) {
                holes.put(dimensions.size(), new Hole(key, filled, name));
                dimensions.add(hole(holeKey(key, at, name), values).under(parent, at));
              }
            });
  }

  /** A hole's key says which of the axis' values has it: {@code attention.gate.formula[2].t}. */
  private static String holeKey(String key, BitSet at, String name) {
    return "%s[%d].%s".formatted(key, at.nextSetBit(0), name);
  }

  private static Dimension hole(String key, Values values) {
    if (values instanceof Values.Interval interval) {
      return Dimension.interval(key, interval);
    }
    List<String> listed = ((Values.Listed) values).values();
    return listed.stream().allMatch(v -> Numbers.real(v).isPresent())
        ? Dimension.ordinal(key, listed)
        : Dimension.category(key, listed);
  }

  private Dimension dimension(String key, Values values) {
    if (values instanceof Values.Interval interval) {
      return Dimension.interval(key, interval);
    }
    if (values instanceof Values.Grown grown) {
      return Dimension.grown(key, new GrownFormulas(grown.growth()));
    }
    List<String> listed = ((Values.Listed) values).values();
    Domain domain = space.parameters().parameter(key).orElseThrow().domain();
    boolean numbers = domain instanceof Domain.IntegerRange || domain instanceof Domain.RealRange;
    return numbers ? Dimension.ordinal(key, listed) : Dimension.category(key, listed);
  }

  private static Optional<String> constant(Values values) {
    return values instanceof Values.Listed listed && listed.values().size() == 1
        ? Optional.of(listed.values().get(0))
        : Optional.empty();
  }

  /** The dimensions; one comes after the one it depends on. */
  public List<Dimension> dimensions() {
    return dimensions;
  }

  /** Whether there are finitely many points. */
  public boolean finite() {
    return dimensions.stream()
        .allMatch(d -> d.kind() != Dimension.Kind.INTERVAL && d.kind() != Dimension.Kind.GROWN);
  }

  /** All points, if there are at most {@code most}; empty otherwise. */
  public Optional<List<double[]>> points(int most) {
    if (!finite()) {
      return Optional.empty();
    }
    List<double[]> points = List.of(new double[dimensions.size()]);
    for (int i = 0; i < dimensions.size() && points.size() <= most; i++) {
      List<double[]> longer = new ArrayList<>();
      for (double[] point : points) {
        boolean applies = applies(i, point);
        for (int value = 0; value < (applies ? dimensions.get(i).size() : 1); value++) {
          double[] next = point.clone();
          next[i] = applies ? value : Double.NaN;
          longer.add(next);
        }
      }
      points = longer;
    }
    return points.size() > most ? Optional.empty() : Optional.of(points);
  }

  /** Whether a dimension applies at a point whose earlier coordinates are set. */
  public boolean applies(int dimension, double[] point) {
    Dimension d = dimensions.get(dimension);
    return d.parent() < 0
        || (!Double.isNaN(point[d.parent()]) && d.appliesAt().get((int) point[d.parent()]));
  }

  /** The point at fractions of the values, one fraction in [0, 1) per dimension. */
  public double[] at(double[] fractions) {
    double[] point = new double[fractions.length];
    for (int i = 0; i < point.length; i++) {
      point[i] = applies(i, point) ? dimensions.get(i).at(fractions[i]) : Double.NaN;
    }
    return point;
  }

  /** A point at random: each coordinate uniform in its range. */
  public double[] sample(SplittableRandom random) {
    double[] fractions = new double[dimensions.size()];
    for (int i = 0; i < fractions.length; i++) {
      fractions[i] = random.nextDouble();
    }
    return at(fractions);
  }

  /**
   * A copy of the point with another value in one dimension; newly applicable dimensions get random
   * values.
   */
  public double[] changed(double[] point, int dimension, double value, SplittableRandom random) {
    double[] changed = point.clone();
    changed[dimension] = value;
    for (int i = dimension + 1; i < changed.length; i++) {
      if (!applies(i, changed)) {
        changed[i] = Double.NaN;
      } else if (Double.isNaN(changed[i])) {
        changed[i] = dimensions.get(i).at(random.nextDouble());
      }
    }
    return changed;
  }

  /** A point with positions, from 0 to 1, in place of the coordinates that are ordered. */
  public double[] positions(double[] point) {
    double[] positions = point.clone();
    for (int i = 0; i < point.length; i++) {
      if (dimensions.get(i).ordered() && !Double.isNaN(point[i])) {
        positions[i] = dimensions.get(i).position(point[i]);
      }
    }
    return positions;
  }

  /** The cell at a point. */
  public Configuration cell(double[] point) {
    Map<String, String> varied = new HashMap<>();
    Map<Map.Entry<String, Filled>, Map<String, String>> filled = new LinkedHashMap<>();
    for (int i = 0; i < point.length; i++) {
      Dimension dimension = dimensions.get(i);
      if (Double.isNaN(point[i])) {
        continue;
      }
      if (holes.containsKey(i)) {
        Hole hole = holes.get(i);
        filled
            .computeIfAbsent(Map.entry(hole.key(), hole.formula()), h -> constants(h.getValue()))
            .put(hole.name(), inHole(dimension, point[i]));
      } else if (branches.containsKey(i)) {
        branches
            .get(i)
            .get((int) point[i])
            .values()
            .forEach((key, values) -> constant(values).ifPresent(v -> varied.put(key, v)));
      } else {
        varied.put(dimension.key(), spelled(dimension, point[i]));
      }
    }
    Map<String, String> texts = new HashMap<>();
    filled.forEach(
        (hole, values) -> {
          texts.putAll(hole.getValue().holes(hole.getKey(), values));
          String formula = hole.getValue().fill(values);
          inHoles.putIfAbsent(Map.entry(hole.getValue(), formula), Map.copyOf(values));
          varied.put(hole.getKey(), formula);
        });
    return space.cell(varied).filled(texts);
  }

  private static Map<String, String> constants(Filled filled) {
    Map<String, String> constants = new HashMap<>();
    filled
        .holes()
        .forEach((name, values) -> constant(values).ifPresent(v -> constants.put(name, v)));
    return constants;
  }

  private static String inHole(Dimension dimension, double coordinate) {
    return dimension.kind() == Dimension.Kind.INTERVAL
        ? Numbers.canonical(dimension.interval().orElseThrow().at(coordinate))
        : dimension.values().get((int) coordinate);
  }

  /** The values in the holes of a formula; empty if it is another formula. */
  private Optional<Map<String, String>> inHoles(Filled filled, String formula) {
    Map.Entry<Filled, String> key = Map.entry(filled, formula);
    if (!inHoles.containsKey(key)) {
      filled.values(formula).ifPresent(values -> inHoles.put(key, values));
    }
    return Optional.ofNullable(inHoles.get(key));
  }

  private double holeCoordinate(int i, Configuration cell) {
    Hole hole = holes.get(i);
    Dimension d = dimensions.get(i);
    return Optional.of(hole.key())
        .filter(cell::has)
        .flatMap(key -> inHoles(hole.formula(), cell.text(key)))
        .map(
            values ->
                d.kind() == Dimension.Kind.INTERVAL
                    ? d.interval()
                        .orElseThrow()
                        .fraction(Double.parseDouble(values.get(hole.name())))
                    : d.values().indexOf(values.get(hole.name())))
        .orElse(-1.0);
  }

  private String spelled(Dimension dimension, double coordinate) {
    return switch (dimension.kind()) {
      case INTERVAL ->
          space.spell(dimension.key(), dimension.interval().orElseThrow().at(coordinate));
      case GROWN -> dimension.grown().orElseThrow().formula(coordinate);
      default -> dimension.values().get((int) coordinate);
    };
  }

  /** The point of a cell; empty when the cell is none of the space. */
  public Optional<double[]> point(Configuration cell) {
    double[] point = new double[dimensions.size()];
    for (int i = 0; i < point.length; i++) {
      if (!applies(i, point)) {
        point[i] = Double.NaN;
        continue;
      }
      double coordinate =
          branches.containsKey(i)
              ? branch(i, cell)
              : holes.containsKey(i) ? holeCoordinate(i, cell) : coordinate(i, cell);
      if (coordinate < 0) {
        return Optional.empty();
      }
      point[i] = coordinate;
    }
    return Optional.of(point);
  }

  private int branch(int dimension, Configuration cell) {
    List<Branch> among = branches.get(dimension);
    int found = -1;
    for (int b = 0; b < among.size(); b++) {
      // If several branches hold, the one with the most conditions is meant: another may have none.
      boolean more = found < 0 || among.get(b).values().size() > among.get(found).values().size();
      if (more
          && among.get(b).values().entrySet().stream()
              .allMatch(e -> holds(e.getKey(), e.getValue(), cell))) {
        found = b;
      }
    }
    return found;
  }

  private boolean holds(String key, Values values, Configuration cell) {
    if (values instanceof Filled filled) {
      return cell.has(key) && inHoles(filled, cell.text(key)).isPresent();
    }
    return cell.has(key) && coordinate(dimension(key, values), cell) >= 0;
  }

  private double coordinate(int dimension, Configuration cell) {
    Dimension d = dimensions.get(dimension);
    return cell.has(d.key()) ? coordinate(d, cell) : -1;
  }

  /** The coordinate of a cell's value; -1 when it is none of the dimension's. */
  private static double coordinate(Dimension dimension, Configuration cell) {
    String value = cell.text(dimension.key());
    return switch (dimension.kind()) {
      case INTERVAL -> dimension.interval().orElseThrow().fraction(Double.parseDouble(value));
      case GROWN -> dimension.grown().orElseThrow().find(value);
      default -> dimension.values().indexOf(value);
    };
  }
}
