package org.attune.model.cuda;

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
import org.attune.model.primitive.Shift;
import org.attune.model.primitive.Stack;
import org.attune.model.primitive.TaylorFeatures;
import org.attune.model.primitive.Unstack;

/** Primitives that move, rotate, repeat and average rows, columns and heads. */
final class Rearranging {

  private Rearranging() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Elementwise.launch(on, name);
  }

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
    Launches k = new Launches();
    k.forward(
        launch(x, "move_rows")
            .matrix(x)
            .number(before)
            .put(y)
            .number(length)
            .number(from - later)
            .number(first)
            .over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "move_rows")
              .matrix(at.outGradient())
              .number(length)
              .sink(at.sink(0))
              .number(before)
              .number(later - from)
              .number(first)
              .over(x));
    }
    return k;
  }

  static Kernel regroup(Regroup p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(launch(x, "regroup").matrix(x).number(x.columns()).put(y).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "regroup")
              .matrix(at.outGradient())
              .number(y.columns())
              .sink(at.sink(0))
              .over(x));
    }
    return k;
  }

  static Kernel rowMean(RowMean p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    int length = x.rows() / at.batch();
    Launches k = new Launches();
    k.forward(launch(x, "sum_rows").number(1f / length).matrix(x).put(y).number(length).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "repeat_rows")
              .number(1f / length)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(length)
              .over(x));
    }
    return k;
  }

  // ---- columns

  static Kernel beside(Beside p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    int from = 0;
    for (int a = 0; a < p.parts().size(); a++) {
      DeviceBuffer part = at.in(a);
      int columns = part.columns();
      k.forward(
          launch(y, "scale")
              .number(1f)
              .number(0f)
              .matrix(part)
              .put(y.at(from, y.rows(), columns, y.stride()))
              .over(part));
      if (at.sink(a).wanted()) {
        DeviceBuffer dy = at.outGradient();
        k.backward(Elementwise.copy(dy.at(from, dy.rows(), columns, dy.stride()), at.sink(a)));
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
    Launches k = new Launches();
    k.forward(
        launch(x, "turn")
            .number(1f)
            .matrix(x)
            .matrix(table)
            .put(at.out())
            .number(length)
            .number(width)
            .over(x));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "turn")
              .number(-1f)
              .matrix(at.outGradient())
              .matrix(table)
              .sink(at.sink(0))
              .number(length)
              .number(width)
              .over(x));
    }
    return k;
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
    DeviceBuffer table = at.keep(turns.length).at(0, length, width, width);
    table.upload(turns);
    return table;
  }

  // ---- heads

  static Kernel headRepeat(HeadRepeat p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int width = x.columns() / p.groups();
    Launches k = new Launches();
    k.forward(
        launch(x, "repeat_heads")
            .number(1f)
            .matrix(x)
            .put(at.out())
            .number(width)
            .number(p.times())
            .over(at.out()));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "repeat_heads")
              .number(1f)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(width)
              .number(-p.times())
              .over(x));
    }
    return k;
  }

  static Kernel taylorFeatures(TaylorFeatures p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int width = x.columns() / p.heads();
    int count = TaylorFeatures.count(width);
    float root = (float) Math.sqrt(p.scale());
    Launches k = new Launches();
    k.forward(
        launch(x, "taylor_features")
            .matrix(x)
            .matrix(at.out())
            .number(root)
            .number(width)
            .number(count)
            .over(at.out()));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "taylor_features_back")
              .matrix(x)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(root)
              .number(width)
              .number(count)
              .over(x));
    }
    return k;
  }

  static Kernel headQuotient(HeadQuotient p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    int width = y.columns() / p.heads();
    float epsilon = (float) p.epsilon();
    Launches k = new Launches();
    k.forward(launch(x, "head_quotient").matrix(x).matrix(y).number(epsilon).number(width).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "head_quotient_back")
              .matrix(x)
              .matrix(y)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(epsilon)
              .number(width)
              .over(x));
    }
    return k;
  }

  static Kernel headMean(HeadMean p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(launch(x, "mean_heads").matrix(x).put(y).number(p.heads()).over(y));
    if (at.sink(0).wanted()) {
      k.backward( // every head gets an equal share: one group of y's width, repeated
          launch(x, "repeat_heads")
              .number(1f / p.heads())
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(y.columns())
              .number(p.heads())
              .over(x));
    }
    return k;
  }

  // ---- stacks

  static Kernel stack(Stack p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int length = x.rows() / at.batch();
    int width = x.columns() / p.heads();
    Launches k = new Launches();
    k.forward(
        heads(launch(x, "to_stack").matrix(x).put(at.out()), p.heads(), length, width, at.out()));
    if (at.sink(0).wanted()) {
      k.backward(
          heads(
              launch(x, "from_stack").matrix(at.outGradient()).sink(at.sink(0)),
              p.heads(),
              length,
              width,
              x));
    }
    return k;
  }

  static Kernel unstack(Unstack p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int heads = p.x().size(1);
    int length = p.x().size(2);
    int width = p.x().size(3);
    Launches k = new Launches();
    k.forward(
        heads(launch(x, "from_stack").matrix(x).put(at.out()), heads, length, width, at.out()));
    if (at.sink(0).wanted()) {
      k.backward(
          heads(
              launch(x, "to_stack").matrix(at.outGradient()).sink(at.sink(0)),
              heads,
              length,
              width,
              x));
    }
    return k;
  }

  private static Work heads(
      Launch.Builder launch, int heads, int length, int width, DeviceBuffer over) {
    return launch.number(heads).number(length).number(width).over(over);
  }
}
