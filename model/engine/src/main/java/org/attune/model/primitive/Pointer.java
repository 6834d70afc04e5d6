package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Noise;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Hard pointers. Each query's weight is one on the key with the largest {@code s_ij + g_ij} and
 * zero elsewhere; g is Gumbel noise in training and zero in evaluation.
 *
 * <p>The adjoint is that of {@code softmax((s + g) / tau)} (Jang et al. 2016, arXiv 1611.01144);
 * tau falls linearly over training.
 *
 * @param scores (B, H, queries, keys)
 * @param mask which keys a query sees
 * @param warm tau at the start of training
 * @param cold tau at its end
 * @param forward the output: the pointer, or its surrogate as a proof of the adjoint
 */
public record Pointer(Value scores, Mask mask, double warm, double cold, Forward forward)
    implements KeepsNoInput {

  /** The output of the forward pass. */
  public enum Forward {
    /** One-hot rows. */
    HARD,
    /** The softmax whose derivative the adjoint uses. */
    SURROGATE
  }

  public Pointer {
    if (!(warm > 0 && cold > 0)) {
      throw new IllegalArgumentException(
          "Invalid temperatures: from %s to %s (more than 0)".formatted(warm, cold));
    }
  }

  /** Hard pointers from scores. */
  public static Value pointer(Value scores, Mask mask, double warm, double cold) {
    return Program.of(scores).add(new Pointer(scores, mask, warm, cold, Forward.HARD));
  }

  /**
   * The softmax of a forward pass, which its adjoint takes the pointer for.
   *
   * @param soft (B, H, queries, keys)
   */
  private record Surrogate(INDArray soft, double temperature) {}

  @Override
  public Formula formula(Arguments at) {
    Argument scores = at.in(0);
    Argument y = at.out();
    INDArray visible = mask.visible(y.array().dataType(), scores.size(2), scores.size(3));
    return Formula.keeping(
        pass -> {
          double temperature = warm + (cold - warm) * pass.progress();
          INDArray noisy = scores.array().dup('c');
          if (pass.training()) {
            noisy.addi(gumbel(pass, at.node(), noisy));
          }
          INDArray soft = Softmax.softmax(noisy.divi(temperature), visible);
          y.array().assign(forward == Forward.HARD ? oneHot(soft) : soft);
          return new Surrogate(soft, temperature);
        },
        kept ->
            scores.addGradient(
                Softmax.adjoint(kept.soft(), y.gradient()).divi(kept.temperature())));
  }

  /** Gumbel noise for the keys that each query sees, row by row; 0 for the others. */
  private INDArray gumbel(Pass pass, int node, INDArray like) {
    int queries = scores.size(2);
    int keys = scores.size(3);
    double[] noise = new double[Math.toIntExact(like.length())];
    Noise noiseOfNode = pass.noise().at(node);
    long before = (long) pass.firstExample() * noise.length / scores.batch();
    for (int row = 0; row < noise.length / keys; row++) {
      int seen = mask == Mask.CAUSAL ? Math.min(row % queries + 1, keys) : keys;
      for (int j = 0; j < seen; j++) {
        noise[row * keys + j] = noiseOfNode.gumbel(before + (long) row * keys + j);
      }
    }
    return RealArrays.like(like, noise);
  }

  /** 1 at the maximum of each row, at the first of equals; else 0. A row of NaN keeps one. */
  private static INDArray oneHot(INDArray soft) {
    int keys = (int) soft.size(3);
    double[] weights = RealArrays.of(soft);
    for (int row = 0; row < weights.length; row += keys) {
      int best = row;
      for (int j = row + 1; j < row + keys; j++) {
        best = weights[j] > weights[best] ? j : best;
      }
      for (int j = row; j < row + keys; j++) {
        weights[j] = j != best ? 0 : Double.isNaN(weights[j]) ? Double.NaN : 1;
      }
    }
    return RealArrays.like(soft, weights);
  }
}
