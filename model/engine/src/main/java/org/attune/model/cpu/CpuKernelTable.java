package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.KernelTable;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.AdaptedParameters;
import org.attune.model.primitive.Add;
import org.attune.model.primitive.Along;
import org.attune.model.primitive.Apply;
import org.attune.model.primitive.Beside;
import org.attune.model.primitive.CausalAttention;
import org.attune.model.primitive.ChannelNorm;
import org.attune.model.primitive.CrossEntropy;
import org.attune.model.primitive.Dropout;
import org.attune.model.primitive.EverySequence;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.Gather;
import org.attune.model.primitive.GaussianScores;
import org.attune.model.primitive.HeadDifference;
import org.attune.model.primitive.HeadMean;
import org.attune.model.primitive.HeadMixing;
import org.attune.model.primitive.HeadQuotient;
import org.attune.model.primitive.HeadRepeat;
import org.attune.model.primitive.HeadwiseMatmul;
import org.attune.model.primitive.KeySelection;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.primitive.LogDeterminant;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.MaxPool;
import org.attune.model.primitive.Mix;
import org.attune.model.primitive.Multipliers;
import org.attune.model.primitive.Multiply;
import org.attune.model.primitive.Patches;
import org.attune.model.primitive.Pointer;
import org.attune.model.primitive.PseudoInverse;
import org.attune.model.primitive.RankedWeights;
import org.attune.model.primitive.Recurrence;
import org.attune.model.primitive.Regroup;
import org.attune.model.primitive.Residual;
import org.attune.model.primitive.Ridge;
import org.attune.model.primitive.RidgeQueries;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.primitive.Rope;
import org.attune.model.primitive.RowMean;
import org.attune.model.primitive.RowRange;
import org.attune.model.primitive.RowRepeat;
import org.attune.model.primitive.Scale;
import org.attune.model.primitive.ScoreConvolution;
import org.attune.model.primitive.Scores;
import org.attune.model.primitive.SelectedSoftmax;
import org.attune.model.primitive.Shares;
import org.attune.model.primitive.Shift;
import org.attune.model.primitive.Sign;
import org.attune.model.primitive.Softmax;
import org.attune.model.primitive.SolveRight;
import org.attune.model.primitive.Stack;
import org.attune.model.primitive.StackProduct;
import org.attune.model.primitive.Standardise;
import org.attune.model.primitive.StateRecurrence;
import org.attune.model.primitive.StrongMessages;
import org.attune.model.primitive.TaylorFeatures;
import org.attune.model.primitive.Unstack;
import org.attune.model.primitive.WeightedTotal;
import org.attune.model.primitive.WrittenSoftmax;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.program.Value;

/**
 * The primitives that have a kernel on the CPU, in alphabetical order. Those listed with a
 * condition have one only if they meet it. For all others the engine runs the formula.
 */
final class CpuKernelTable {

  private CpuKernelTable() {}

