package org.attune.model.cpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.Op;
import org.attune.model.primitive.elementwise.OperandLayout;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.primitive.elementwise.Recipe.Step;

/**
 * The steps of a recipe that depend on an element's place alone, computed once in float64. The
 * recipe then reads them as operands, from tables as large as the axes they depend on.
 */
final class PlaceTables {

  private static final long MOST = 1 << 22; // numbers of a table; larger ones are computed anew
  private static final int[] OUTER_FIRST = {Grid.HEAD, Grid.TOKEN, Grid.INNER};

  /** The numbers of a step at each place. */
  private record Table(int step, Floats numbers, OperandLayout layout) {}

  private final Recipe recipe;
  private final Grid grid;
  private final int[] axes; // bits of the axes that a step depends on; -1 if it reads an operand
  private final List<Table> tables = new ArrayList<>();
  private final Recipe rewritten;
  private boolean filled;

  /**
   * @param operands the number of operands before the tables
   */
  PlaceTables(Recipe recipe, Grid grid, int operands, Operands<Floats> at) {
    this.recipe = recipe;
    this.grid = grid;
    axes = new int[recipe.steps().size()];
    Arrays.setAll(axes, i -> axes(recipe.steps().get(i)));
    Recipe.Builder builder = new Recipe.Builder();
    int[] copies = new int[axes.length];
    Arrays.fill(copies, -1);
    List<Integer> results =
        recipe.results().stream().map(r -> copy(r, builder, copies, operands, at)).toList();
    rewritten = builder.recipe(results);
  }

  private int axes(Step s) {
    if (s.op() == Op.INPUT) {
      return -1;
    }
    int all = s.op() == Op.INDEX ? 1 << s.a() : 0;
    for (int a = 0; a < s.op().arity(); a++) {
      int used = axes[s.argument(a)];
      all = used < 0 || all < 0 ? -1 : all | used;
    }
    return all;
  }

  private int copy(
      int step, Recipe.Builder builder, int[] copies, int operands, Operands<Floats> at) {
    if (copies[step] < 0) {
      Step s = recipe.steps().get(step);
      copies[step] =
          switch (s.op()) {
            case INPUT -> builder.input(s.a());
            case NUMBER -> builder.number(s.number());
            default -> {
              if (axes[step] > 0 && size(axes[step]) <= MOST) {
                tables.add(table(step, at));
                yield builder.input(operands + tables.size() - 1);
              }
              if (s.op() == Op.INDEX) {
                yield builder.index(s.a());
              }
              yield builder.of(s.op(), s.arguments(a -> copy(a, builder, copies, operands, at)));
            }
          };
    }
    return copies[step];
  }

  private int size(int axis, int all) {
    boolean has = (all & 1 << axis) != 0;
    return !has
        ? 1
        : axis == Grid.HEAD ? grid.heads() : axis == Grid.TOKEN ? grid.tokens() : grid.inner();
  }

  private long size(int all) {
    return (long) size(Grid.HEAD, all) * size(Grid.TOKEN, all) * size(Grid.INNER, all);
  }

  private Table table(int step, Operands<Floats> at) {
    int all = axes[step];
    int tokens = size(Grid.TOKEN, all);
    int inner = size(Grid.INNER, all);
    int rows = size(Grid.HEAD, all) * tokens;
    int[] down = new int[4];
    down[Grid.HEAD] = (all & 1 << Grid.HEAD) == 0 ? 0 : tokens;
    down[Grid.TOKEN] = (all & 1 << Grid.TOKEN) == 0 ? 0 : 1;
    int[] along = new int[4];
    along[Grid.INNER] = (all & 1 << Grid.INNER) == 0 ? 0 : 1;
    Floats numbers = at.keep((long) rows * inner).sharing(0, rows, inner, inner);
    return new Table(step, numbers, new OperandLayout(down, along));
  }

  /** The recipe that reads the tables. */
  Recipe recipe() {
    return rewritten;
  }

  /** The tables, as operands after the others. */
  List<Floats> numbers() {
    return tables.stream().map(Table::numbers).toList();
  }

  /** How each table lies beside the grid. */
  List<OperandLayout> layouts() {
    return tables.stream().map(Table::layout).toList();
  }

  /** Computes the tables, unless that is done. */
  void fill() {
    if (filled) {
      return;
    }
    filled = true;
    for (Table table : tables) {
      fill(table);
    }
  }

  private void fill(Table table) {
    int all = axes[table.step];
    boolean[] needed = new boolean[axes.length];
    needed[table.step] = true;
    for (int i = table.step; i >= 0; i--) {
      Step s = recipe.steps().get(i);
      for (int a = 0; needed[i] && a < s.op().arity(); a++) {
        needed[s.argument(a)] = true;
      }
    }
    double[] made = new double[axes.length];
    double[] places = new double[4];
    evaluate(needed, 0, 0, made, places);
    int tokens = size(Grid.TOKEN, all);
    for (int h = 0; h < size(Grid.HEAD, all); h++) {
      places[Grid.HEAD] = h;
      evaluate(needed, 1, 1 << Grid.HEAD, made, places);
      for (int t = 0; t < tokens; t++) {
        places[Grid.TOKEN] = t;
        evaluate(needed, 2, 1 << Grid.TOKEN, made, places);
        for (int c = 0; c < size(Grid.INNER, all); c++) {
          places[Grid.INNER] = c;
          evaluate(needed, 3, 1 << Grid.INNER, made, places);
          table.numbers.at(h * tokens + t, c, (float) made[table.step]);
        }
      }
    }
  }

  /** Computes the steps that depend on an axis, and on none of those further within. */
  private void evaluate(boolean[] needed, int depth, int axis, double[] made, double[] places) {
    int within = 0; // axes that vary faster
    for (int d = depth; d < OUTER_FIRST.length; d++) {
      within |= 1 << OUTER_FIRST[d];
    }
    for (int i = 0; i < needed.length; i++) {
      if (needed[i] && (axes[i] & within) == 0 && (axis == 0 || (axes[i] & axis) != 0)) {
        Step s = recipe.steps().get(i);
        made[i] =
            switch (s.op()) {
              case INDEX -> places[s.a()];
              case NUMBER -> s.number();
              default -> s.of(made);
            };
      }
    }
  }
}
