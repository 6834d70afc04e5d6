package org.attune.model.cuda;

import org.attune.model.engine.KernelTable;
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
import org.attune.model.primitive.LateGains;
import org.attune.model.primitive.LinearAttention;
import org.attune.model.primitive.LogDeterminant;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.MaxPool;
import org.attune.model.primitive.Mix;
import org.attune.model.primitive.Multipliers;
import org.attune.model.primitive.Multiply;
import org.attune.model.primitive.NormedHeads;
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

/**
 * The primitives that have a kernel on the GPU, in alphabetical order. Those listed with a
 * condition have one only if they meet it. For all others the engine runs the formula on the host.
 */
final class CudaKernelTable {

  static final KernelTable<DeviceBuffer> TABLE =
      new KernelTable<DeviceBuffer>()
          .with(AdaptedParameters.class, SetKernels::adaptedParameters)
          .with(Add.class, (p, at) -> Combining.of(p.a(), p.b(), false, at))
          .with(Along.class, FormulaKernels::along)
          .with(Apply.class, ElementKernels::apply)
          .with(Beside.class, Rearranging::beside)
          .with(
              CausalAttention.class,
              p -> p.q().columns() / p.heads() <= FusedAttention.WIDEST,
              FusedAttention::causal)
          .with(ChannelNorm.class, ImageKernels::channelNorm)
          .with(CrossEntropy.class, Losses::crossEntropy)
          .with(Dropout.class, ElementKernels::dropout)
          .with(Elementwise.class, FormulaText::covers, FormulaKernels::elementwise)
          .with(EverySequence.class, SetKernels::everySequence)
          .with(Gated.class, ElementKernels::gated)
          .with(Gather.class, Losses::gather)
          .with(GaussianScores.class, SetKernels::gaussianScores)
          .with(HeadDifference.class, ScoreKernels::headDifference)
          .with(HeadMean.class, Rearranging::headMean)
          .with(HeadMixing.class, ScoreKernels::headMixing)
          .with(HeadQuotient.class, Rearranging::headQuotient)
          .with(HeadRepeat.class, Rearranging::headRepeat)
          .with(HeadwiseMatmul.class, ProductKernels::headwise)
          .with(KeySelection.class, SelectionKernels::keySelection)
          .with(LateGains.class, LateNorms::fits, LateNorms::late)
          .with(LinearAttention.class, LinearAttentionKernels::of)
          .with(LogDeterminant.class, Divisions::logDeterminant)
          .with(Matmul.class, ProductKernels::matmul)
          .with(MaxPool.class, ImageKernels::maxPool)
          .with(Mix.class, ProductKernels::mix)
          .with(Multipliers.class, SetKernels::multipliers)
          .with(Multiply.class, (p, at) -> Combining.of(p.a(), p.b(), true, at))
          .with(NormedHeads.class, p -> Norms.fits(p.width()), (p, at) -> Norms.heads(p, at, false))
          .with(Patches.class, ImageKernels::patches)
          .with(Pointer.class, p -> p.forward() == Pointer.Forward.HARD, WeightKernels::pointer)
          .with(PseudoInverse.class, PseudoInverses::pseudoInverse)
          .with(
              RankedWeights.class,
              p -> p.forward() == Pointer.Forward.HARD,
              WeightKernels::rankedWeights)
          .with(Recurrence.class, FormulaKernels::recurrence)
          .with(Regroup.class, Rearranging::regroup)
          .with(Residual.class, ProductKernels::residual)
          .with(Ridge.class, RidgeRegression::of)
          .with(
              RidgeQueries.class,
              p -> p.mask() == Mask.NONE || p.k().columns() / p.heads() <= RidgeKernels.WIDEST,
              (p, at) ->
                  p.mask() == Mask.CAUSAL
                      ? RidgeKernels.causal(p, at)
                      : Divisions.ridgeQueries(p, at))
          .with(RmsNorm.class, (p, at) -> Norms.rms(p, at, false))
          .with(Rope.class, Rearranging::rope)
          .with(RowMean.class, Rearranging::rowMean)
          .with(RowRange.class, Rearranging::rowRange)
          .with(RowRepeat.class, Rearranging::rowRepeat)
          .with(Scale.class, ElementKernels::scale)
          .with(ScoreConvolution.class, ScoreKernels::convolution)
          .with(Scores.class, ProductKernels::scores)
          .with(SelectedSoftmax.class, WeightKernels::selectedSoftmax)
          .with(Shares.class, SetKernels::shares)
          .with(Shift.class, Rearranging::shift)
          .with(Sign.class, ElementKernels::sign)
          .with(Softmax.class, WeightKernels::softmax)
          .with(
              SolveRight.class,
              (p, at) ->
                  p.symmetric() && p.lambda().isZero()
                      ? PseudoInverses.solveRight(p, at)
                      : Divisions.solveRight(p, at))
          .with(Stack.class, Rearranging::stack)
          .with(StackProduct.class, ProductKernels::stackProduct)
          .with(Standardise.class, Norms::standardise)
          .with(StateRecurrence.class, StateKernels::fits, StateKernels::of)
          .with(StrongMessages.class, SelectionKernels::strongMessages)
          .with(TaylorFeatures.class, Rearranging::taylorFeatures)
          .with(Unstack.class, Rearranging::unstack)
          .with(WeightedTotal.class, Losses::weightedTotal)
          .with(WrittenSoftmax.class, WeightKernels::writtenSoftmax);

  private CudaKernelTable() {}
}
