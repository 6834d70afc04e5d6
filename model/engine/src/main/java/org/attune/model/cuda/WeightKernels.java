package org.attune.model.cuda;

import static org.attune.model.cuda.ScoreKernels.causal;
import static org.attune.model.cuda.ScoreKernels.launch;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
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
    return softmax(at, p.scores(), DeviceBuffer.NONE, p.mask());
  }

  static Kernel selectedSoftmax(SelectedSoftmax p, Operands<DeviceBuffer> at) {
    return softmax(at, p.scores(), at.in(1), Mask.NONE);
  }

  private static Kernel softmax(
      Operands<DeviceBuffer> at, Value scores, DeviceBuffer visible, Mask mask) {
    return new Launches()
        .forward(forward(at, scores, visible, DeviceBuffer.NONE, mask))
        .backward(adjoint(at, at.out(), DeviceBuffer.NONE, scores, mask, Target.of(at.sink(0))));
  }

  static Kernel writtenSoftmax(WrittenSoftmax p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    Value scores = p.scores();
    Launches k =
        new Launches().forward(forward(at, scores, DeviceBuffer.NONE, at.in(1), Mask.CAUSAL));
    if (!at.sink(0).wanted() && !at.sink(1).wanted()) {
      return k;
    }
    DeviceBuffer ds = at.scratch(0, y.elements()).like(y);
    return k.backward(adjoint(at, y, DeviceBuffer.NONE, scores, Mask.CAUSAL, Target.of(ds)))
        .backward(ElementKernels.copy(ds, at.sink(0)))
        .backward( // each key's gradient over the queries of a head, times the writing's slope
            launch(ds, "key_sums")
                .matrices(ds, at.in(1))
                .to(at.sink(1))
                .numbers(scores.size(1), scores.size(2), ds.columns())
                .over(at.in(1)));
  }

  private static Work forward(
      Operands<DeviceBuffer> at,
      Value scores,
      DeviceBuffer visible,
      DeviceBuffer write,
      Mask mask) {
    DeviceBuffer y = at.out();
    return launch(y, "softmax_forward")
        .address(y.lane().scalars().address())
        .matrices(at.in(0), visible, write, y)
        .numbers(scores.size(1), scores.size(2), y.columns(), causal(mask))
        .blocks(y.rows(), y.columns());
  }

  /**
   * A softmax's adjoint.
   *
   * @param weights the softmax's output
   * @param factor a number on the GPU, or none for one
   */
  private static Work adjoint(
      Operands<DeviceBuffer> at,
      DeviceBuffer weights,
      DeviceBuffer factor,
      Value scores,
      Mask mask,
      Target to) {
    return launch(weights, "softmax_backward")
        .address(factor)
        .matrices(weights, at.outGradient())
        .to(to)
        .numbers(scores.size(2), weights.columns(), causal(mask))
        .blocks(weights.rows(), weights.columns());
  }

  static Kernel pointer(Pointer p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer soft = at.keep(y.elements()).like(y);
    DeviceBuffer slope = at.keep(1);
    return new Launches()
        .forward(
            launch(y, "pointer_forward")
                .address(y.lane().scalars().address())
                .number(at.node())
                .number((float) p.warm())
                .number((float) p.cold())
                .matrices(at.in(0), y, soft)
                .address(slope)
                .numbers(at.batch(), p.scores().size(2), y.columns(), causal(p.mask()))
                .blocks(y.rows(), y.columns()))
        .backward(adjoint(at, soft, slope, p.scores(), p.mask(), Target.of(at.sink(0))));
  }

  static Kernel rankedWeights(RankedWeights p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    DeviceBuffer soft = at.keep(y.elements()).like(y);
    return new Launches()
        .forward(
            launch(y, "ranked_forward")
                .number(p.count())
                .matrices(at.in(0), y, soft)
                .numbers(p.scores().size(2), y.columns(), causal(p.mask()))
                .blocks(y.rows(), y.columns()))
        .backward(
            adjoint(at, soft, DeviceBuffer.NONE, p.scores(), p.mask(), Target.of(at.sink(0))));
  }
}
