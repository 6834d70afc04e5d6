package org.attune.model.cuda;

import java.util.function.UnaryOperator;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Dropout;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.Sign;

/** Elementwise primitives, with the copies and sums that their adjoints need. */
final class Elementwise {

  private static final String FILE = "elementwise";

  private Elementwise() {}

  /** A function's number in the CUDA source, which lists functions in this order. */
  static int code(Pointwise f) {
    return switch (f) {
      case IDENTITY -> 0;
      case SIGMOID -> 1;
      case SILU -> 2;
      case RELU -> 3;
      case LEAKY_RELU -> 4;
      case GELU -> 5;
      case TANH -> 6;
      case HALF_SIGMOID -> 7;
      case EXP -> 8;
      case SOFTPLUS -> 9;
    };
  }

  static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  static Kernel apply(Apply p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(launch(x, "apply_forward").number(code(p.function())).matrix(x).matrix(y).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(x, "apply_backward")
              .number(code(p.function()))
              .matrix(x)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .over(y));
    }
    return k;
  }

  static Kernel gated(Gated p, Operands<DeviceBuffer> at) {
    int f = code(p.function());
    Launches k = new Launches().forward(gated(f, at.in(0), at.in(1), at.out()));
    if (at.sink(0).wanted() || at.sink(1).wanted()) {
      k.backward(gatedBackward(f, at.in(0), at.in(1), at.outGradient(), at.sink(0), at.sink(1)));
    }
    return k;
  }

  /** {@code y = f(gate) x}. */
  static Work gated(int f, DeviceBuffer gate, DeviceBuffer x, DeviceBuffer y) {
    return launch(y, "gated_forward").number(f).matrix(gate).matrix(x).matrix(y).over(y);
  }

  static Work gatedBackward(
      int f,
      DeviceBuffer gate,
      DeviceBuffer x,
      DeviceBuffer dy,
      Sink<DeviceBuffer> dgate,
      Sink<DeviceBuffer> dx) {
    return launch(dy, "gated_backward")
        .number(f)
        .matrix(gate)
        .matrix(x)
        .matrix(dy)
        .sink(dgate)
        .sink(dx)
        .over(dy);
  }

  /** Sums over each run of {@code width} columns. */
  static Work stretchSums(
      DeviceBuffer x, DeviceBuffer z, UnaryOperator<Launch.Builder> to, int width) {
    int stretches = x.columns() / width;
    return to.apply(launch(x, "stretch_sums").number(1f).matrix(x).matrix(z))
        .number(stretches)
        .number(width)
        .blocks(x.rows() * stretches, width);
  }

  /** {@code factor x} as a gradient contribution. */
  static Work copy(double factor, DeviceBuffer x, Sink<DeviceBuffer> to) {
    return launch(x, "scale").number((float) factor).number(0f).matrix(x).sink(to).over(x);
  }

  static Work copy(DeviceBuffer x, Sink<DeviceBuffer> to) {
    return copy(1, x, to);
  }

  /** {@code y = x}. */
  static Work put(DeviceBuffer x, DeviceBuffer y) {
    return launch(y, "scale").number(1f).number(0f).matrix(x).put(y).over(y);
  }

  static Kernel scale(Scale p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(
        launch(y, "scale")
            .number((float) p.factor())
            .number((float) p.shift())
            .matrix(at.in(0))
            .put(y)
            .over(y));
    if (at.sink(0).wanted()) {
      k.backward(copy(p.factor(), at.outGradient(), at.sink(0)));
    }
    return k;
  }

  static Kernel sign(Sign p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer y = at.out();
    Launches k = new Launches().forward(launch(y, "sign_forward").matrix(x).matrix(y).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          p.surrogate() == Sign.Surrogate.CLIPPED
              ? launch(y, "sign_backward")
                  .number(Sign.EDGE)
                  .matrix(x)
                  .matrix(at.outGradient())
                  .sink(at.sink(0))
                  .over(y)
              : copy(at.outGradient(), at.sink(0)));
    }
    return k;
  }

  /** The adjoint draws the dropped elements again instead of keeping them. */
  static Kernel dropout(Dropout p, Operands<DeviceBuffer> at) {
    Launches k = new Launches();
    k.forward(dropped(p, at, at.in(0)).put(at.out()).number(at.batch()).over(at.out()));
    if (at.sink(0).wanted()) {
      k.backward(
          dropped(p, at, at.outGradient()).sink(at.sink(0)).number(at.batch()).over(at.out()));
    }
    return k;
  }

  private static Launch.Builder dropped(Dropout p, Operands<DeviceBuffer> at, DeviceBuffer x) {
    return launch(x, "drop")
        .address(x.lane().scalars().address())
        .number(at.node())
        .number(p.rate())
        .matrix(x);
  }
}