  static KernelTable<Floats> table() {
    return new KernelTable<Floats>()
        .with(AdaptedParameters.class, AdaptedParametersKernel::new)
        .with(Add.class, CpuKernelTable::add)
        .with(Along.class, AlongKernel::new)
        .with(Apply.class, ActivationKernel::apply)
        .with(Beside.class, Rearranged::beside)
        .with(CausalAttention.class, CpuKernelTable::causal)
        .with(ChannelNorm.class, ChannelNormKernel::new)
        .with(CrossEntropy.class, CrossEntropyKernel::new)
        .with(Dropout.class, DropoutKernel::new)
        .with(Elementwise.class, ElementwiseKernel::new)
        .with(EverySequence.class, Rearranged::everySequence)
        .with(Gated.class, ActivationKernel::gated)
        .with(Gather.class, GatherKernel::new)
        .with(GaussianScores.class, GaussianScoresKernel::new)
        .with(HeadDifference.class, HeadDifferenceKernel::new)
        .with(HeadMean.class, Rearranged::headMean)
        .with(HeadMixing.class, HeadMixingKernel::new)
        .with(HeadQuotient.class, HeadQuotientKernel::new)
        .with(HeadRepeat.class, Rearranged::headRepeat)
        .with(HeadwiseMatmul.class, HeadwiseMatmulKernel::new)
        .with(KeySelection.class, KeySelectionKernel::new)
        .with(LinearAttention.class, CpuKernelTable::linear)
        .with(LogDeterminant.class, LogDeterminantKernel::new)
        .with(Matmul.class, ProductKernel::matmul)
        .with(MaxPool.class, MaxPoolKernel::new)
        .with(Mix.class, HeadProductKernel::mix)
        .with(Multipliers.class, MultipliersKernel::new)
        .with(Multiply.class, CpuKernelTable::multiply)
        .with(Patches.class, PatchesKernel::new)
        .with(Pointer.class, p -> p.forward() == Pointer.Forward.HARD, PointerKernel::new)
        .with(PseudoInverse.class, PseudoInverseKernel::new)
        .with(
            RankedWeights.class, p -> p.forward() == Pointer.Forward.HARD, RankedWeightsKernel::new)
        .with(Recurrence.class, RecurrenceKernel::new)
        .with(Regroup.class, RegroupKernel::new)
        .with(Residual.class, ProductKernel::residual)
        .with(Ridge.class, RidgeKernel::new)
        .with(RidgeQueries.class, CpuKernelTable::ridgeQueries)
        .with(RmsNorm.class, RmsNormKernel::new)
        .with(Rope.class, RopeKernel::new)
        .with(RowMean.class, Rearranged::rowMean)
        .with(RowRange.class, Rearranged::rowRange)
        .with(RowRepeat.class, Rearranged::rowRepeat)
        .with(Scale.class, ScaleKernel::new)
        .with(ScoreConvolution.class, ScoreConvolutionKernel::new)
        .with(Scores.class, HeadProductKernel::scores)
        .with(SelectedSoftmax.class, SoftmaxKernel::selected)
        .with(Shares.class, SharesKernel::new)
        .with(Shift.class, ShiftKernel::new)
        .with(Sign.class, SignKernel::new)
        .with(Softmax.class, SoftmaxKernel::masked)
        .with(SolveRight.class, SolveRightKernel::of)
        .with(Stack.class, Rearranged::stack)
        .with(
            StackProduct.class,
            p -> !(p.aTransposed() && p.bTransposed()),
            HeadProductKernel::stacks)
        .with(Standardise.class, StandardiseKernel::new)
        .with(StateRecurrence.class, StateRecurrenceKernel::new)
        .with(StrongMessages.class, StrongMessagesKernel::new)
        .with(TaylorFeatures.class, TaylorFeaturesKernel::new)
        .with(Unstack.class, Rearranged::unstack)
        .with(WeightedTotal.class, WeightedTotalKernel::new)
        .with(WrittenSoftmax.class, WrittenSoftmaxKernel::new);
  }

  private static Kernel add(Add p, Operands<Floats> at) {
    return sameShape(p.a(), p.b()) || isRow(p.b())
        ? new AddKernel(p, at)
        : BroadcastKernel.sum(p, at);
  }

  private static Kernel multiply(Multiply p, Operands<Floats> at) {
    if (sameShape(p.a(), p.b())) {
      return new MultiplyKernel(p, at);
    }
    return isRow(p.b()) ? new RowProductKernel(p, at) : BroadcastKernel.product(p, at);
  }

  /** Over long sequences the kernel keeps the output for the adjoint, otherwise the weights. */
  private static Kernel causal(CausalAttention p, Operands<Floats> at) {
    return p.keepsOutput()
        ? new LongCausalAttention(p, at)
        : new CausalAttentionKernel(p, at, true);
  }

  private static Kernel linear(LinearAttention p, Operands<Floats> at) {
    return p.mask() == Mask.CAUSAL
        ? new CausalLinearAttentionKernel(p, at)
        : new SetLinearAttentionKernel(p, at);
  }

  private static Kernel ridgeQueries(RidgeQueries p, Operands<Floats> at) {
    return p.mask() == Mask.CAUSAL
        ? new CausalRidgeQueriesKernel(p, at)
        : new SetRidgeQueriesKernel(p, at);
  }

  private static boolean sameShape(Value a, Value b) {
    return Arrays.equals(a.shape(), b.shape());
  }

  /** Whether a value is one row, (1, C), or one number, (1, 1). */
  private static boolean isRow(Value value) {
    return value.shape().length == 2 && value.rows() == 1;
  }
}
