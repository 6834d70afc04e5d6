package org.attune.model.cpu;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.Op;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.primitive.elementwise.Recipe.Step;

/**
 * Runs a recipe over a block of rows. Each array is reused after its last use, so the working set
 * stays in cache.
 */
final class BlockProgram {

  private final Recipe recipe;
  private final Grid grid;
  private final Spread[] spreads;
  private final Floats[] values;
  private final float[][] arrays; // the output of each step
  private final boolean[] filled; // numbers that some step reads from an array
  private final float[] places; // the places of a row's columns

  /**
   * @param size the most elements of a block
   * @param spreads how each operand lies beside the grid
   * @param values the operands
   */
  BlockProgram(
      Recipe recipe, Grid grid, int size, Scratch scratch, Spread[] spreads, Floats[] values) {
    this.recipe = recipe;
    this.grid = grid;
    this.spreads = spreads;
    this.values = values;
    places = new float[grid.columns()];
    arrays = assigned(recipe, size, scratch);
    filled = new boolean[arrays.length];
    for (Step s : recipe.steps()) {
      for (int a = 0; a < s.op().arity(); a++) {
        boolean scalar = arithmetic(s.op()) && (isNumber(s.a()) != isNumber(s.b()));
        filled[s.argument(a)] |= !scalar;
      }
    }
    recipe.results().forEach(r -> filled[r] = true);
  }

  private boolean isNumber(int step) {
    return recipe.steps().get(step).op() == Op.NUMBER;
  }

  private static boolean arithmetic(Op op) {
    return op == Op.ADD || op == Op.SUBTRACT || op == Op.MULTIPLY || op == Op.DIVIDE;
  }

  private static float[][] assigned(Recipe recipe, int size, Scratch scratch) {
    Map<Integer, Integer> last = new HashMap<>();
    for (int i = 0; i < recipe.steps().size(); i++) {
      Step s = recipe.steps().get(i);
      for (int a = 0; a < s.op().arity(); a++) {
        last.put(s.argument(a), i);
      }
    }
    recipe.results().forEach(r -> last.put(r, Integer.MAX_VALUE));
    Deque<Integer> free = new ArrayDeque<>();
    int count = 0;
    int[] place = new int[recipe.steps().size()];
    for (int i = 0; i < place.length; i++) {
      place[i] = free.isEmpty() ? count++ : free.pop();
      Step s = recipe.steps().get(i);
      boolean[] freed = new boolean[count];
      for (int a = 0; a < s.op().arity(); a++) {
        int slot = place[s.argument(a)];
        if (last.get(s.argument(a)) == i && !freed[slot]) {
          freed[slot] = true;
          free.push(slot);
        }
      }
    }
    float[][] arrays = new float[place.length][];
    Arrays.setAll(arrays, i -> scratch.array(place[i], size));
    return arrays;
  }

  /** The i-th result of the last block that ran. */
  float[] result(int i) {
    return arrays[recipe.results().get(i)];
  }

  /** Runs a block of rows of the grid. */
  void run(int row, int rows) {
    int n = rows * grid.columns();
    for (int i = 0; i < arrays.length; i++) {
      Step s = recipe.steps().get(i);
      float[] y = arrays[i];
      switch (s.op()) {
        case INPUT -> spreads[s.a()].read(values[s.a()], row, rows, y);
        case INDEX -> index(s.a(), row, rows, y);
        case NUMBER -> {
          if (filled[i]) {
            Arrays.fill(y, 0, n, (float) s.number());
          }
        }
        default -> step(s, y, n);
      }
    }
  }

  private void index(int axis, int row, int rows, float[] y) {
    int columns = grid.columns();
    boolean inRow = axis == Grid.INNER || (axis == Grid.HEAD && !grid.scores());
    if (inRow) {
      for (int c = 0; c < columns; c++) {
        places[c] = axis == Grid.INNER ? c % grid.inner() : c / grid.inner();
      }
    }
    for (int r = 0; r < rows; r++) {
      if (inRow) {
        System.arraycopy(places, 0, y, r * columns, columns);
      } else {
        Arrays.fill(y, r * columns, (r + 1) * columns, grid.place(row + r, axis));
      }
    }
  }

  private void step(Step s, float[] y, int n) {
    float[] a = arrays[s.a()];
    float[] b = s.op().arity() > 1 ? arrays[s.b()] : a; // of one argument, nobody reads it
    if (arithmetic(s.op()) && isNumber(s.a()) != isNumber(s.b())) {
      if (isNumber(s.b())) {
        BlockLoops.withNumber(s.op(), a, (float) recipe.steps().get(s.b()).number(), y, n);
      } else {
        BlockLoops.ofNumber(s.op(), (float) recipe.steps().get(s.a()).number(), b, y, n);
      }
      return;
    }
    switch (s.op()) {
      case ADD -> BlockLoops.add(a, b, y, n);
      case SUBTRACT -> BlockLoops.subtract(a, b, y, n);
      case MULTIPLY -> BlockLoops.multiply(a, b, y, n);
      case DIVIDE -> BlockLoops.divide(a, b, y, n);
      case MIN -> BlockLoops.min(a, b, y, n);
      case MAX -> BlockLoops.max(a, b, y, n);
      case NEGATE -> BlockLoops.negate(a, y, n);
      case ABS -> BlockLoops.abs(a, y, n);
      case SQRT -> BlockLoops.sqrt(a, y, n);
      case SIGMOID -> BlockLoops.sigmoid(a, y, n);
      case TANH -> BlockLoops.tanh(a, y, n);
      case LESS -> BlockLoops.less(a, b, y, n);
      case AT_MOST -> BlockLoops.atMost(a, b, y, n);
      case WHERE -> BlockLoops.where(a, b, arrays[s.c()], y, n);
      default -> byLibrary(s.op(), a, b, y, n);
    }
  }

  /** Computes number by number with library functions. */
  private static void byLibrary(Op op, float[] a, float[] b, float[] y, int n) {
    for (int i = 0; i < n; i++) {
      y[i] = (float) op.of(a[i], b[i], 0);
    }
  }
}
