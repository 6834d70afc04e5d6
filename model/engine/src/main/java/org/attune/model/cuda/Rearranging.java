package org.attune.model.cuda;

import static org.attune.model.cuda.ElementKernels.launch;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Beside;
import org.attune.model.primitive.HeadMean;
import org.attune.model.primitive.HeadQuotient;
import org.attune.model.primitive.HeadRepeat;
import org.attune.model.primitive.Regroup;
import org.attune.model.primitive.Rope;
import org.attune.model.primitive.RowMean;
import org.attune.model.primitive.RowRange;
import org.attune.model.primitive.RowRepeat;
import org.attune.model.primitive.Shift;
import org.attune.model.primitive.Stack;
import org.attune.model.primitive.TaylorFeatures;
import org.attune.model.primitive.Unstack;
import org.attune.model.program.Value;

/** Primitives that move, rotate, repeat and average rows, columns and heads. */
final class Rearranging {

  private Rearranging() {}

  // ---- rows

  static Kernel shift(Shift p, Operands<DeviceBuffer> at) {
    return moved(at, at.in(0).rows() / at.batch(), 0, p.offset(), p.first());
  }

  static Kernel rowRange(RowRange p, Operands<DeviceBuffer> at) {
    return moved(at, p.to() - p.from(), p.from(), 0, 0);
  }

