package org.attune.model.fusion;

import java.util.List;
import java.util.Optional;
import org.attune.model.primitive.Add;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Multiply;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.Op;
import org.attune.model.primitive.elementwise.OperandLayout;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;

/**
 * An elementwise primitive as an expression over a grid.
 *
 * @param fused the primitive, if it is already such an expression with a grid of its own
 * @param rows of its output
 * @param columns of its output
 * @param spreads how each operand spreads over the grid; empty if it has a grid of its own
 */
record GridExpression(
    Optional<Elementwise> fused,
    int rows,
    int columns,
    Recipe recipe,
    List<Value> operands,
    List<Spread> spreads) {

  /** How an operand's numbers spread over a matrix. */
  enum Spread {
    WHOLE,
    /** One row for all. */
    ROW,
    /** One number for each row. */
    COLUMN,
    NUMBER;

    OperandLayout over(Grid grid) {
      int[] none = new int[4];
      int[] everyRow = {grid.tokens(), 1, 0, 0};
      return switch (this) {
        case WHOLE -> OperandLayout.of(grid);
        case ROW -> new OperandLayout(none, new int[] {0, 0, grid.inner(), 1});
        case COLUMN -> new OperandLayout(everyRow, none);
        case NUMBER -> new OperandLayout(none, none);
      };
    }
  }

  /** A primitive as an expression, if it is one. */
  static Optional<GridExpression> of(Primitive primitive) {
    if (primitive instanceof Elementwise e) {
      Grid grid = e.grid();
      return Optional.of(
          new GridExpression(
              Optional.of(e), grid.rows(), grid.columns(), e.recipe(), e.inputs(), List.of()));
    }
    if (primitive.shape().length != 2) {
      return Optional.empty();
    }
    Recipe.Builder b = new Recipe.Builder();
    int x = b.input(0);
    if (primitive instanceof Apply p) {
      return plain(primitive, b, of(p.function(), x, b), Spread.WHOLE);
    }
    if (primitive instanceof Gated p) {
      int result = b.of(Op.MULTIPLY, of(p.function(), x, b), b.input(1));
      return plain(primitive, b, result, Spread.WHOLE, Spread.WHOLE);
    }
    if (primitive instanceof Scale p) {
      int result = b.of(Op.ADD, b.of(Op.MULTIPLY, b.number(p.factor()), x), b.number(p.shift()));
      return plain(primitive, b, result, Spread.WHOLE);
    }
    boolean adds = primitive instanceof Add;
    if (adds || primitive instanceof Multiply) {
      int result = b.of(adds ? Op.ADD : Op.MULTIPLY, x, b.input(1));
      return spread(primitive.inputs().get(0), primitive.inputs().get(1))
          .flatMap(other -> plain(primitive, b, result, Spread.WHOLE, other));
    }
    return Optional.empty();
  }

  private static Optional<GridExpression> plain(
      Primitive primitive, Recipe.Builder builder, int result, Spread... spreads) {
    int[] shape = primitive.shape();
    List<Value> operands = primitive.inputs();
    return Optional.of(
        new GridExpression(
            Optional.empty(),
            shape[0],
            shape[1],
            Recipe.of(builder, result),
            operands,
            List.of(spreads)));
  }

  /** How b spreads over a; empty if a kernel of its own sums its gradient better. */
  private static Optional<Spread> spread(Value a, Value b) {
    boolean allRows = b.rows() == a.rows();
    boolean allColumns = b.columns() == a.columns();
    if (allRows && allColumns) {
      return Optional.of(Spread.WHOLE);
    }
    if (allRows) {
      return Optional.of(Spread.COLUMN);
    }
    return b.wantsGradient()
        ? Optional.empty()
        : Optional.of(allColumns ? Spread.ROW : Spread.NUMBER);
  }

  /** The step of a function of a step. */
  private static int of(Pointwise function, int x, Recipe.Builder b) {
    return switch (function) {
      case IDENTITY -> x;
      case SIGMOID -> b.of(Op.SIGMOID, x);
      case SILU -> b.of(Op.MULTIPLY, x, b.of(Op.SIGMOID, x));
      case RELU -> b.of(Op.WHERE, b.of(Op.LESS, b.number(0), x), x, b.number(0));
      case LEAKY_RELU ->
          b.of(
              Op.WHERE,
              b.of(Op.LESS, b.number(0), x),
              x,
              b.of(Op.MULTIPLY, b.number(Pointwise.LEAK), x));
      case GELU -> b.of(Op.MULTIPLY, x, b.of(Op.NORMAL, x));
      case TANH -> b.of(Op.TANH, x);
      case HALF_SIGMOID ->
          b.of(Op.ADD, b.number(0.5), b.of(Op.MULTIPLY, b.number(0.5), b.of(Op.SIGMOID, x)));
      case EXP -> b.of(Op.EXP, x);
      case SOFTPLUS -> b.of(Op.SOFTPLUS, x);
    };
  }

  /** A grid that fits this expression and another, if there is one. */
  Optional<Grid> grid(GridExpression other) {
    if (rows != other.rows || columns != other.columns) {
      return Optional.empty();
    }
    Optional<Grid> thisGrid = fused.map(Elementwise::grid);
    Optional<Grid> otherGrid = other.fused.map(Elementwise::grid);
    if (thisGrid.isPresent() && otherGrid.isPresent()) {
      return thisGrid.equals(otherGrid) ? thisGrid : Optional.empty();
    }
    Optional<Grid> fixed = thisGrid.or(() -> otherGrid);
    return fixed.isPresent()
        ? fixed.filter(grid -> !grid.scores())
        : Optional.of(new Grid(false, false, 1, rows, 1, columns));
  }

  /** The layout of each operand over a grid that fits. */
  List<OperandLayout> layouts(Grid grid) {
    return fused
        .map(Elementwise::layouts)
        .orElseGet(() -> spreads.stream().map(s -> s.over(grid)).toList());
  }

  /** See {@link Elementwise}. */
  boolean passes() {
    return fused.map(Elementwise::passes).orElse(true);
  }
}
