package org.attune.model.primitive.elementwise;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A fused scalar expression, evaluated for every element of a grid. It covers a formula's
 * operations between its maps and reductions.
 *
 * @param grid the elements
 * @param recipe computes one result from the operands
 * @param adjoint its derivatives, made by {@link Slopes}
 * @param inputs the operands
 * @param layouts the layout of each operand relative to the grid
 * @param passes whether a gradient that reaches hidden elements is 0 or ignored, so that it may
 *     pass on unchanged
 */
public record Elementwise(
    Grid grid,
    Recipe recipe,
    Recipe adjoint,
    List<Value> inputs,
    List<OperandLayout> layouts,
    boolean passes)
    implements Primitive {

  public Elementwise {
    inputs = List.copyOf(inputs);
    layouts = List.copyOf(layouts);
  }

  /**
   * The expression's value for each element.
   *
   * @param passes as in {@link Elementwise}
   */
  public static Value elementwise(
      Program program,
      Grid grid,
      Recipe recipe,
      List<Value> operands,
      List<OperandLayout> layouts,
      boolean passes) {
    Recipe adjoint = Slopes.of(recipe, operands.size());
    return program.add(new Elementwise(grid, recipe, adjoint, operands, layouts, passes));
  }

  /** The expression's value for each number of a matrix, its only operand. */
  public static Value each(Value x, Recipe recipe) {
    Grid grid = new Grid(false, false, x.batch(), x.length(), 1, x.columns());
    List<OperandLayout> layouts = List.of(OperandLayout.of(grid));
    return elementwise(Program.of(x), grid, recipe, List.of(x), layouts, false);
  }

  @Override
  public int[] shape() {
    return grid.shape();
  }

  @Override
  public boolean keeps(int argument) {
    return adjoint.reads(argument);
  }

  /** An operand to which something that does not depend on it is added. */
  @Override
  public OptionalInt overwrites() {
    if (grid.causal() && !passes) {
      return OptionalInt.empty();
    }
    return IntStream.range(0, inputs.size())
        .filter(a -> layouts.get(a).equals(OperandLayout.of(grid)) && !adjoint.reads(a))
        .filter(a -> adjoint.gives(a, inputs.size()))
        .findFirst();
  }

  @Override
  public double flops() {
    long steps = recipe.stepsOfOperands();
    return steps == 1 ? 0 : (double) steps * grid.rows() * grid.columns(); // as a sum of two has
  }

  /** {@inheritDoc} What a row says of its token as a key. */
  @Override
  public int remembers(int argument) {
    return layouts.get(argument).rows()[Grid.INNER] > 0 ? grid.inner() : 0;
  }

  @Override
  public Formula formula(Arguments at) {
    int count = inputs.size();
    List<Argument> arguments = IntStream.range(0, count).mapToObj(at::in).toList();
    Argument y = at.out();
    return new Formula() {

      @Override
      public void forward(Pass pass) {
        double[] out = new double[grid.rows() * grid.columns()];
        double[][] in = numbers(count);
        each(
            (element, offsets, places) -> {
              out[element] = recipe.evaluate(read(in, offsets), places)[recipe.results().get(0)];
            });
        y.array().assign(array(out, y.array()));
      }

      @Override
      public void backward() {
        double[][] in = numbers(count + 1);
        in[count] = doubles(y.gradient());
        double[][] out = new double[count][];
        for (int a = 0; a < count; a++) {
          out[a] = new double[arguments.get(a).array().length() > 0 ? size(a) : 0];
        }
        each(
            (element, offsets, places) -> {
              double[] operands = new double[count + 1];
              for (int a = 0; a < count; a++) {
                operands[a] = in[a] == null ? 0 : in[a][offsets[a]];
              }
              operands[count] = in[count][element];
              double[] made = adjoint.evaluate(operands, places);
              for (int a = 0; a < count; a++) {
                out[a][offsets[a]] += made[adjoint.results().get(a)];
              }
            });
        for (int a = 0; a < count; a++) {
          Argument argument = arguments.get(a);
          double[] sum = out[a];
          argument.addGradient(() -> array(sum, argument.array()));
        }
      }

      private int size(int a) {
        return Math.toIntExact(arguments.get(a).array().length());
      }

      private double[][] numbers(int room) {
        double[][] all = new double[room][];
        for (int a = 0; a < count; a++) {
          all[a] = doubles(arguments.get(a).array());
        }
        return all;
      }
    };
  }

  private static double[] read(double[][] in, int[] offsets) {
    double[] operands = new double[in.length];
    for (int a = 0; a < in.length; a++) {
      operands[a] = in[a][offsets[a]];
    }
    return operands;
  }

  private static double[] doubles(INDArray array) {
    return array.dup('c').data().asDouble();
  }

  private static INDArray array(double[] numbers, INDArray like) {
    return Nd4j.createFromArray(numbers).castTo(like.dataType()).reshape('c', like.shape());
  }

  /** The action for each element. */
  private interface Visit {
    void visit(int element, int[] offsets, double[] places);
  }

  /** Visits all elements, with the offset of each operand's number. */
  private void each(Visit visit) {
    int[] offsets = new int[inputs.size()];
    double[] places = new double[4];
    int element = 0;
    for (int row = 0; row < grid.rows(); row++) {
      for (int h = 0; h < grid.headsInRow(); h++) {
        for (int c = 0; c < grid.inner(); c++) {
          for (int a = 0; a < offsets.length; a++) {
            OperandLayout l = layouts.get(a);
            int[] shape = inputs.get(a).shape();
            int r = l.row(grid, row) + h * l.rows()[Grid.HEAD] + c * l.rows()[Grid.INNER];
            int k = l.column(grid, row) + h * l.columns()[Grid.HEAD] + c * l.columns()[Grid.INNER];
            offsets[a] = r * shape[shape.length - 1] + k;
          }
          places[Grid.SEQUENCE] = grid.place(row, Grid.SEQUENCE);
          places[Grid.TOKEN] = grid.place(row, Grid.TOKEN);
          places[Grid.HEAD] = grid.place(row, Grid.HEAD) + h;
          places[Grid.INNER] = c;
          if (c < grid.seen(row) || !grid.scores()) {
            visit.visit(element, offsets, places);
          }
          element++;
        }
      }
    }
  }
}
