package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.state.CellNames;

/**
 * A parameter that differs between a sweep's cells, or the cells' names if the user named them: a
 * named cell's settings form one factor, not several.
 *
 * @param key of the parameter, or {@link #CELL}
 * @param levels its values, numbers by size and words alphabetically; {@link #ABSENT} first if some
 *     cell lacks the parameter
 * @param numeric whether all its values are numbers, by their declaration and as they are written
 * @param together keys of other parameters that always change together with this one: results
 *     cannot separate their effects
 * @param scale whether its number enters by size despite few values, because no two cells share one
 * @param byRatio whether the file draws its numbers log-uniformly; empty if it lists them
 * @param from the key of the factor from whose value its own follows, so that results cannot tell
 *     their effects apart; empty for none
 * @param reader gives a cell's value; {@link #ABSENT} if it lacks the parameter
 */
public record Factor(
    String key,
    List<String> levels,
    boolean numeric,
    List<String> together,
    boolean scale,
    Optional<Boolean> byRatio,
    Optional<String> from,
    Function<Configuration, String> reader) {

  /** The key of the cells' names. */
  public static final String CELL = CellNames.CELL;

  /** The value of cells that lack the parameter. */
  public static final String ABSENT = "";

  /** Stands for {@link #ABSENT} where people read. */
  public static final String NO_VALUE = "(not set)";

  /**
   * If the largest and smallest numbers have at least this ratio, ratios count instead of
   * differences.
   */
  private static final double WIDE = 20;

  /** With more levels, a number enters by its value and square instead of level by level. */
  private static final int MOST_LEVELS = 6;

  public Factor {
    levels = List.copyOf(levels);
    together = List.copyOf(together);
  }

  /**
   * The factor with this key over some cells.
   *
   * @param word whether its values are words, also those that look like numbers
   */
  public static Factor of(String key, List<Run> runs, boolean word) {
    return of(key, runs, word, cell -> cell.axes().getOrDefault(key, ABSENT));
  }

  /** The factor of cell names; numeric names count as words. */
  static Factor ofNames(List<Run> runs, CellNames names) {
    List<String> levels = runs.stream().map(run -> names.cell(run.cell())).distinct().toList();
    List<String> order = names.cells().stream().map(NamedCell::name).toList();
    List<String> sorted = levels.stream().sorted(Comparator.comparingInt(order::indexOf)).toList();
    return new Factor(
        CELL, sorted, false, List.of(), false, Optional.empty(), Optional.empty(), names::cell);
  }

  private static Factor of(
      String key, List<Run> runs, boolean word, Function<Configuration, String> reader) {
    TreeSet<String> values = new TreeSet<>();
    runs.forEach(run -> values.add(reader.apply(run.cell())));
    boolean numeric =
        !word
            && values.stream()
                .allMatch(value -> value.equals(ABSENT) || Numbers.real(value).isPresent());
    List<String> levels = new ArrayList<>(values);
    if (numeric) {
      levels.sort(
          Comparator.comparingDouble(v -> Numbers.real(v).orElse(Double.NEGATIVE_INFINITY)));
    }
    return new Factor(
        key, levels, numeric, List.of(), false, Optional.empty(), Optional.empty(), reader);
  }

  Factor with(List<String> others) {
    return new Factor(key, levels, numeric, others, scale, byRatio, from, reader);
  }

  /** The factor with the file's way of drawing numbers. */
  public Factor drawn(Map<String, Boolean> intervals) {
    return new Factor(
        key,
        levels,
        numeric,
        together,
        scale,
        Optional.ofNullable(intervals.get(key)),
        from,
        reader);
  }

  Factor from(Optional<String> other) {
    return new Factor(key, levels, numeric, together, scale, byRatio, other, reader);
  }

  Factor asScale() {
    return new Factor(key, levels, numeric, together, true, byRatio, from, reader);
  }

  /** A cell's value. */
  public String level(Configuration cell) {
    return reader.apply(cell);
  }

  /** Its values, without {@link #ABSENT}. */
  public List<String> present() {
    return levels.stream().filter(level -> !level.equals(ABSENT)).toList();
  }

  /**
   * Whether ratios of its numbers count: according to the file, else if the numbers are positive
   * and far apart.
   */
  public boolean logarithmic() {
    if (!numeric) {
      return false;
    }
    List<String> present = present();
    double least = Double.parseDouble(present.get(0));
    if (byRatio.isPresent()) {
      return byRatio.get() && least > 0;
    }
    return least > 0 && Double.parseDouble(present.get(present.size() - 1)) / least >= WIDE;
  }

  /** Whether it enters by its numeric value instead of level by level. */
  public boolean continuous() {
    return numeric && (present().size() > MOST_LEVELS || (scale && present().size() > 2));
  }

  /**
   * Gives the place of a level: of a number from 0, the least, to 1, the largest, and 0.5 if it is
   * absent; of a word its place in the order of levels.
   */
  public ToDoubleFunction<String> places() {
    if (!numeric) {
      return levels::indexOf;
    }
    boolean logarithmic = logarithmic();
    List<String> present = present();
    double low = scale(Double.parseDouble(present.get(0)), logarithmic);
    double high = scale(Double.parseDouble(present.get(present.size() - 1)), logarithmic);
    return level ->
        level.equals(ABSENT) || high == low
            ? 0.5
            : (scale(Numbers.real(level).orElseThrow(), logarithmic) - low) / (high - low);
  }

  /**
   * Its columns in a linear model, one row per cell: one indicator per level, or the number and its
   * square, scaled to [-1, 1].
   */
  double[][] columns(List<Configuration> cells) {
    return continuous() ? polynomial(cells) : indicators(cells);
  }

  private double[][] indicators(List<Configuration> cells) {
    double[][] columns = new double[levels.size()][cells.size()];
    for (int i = 0; i < cells.size(); i++) {
      columns[levels.indexOf(level(cells.get(i)))][i] = 1;
    }
    return columns;
  }

  private double[][] polynomial(List<Configuration> cells) {
    ToDoubleFunction<String> places = places();
    double[][] columns = new double[3][cells.size()];
    for (int i = 0; i < cells.size(); i++) {
      String level = level(cells.get(i));
      if (level.equals(ABSENT)) {
        columns[2][i] = 1;
      } else {
        double x = 2 * places.applyAsDouble(level) - 1;
        columns[0][i] = x;
        columns[1][i] = x * x;
      }
    }
    return columns;
  }

  private static double scale(double value, boolean logarithmic) {
    return logarithmic ? Math.log(value) : value;
  }
}