  /**
   * Takes rows of sequences from other positions.
   *
   * @param length rows of an output sequence
   * @param from the input row that becomes the first output row
   * @param later rows by which the columns from {@code first} on move later
   */
  private static Kernel moved(
      Operands<DeviceBuffer> at, int length, int from, int later, int first) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    int before = x.rows() / at.batch();
    return new Launches()
        .forward(
            launch(x, "move_rows")
                .matrix(x)
                .number(before)
                .put(y)
                .numbers(length, from - later, first)
                .over(y))
        .backward(
            launch(x, "move_rows")
                .matrix(at.outGradient())
                .number(length)
                .to(at.sink(0))
                .numbers(before, later - from, first)
                .over(x));
  }

  static Kernel regroup(Regroup p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    return new Launches()
        .forward(launch(x, "regroup").matrix(x).number(x.columns()).put(y).over(y))
        .backward(launch(x, "regroup").matrix(dy).number(y.columns()).to(at.sink(0)).over(x));
  }

  static Kernel rowMean(RowMean p, Operands<DeviceBuffer> at) {
    int length = at.in(0).rows() / at.batch();
    return resized(at, 1f / length, "sum_rows", "repeat_rows", length);
  }

  static Kernel rowRepeat(RowRepeat p, Operands<DeviceBuffer> at) {
    return resized(at, 1, "repeat_rows", "sum_rows", p.times());
  }

  /** Repeats or sums rows or columns by one kernel, and does the contrary in the adjoint. */
  private static Kernel resized(
      Operands<DeviceBuffer> at, float factor, String forward, String backward, int times) {
    Target y = Target.of(at.out());
    return new Launches()
        .forward(resized(forward, factor, at.in(0), y, at.out(), times))
        .backward(
            resized(backward, factor, at.outGradient(), Target.of(at.sink(0)), at.in(0), times));
  }

  /** Runs a kernel of {@code float factor, IN(x), SINK(to)} and numbers, over a shape. */
  static Work resized(
      String kernel, float factor, DeviceBuffer x, Target to, DeviceBuffer over, int... numbers) {
    Launch.Builder launch = launch(over, kernel).number(factor).matrix(x);
    return launch.to(to).numbers(numbers).over(over);
  }

  // ---- columns

  static Kernel beside(Beside p, Operands<DeviceBuffer> at) {
    Launches k = new Launches();
    int from = 0;
    for (int a = 0; a < p.parts().size(); a++) {
      int columns = at.in(a).columns();
      k.forward(ElementKernels.copy(at.in(a), Target.of(at.out().columns(from, columns))));
      if (at.sink(a).wanted()) {
        k.backward(ElementKernels.copy(at.outGradient().columns(from, columns), at.sink(a)));
      }
      from += columns;
    }
    return k;
  }

  static Kernel rope(Rope p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int length = x.rows() / at.batch();
    int width = x.columns() / p.heads();
    DeviceBuffer table = turns(length, width, p.base(), at);
    return new Launches()
        .forward(turned(1, x, table, Target.of(at.out()), length, width))
        .backward(turned(-1, at.outGradient(), table, Target.of(at.sink(0)), length, width));
  }

  private static Work turned(
      float direction, DeviceBuffer x, DeviceBuffer table, Target to, int length, int width) {
    return launch(table, "turn")
        .number(direction)
        .matrices(x, table)
        .to(to)
        .numbers(length, width)
        .over(to.buffer());
  }

  /** The cosines and sines of each place's angles: (length, width), cosines first. */
  static DeviceBuffer turns(int length, int width, double base, Operands<DeviceBuffer> at) {
    int half = width / 2;
    float[] turns = new float[length * width];
    for (int t = 0; t < length; t++) {
      for (int i = 0; i < half; i++) {
        double angle = Rope.angle(t, i, width, base);
        turns[t * width + i] = (float) Math.cos(angle);
        turns[t * width + half + i] = (float) Math.sin(angle);
      }
    }
    DeviceBuffer table = at.keep(turns.length).shaped(length, width);
    table.upload(turns);
    return table;
  }

  // ---- heads

  static Kernel headRepeat(HeadRepeat p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Target dx = Target.of(at.sink(0));
    int width = x.columns() / p.groups();
    return new Launches()
        .forward(resized("repeat_heads", 1, x, Target.of(y), y, width, p.times()))
        .backward(resized("repeat_heads", 1, at.outGradient(), dx, x, width, -p.times()));
  }

  static Kernel taylorFeatures(TaylorFeatures p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int width = x.columns() / p.heads();
    int count = TaylorFeatures.count(width);
    float root = (float) Math.sqrt(p.scale());
    return new Launches()
        .forward(
            launch(x, "taylor_features")
                .matrices(x, at.out())
                .number(root)
                .numbers(width, count)
                .over(at.out()))
        .backward(
            launch(x, "taylor_features_back")
                .matrices(x, at.outGradient())
                .to(at.sink(0))
                .number(root)
                .numbers(width, count)
                .over(x));
  }

  static Kernel headQuotient(HeadQuotient p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    int width = y.columns() / p.heads();
    float epsilon = (float) p.epsilon();
    return new Launches()
        .forward(launch(x, "head_quotient").matrices(x, y).number(epsilon).number(width).over(y))
        .backward(
            launch(x, "head_quotient_back")
                .matrices(x, y, at.outGradient())
                .to(at.sink(0))
                .number(epsilon)
                .number(width)
                .over(x));
  }

  /** In the adjoint every head gets an equal share: one group of y's width, repeated. */
  static Kernel headMean(HeadMean p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Target dx = Target.of(at.sink(0));
    float share = 1f / p.heads();
    return new Launches()
        .forward(launch(x, "mean_heads").matrix(x).put(y).number(p.heads()).over(y))
        .backward(resized("repeat_heads", share, at.outGradient(), dx, x, y.columns(), p.heads()));
  }

  // ---- stacks

  static Kernel stack(Stack p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int length = x.rows() / at.batch();
    return restacked(at, "to_stack", "from_stack", p.heads(), length, x.columns() / p.heads());
  }

  static Kernel unstack(Unstack p, Operands<DeviceBuffer> at) {
    Value x = p.x();
    return restacked(at, "from_stack", "to_stack", x.size(1), x.size(2), x.size(3));
  }

  private static Kernel restacked(
      Operands<DeviceBuffer> at, String forward, String backward, int... sizes) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    DeviceBuffer dy = at.outGradient();
    return new Launches()
        .forward(launch(x, forward).matrix(x).put(y).numbers(sizes).over(y))
        .backward(launch(x, backward).matrix(dy).to(at.sink(0)).numbers(sizes).over(x));
  }
}
