package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Dropout;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.Sign;

/** Kernels that work number by number, with the copies and sums that adjoints need. */
final class ElementKernels {

  private static final String FILE = "elementwise";

  private ElementKernels() {}

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
    int f = code(p.function());
    return new Launches()
        .forward(launch(x, "apply_forward").number(f).matrices(x, at.out()).overFours(x))
        .backward(
            launch(x, "apply_backward")
                .number(f)
                .matrices(x, at.outGradient())
                .to(at.sink(0))
                .overFours(x));
  }

  static Kernel gated(Gated p, Operands<DeviceBuffer> at) {
    int f = code(p.function());
    DeviceBuffer gate = at.in(0);
    DeviceBuffer x = at.in(1);
    return new Launches()
        .forward(gated(f, gate, x, at.out()))
        .backward(gatedBackward(f, gate, x, at.outGradient(), at.sink(0), at.sink(1)));
  }

  /** {@code y = f(gate) x}. */
  static Work gated(int f, DeviceBuffer gate, DeviceBuffer x, DeviceBuffer y) {
    return launch(y, "gated_forward").number(f).matrices(gate, x, y).overFours(y);
  }

  static Work gatedBackward(
      int f,
      DeviceBuffer gate,
      DeviceBuffer x,
      DeviceBuffer dy,
      Sink<DeviceBuffer> dgate,
      Sink<DeviceBuffer> dx) {
    return launch(x, "gated_backward").number(f).matrices(gate, x, dy).to(dgate, dx).overFours(x);
  }

  /** Sums over each run of {@code width} columns. */
  static Work stretchSums(DeviceBuffer x, DeviceBuffer z, Target to, int width) {
    int stretches = x.columns() / width;
    return launch(x, "stretch_sums")
        .number(1f)
        .matrices(x, z)
        .to(to)
        .numbers(stretches, width)
        .blocks(x.rows() * stretches, width);
  }

  /** {@code to = factor x + shift}. */
  private static Work scaled(double factor, double shift, DeviceBuffer x, Target to) {
    Launch.Builder launch = launch(x, "scale").number((float) factor).number((float) shift);
    return launch.matrix(x).to(to).over(x);
  }

  /** {@code x} as a gradient contribution; none if it is unwanted. */
  static Work copy(DeviceBuffer x, Sink<DeviceBuffer> to) {
    return copy(x, Target.of(to));
  }

  /** {@code to = x}. */
  static Work copy(DeviceBuffer x, Target to) {
    return to.isWanted() ? scaled(1, 0, x, to) : Work.NONE;
  }

  static Kernel scale(Scale p, Operands<DeviceBuffer> at) {
    Launches k = new Launches();
    k.forward(scaled(p.factor(), p.shift(), at.in(0), Target.of(at.out())));
    if (at.sink(0).wanted()) {
      k.backward(scaled(p.factor(), 0, at.outGradient(), Target.of(at.sink(0))));
    }
    return k;
  }

  static Kernel sign(Sign p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    Launch.Builder adjoint = launch(x, "sign_backward").number(Sign.EDGE);
    return new Launches()
        .forward(launch(x, "sign_forward").matrices(x, at.out()).over(x))
        .backward(
            p.surrogate() == Sign.Surrogate.CLIPPED
                ? adjoint.matrices(x, at.outGradient()).to(at.sink(0)).over(x)
                : copy(at.outGradient(), at.sink(0)));
  }

  /** The adjoint draws the dropped elements again instead of keeping them. */
  static Kernel dropout(Dropout p, Operands<DeviceBuffer> at) {
    return new Launches()
        .forward(dropped(p, at, at.in(0), Target.of(at.out())))
        .backward(dropped(p, at, at.outGradient(), Target.of(at.sink(0))));
  }

  private static Work dropped(Dropout p, Operands<DeviceBuffer> at, DeviceBuffer x, Target to) {
    Lane lane = at.out().lane();
    return Launch.of(lane, FILE, "drop")
        .address(lane.scalars().address())
        .number(at.node())
        .number(p.rate())
        .matrix(x)
        .to(to)
        .number(at.batch())
        .over(at.out());
  }
}
