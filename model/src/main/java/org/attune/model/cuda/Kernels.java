package org.attune.model.cuda;

import java.util.Arrays;
import org.attune.model.engine.KernelTable;
import org.attune.model.primitive.Add;
import org.attune.model.primitive.AddPositions;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Beside;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.CrossEntropy;
import org.attune.model.primitive.DistanceBias;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Gather;
import org.attune.model.primitive.HeadDifference;
import org.attune.model.primitive.HeadMean;
import org.attune.model.primitive.HeadMixing;
import org.attune.model.primitive.HeadRepeat;
import org.attune.model.primitive.HeadScale;
import org.attune.model.primitive.HeadwiseMatmul;
import org.attune.model.primitive.KeyBias;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.Mix;
import org.attune.model.primitive.Multiply;
import org.attune.model.primitive.Pointer;
import org.attune.model.primitive.RankedWeights;
import org.attune.model.primitive.Residual;
import org.attune.model.primitive.RidgeQueries;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.primitive.Rope;
import org.attune.model.primitive.RowMean;
import org.attune.model.primitive.RowRange;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.ScoreConvolution;
import org.attune.model.primitive.ScoreGate;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.SelectedSoftmax;
import org.attune.model.primitive.Shift;
import org.attune.model.primitive.ShiftColumns;
import org.attune.model.primitive.Sign;
import org.attune.model.primitive.Softmax;
import org.attune.model.primitive.SquaredError;
import org.attune.model.primitive.Stack;
import org.attune.model.primitive.Transposed;
import org.attune.model.primitive.Unstack;
import org.attune.model.primitive.Visible;
import org.attune.model.primitive.WeightedTotal;
import org.attune.model.primitive.WrittenSoftmax;
import org.attune.model.program.Value;

/** Which primitives have a kernel on a card, a line each; formulas stand in for the rest. */
final class Kernels {

  static final KernelTable<DeviceBuffer> TABLE =
      new KernelTable<DeviceBuffer>()
          .with(Add.class, p -> spreads(p.a(), p.b()), Elementwise::add)
          .with(AddPositions.class, Elementwise::addPositions)
          .with(Apply.class, Elementwise::apply)
          .with(Beside.class, Rearranging::beside)
          .with(
              CausalAttention.class,
              p -> p.q().columns() / p.heads() <= FusedAttention.WIDEST,
              FusedAttention::causal)
          .with(CrossEntropy.class, Losses::crossEntropy)
          .with(DistanceBias.class, ScoreKernels::distanceBias)
          .with(Gated.class, Elementwise::gated)
          .with(Gather.class, Losses::gather)
          .with(HeadDifference.class, ScoreKernels::headDifference)
          .with(HeadMean.class, Rearranging::headMean)
          .with(HeadMixing.class, ScoreKernels::headMixing)
          .with(HeadRepeat.class, Rearranging::headRepeat)
          .with(HeadScale.class, Rearranging::headScale)
          .with(HeadwiseMatmul.class, Products::headwise)
          .with(KeyBias.class, ScoreKernels::keyBias)
          .with(LinearAttention.class, Products::linearAttention)
          .with(Matmul.class, Products::matmul)
          .with(Mix.class, Products::mix)
          .with(Multiply.class, p -> spreads(p.a(), p.b()), Elementwise::multiply)
          .with(Pointer.class, p -> p.forward() == Pointer.Forward.HARD, WeightKernels::pointer)
          .with(
              RankedWeights.class,
              p -> p.forward() == Pointer.Forward.HARD,
              WeightKernels::rankedWeights)
          .with(Residual.class, Products::residual)
          .with(
              RidgeQueries.class,
              p -> p.mask() == Mask.CAUSAL && p.k().columns() / p.heads() <= RidgeKernels.WIDEST,
              RidgeKernels::causal)
          .with(RmsNorm.class, Norms::rms)
          .with(Rope.class, Rearranging::rope)
          .with(RowMean.class, Rearranging::rowMean)
          .with(RowRange.class, Rearranging::rowRange)
          .with(Scale.class, Elementwise::scale)
          .with(ScoreConvolution.class, ScoreKernels::convolution)
          .with(ScoreGate.class, WeightKernels::scoreGate)
          .with(Scores.class, Products::scores)
          .with(SelectedSoftmax.class, WeightKernels::selectedSoftmax)
          .with(Shift.class, Rearranging::shift)
          .with(ShiftColumns.class, Rearranging::shiftColumns)
          .with(Sign.class, Elementwise::sign)
          .with(Softmax.class, WeightKernels::softmax)
          .with(SquaredError.class, Losses::squaredError)
          .with(Stack.class, Rearranging::stack)
          .with(Transposed.class, Rearranging::transposed)
          .with(Unstack.class, Rearranging::unstack)
          .with(Visible.class, ScoreKernels::visible)
          .with(WeightedTotal.class, Losses::weightedTotal)
          .with(WrittenSoftmax.class, WeightKernels::writtenSoftmax);

  private Kernels() {}

  /** Whether b is of a's shape, or a row, a column or a number for a matrix. */
  private static boolean spreads(Value a, Value b) {
    return Arrays.equals(a.shape(), b.shape()) || b.shape().length == 2;
  }
}
