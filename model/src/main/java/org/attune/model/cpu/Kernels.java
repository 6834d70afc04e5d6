package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.KernelTable;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Add;
import org.attune.model.primitive.AddPositions;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.CrossEntropy;
import org.attune.model.primitive.DistanceBias;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Gather;
import org.attune.model.primitive.HeadDifference;
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
import org.attune.model.primitive.Ridge;
import org.attune.model.primitive.RidgeQueries;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.primitive.Rope;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.ScoreConvolution;
import org.attune.model.primitive.ScoreGate;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.SelectedSoftmax;
import org.attune.model.primitive.Shift;
import org.attune.model.primitive.ShiftColumns;
import org.attune.model.primitive.Sign;
import org.attune.model.primitive.Softmax;
import org.attune.model.primitive.WrittenSoftmax;
import org.attune.model.program.Value;

/** Which primitives have a kernel on the processor, a line each; formulas stand in for the rest. */
final class Kernels {

  private Kernels() {}

  static KernelTable<Floats> table() {
    return new KernelTable<Floats>()
        .with(Add.class, p -> sameShape(p.a(), p.b()) || isRow(p.b()), AddKernel::new)
        .with(AddPositions.class, AddPositionsKernel::new)
        .with(Apply.class, p -> Functions.supports(p.function()), ApplyKernel::new)
        .with(CausalAttention.class, CausalAttentionKernel::new)
        .with(CrossEntropy.class, CrossEntropyKernel::new)
        .with(DistanceBias.class, DistanceBiasKernel::new)
        .with(Gated.class, p -> Functions.supports(p.function()), GatedKernel::new)
        .with(Gather.class, GatherKernel::new)
        .with(HeadDifference.class, HeadDifferenceKernel::new)
        .with(HeadMixing.class, HeadMixingKernel::new)
        .with(HeadRepeat.class, HeadRepeatKernel::new)
        .with(HeadScale.class, HeadScaleKernel::new)
        .with(HeadwiseMatmul.class, HeadwiseMatmulKernel::new)
        .with(KeyBias.class, KeyBiasKernel::new)
        .with(LinearAttention.class, p -> p.mask() == Mask.CAUSAL, CausalLinearAttentionKernel::new)
        .with(Matmul.class, MatmulKernel::new)
        .with(Mix.class, MixKernel::new)
        .with(Multiply.class, p -> sameShape(p.a(), p.b()) || isRow(p.b()), Kernels::multiply)
        .with(Pointer.class, p -> p.forward() == Pointer.Forward.HARD, PointerKernel::new)
        .with(
            RankedWeights.class, p -> p.forward() == Pointer.Forward.HARD, RankedWeightsKernel::new)
        .with(Residual.class, ResidualKernel::new)
        .with(Ridge.class, p -> !p.lambda().isZero(), RidgeKernel::new)
        .with(RidgeQueries.class, p -> p.mask() == Mask.CAUSAL, CausalRidgeQueriesKernel::new)
        .with(RmsNorm.class, RmsNormKernel::new)
        .with(Rope.class, RopeKernel::new)
        .with(Scale.class, ScaleKernel::new)
        .with(ScoreConvolution.class, ScoreConvolutionKernel::new)
        .with(ScoreGate.class, p -> ScoreGateKernel.supports(p.function()), ScoreGateKernel::new)
        .with(Scores.class, ScoresKernel::new)
        .with(SelectedSoftmax.class, SoftmaxKernel::selected)
        .with(Shift.class, ShiftColumnsKernel::rows)
        .with(ShiftColumns.class, ShiftColumnsKernel::columns)
        .with(Sign.class, SignKernel::new)
        .with(Softmax.class, SoftmaxKernel::masked)
        .with(WrittenSoftmax.class, WrittenSoftmaxKernel::new);
  }

  private static Kernel multiply(Multiply primitive, Operands<Floats> at) {
    return sameShape(primitive.a(), primitive.b())
        ? new MultiplyKernel(primitive, at)
        : new RowProductKernel(primitive, at);
  }

  private static boolean sameShape(Value a, Value b) {
    return Arrays.equals(a.shape(), b.shape());
  }

  /** Whether a value is one row for all, or one number. */
  private static boolean isRow(Value value) {
    return value.shape().length == 2 && value.rows() == 1;
  }
}
