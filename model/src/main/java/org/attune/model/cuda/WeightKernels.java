package org.attune.model.cuda;

import static org.attune.model.cuda.ScoreKernels.causal;
import static org.attune.model.cuda.ScoreKernels.launch;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointer;
import org.attune.model.primitive.RankedWeights;
import org.attune.model.primitive.SelectedSoftmax;
import org.attune.model.primitive.Softmax;
import org.attune.model.primitive.WrittenSoftmax;
import org.attune.model.program.Value;

/** Primitives from scores to weights: one block per row. */
final class WeightKernels {

  private WeightKernels() {}

  static Kernel softmax(Softmax p, Operands<DeviceBuffer> at) {
    Launches k = new Launches().forward(softmax(at, p.scores(), null, null, p.mask()));
    if (at.sink(0).wanted()) {
      k.backward(adjoint(at, at.out(), null, p.scores(), p.mask()).sinkOf(at.sink(0)));
    }
    return k;
  }

  static Kernel selectedSoftmax(SelectedSoftmax p, Operands<DeviceBuffer> at) {
    Launches k = new Launches().forward(softmax(at, p.scores(), at.in(1), null, Mask.NONE));
    if (at.sink(0).wanted()) {
      k.backward(adjoint(at, at.out(), null, p.scores(), Mask.NONE).sinkOf(at.sink(0)));
    }
    return k;
  }

  static Kernel writtenSoftmax(WrittenSoftmax p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    Launches k = new Launches().forward(softmax(at, p.scores(), null, at.in(1), Mask.CAUSAL));
    if (!at.sink(0).wanted() && !at.sink(1).wanted()) {
      return k;
    }
    DeviceBuffer ds = at.scratch(0, y.elements()).at(0, y.rows(), y.columns(), y.columns());
    k.backward(adjoint(at, y, null, p.scores(), Mask.CAUSAL).put(ds));
    if (at.sink(0).wanted()) {
      k.backward(Elementwise.copy(ds, at.sink(0)));
    }
    if (at.sink(1).wanted()) {
      int heads = p.scores().size(1);
      k.backward(ScoreKernels.keySums(ds, at.in(1), at.sink(1), heads, p.scores().size(2)));
    }
    return k;
  }

  private static Work softmax(
      Operands<DeviceBuffer> at,
      Value scores,
      DeviceBuffer visible,
      DeviceBuffer write,
      Mask mask) {
    DeviceBuffer y = at.out();
    return launch(y, "softmax_forward")
        .address(y.lane().scalars().address())
        .matrix(at.in(0))
        .matrix(visible)
        .matrix(write)
        .matrix(y)
        .number(scores.size(1))
        .number(scores.size(2))
        .number(y.columns())
        .number(causal(mask))
        .blocks(y.rows(), y.columns());
  }

  /** A softmax's adjoint without its destination. */
  private record Adjoint(Launch.Builder launch, DeviceBuffer weights, Value scores, Mask mask) {

    Work sinkOf(Sink<DeviceBuffer> sink) {
      return end(launch.sink(sink));
    }

    Work put(DeviceBuffer to) {
      return end(launch.put(to));
    }

    private Work end(Launch.Builder with) {
      return with.number(scores.size(2))
          .number(weights.columns())
          .number(causal(mask))
          .blocks(weights.rows(), weights.columns());
    }
  }

  /**
   * @param weights the softmax's output
   * @param factor a number on the GPU, or null for one
   */
  private static Adjoint adjoint(
      Operands<DeviceBuffer> at,
      DeviceBuffer weights,
      DeviceBuffer factor,
      Value scores,
      Mask mask) {
    Launch.Builder launch =
        launch(weights, "softmax_backward")
            .address(factor)
            .matrix(weights)
            .matrix(at.outGradient());
    return new Adjoint(launch, weights, scores, mask);
  }

  static Kernel pointer(Pointer p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer soft = at.keep(y.elements()).at(0, y.rows(), y.columns(), y.columns());
    DeviceBuffer slope = at.keep(1);
    Launches k = new Launches();
    k.forward(
        launch(y, "pointer_forward")
            .address(y.lane().scalars().address())
            .number(at.node())
            .number((float) p.warm())
            .number((float) p.cold())
            .matrix(at.in(0))
            .matrix(y)
            .matrix(soft)
            .address(slope)
            .number(at.batch())
            .number(p.scores().size(2))
            .number(y.columns())
            .number(causal(p.mask()))
            .blocks(y.rows(), y.columns()));
    if (at.sink(0).wanted()) {
      k.backward(adjoint(at, soft, slope, p.scores(), p.mask()).sinkOf(at.sink(0)));
    }
    return k;
  }

  static Kernel rankedWeights(RankedWeights p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer soft = at.keep(y.elements()).at(0, y.rows(), y.columns(), y.columns());
    Launches k = new Launches();
    k.forward(
        launch(y, "ranked_forward")
            .number(p.count())
            .matrix(at.in(0))
            .matrix(y)
            .matrix(soft)
            .number(p.scores().size(2))
            .number(y.columns())
            .number(causal(p.mask()))
            .blocks(y.rows(), y.columns()));
    if (at.sink(0).wanted()) {
      k.backward(adjoint(at, soft, null, p.scores(), p.mask()).sinkOf(at.sink(0)));
    }
    return k;
  }
}
