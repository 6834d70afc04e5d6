package org.attune.model.primitive;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Weights by rank. Among the keys that a query sees, the key with the r-th largest score gets
 * {@code 2^-r}, for r below {@code count}, divided by the sum of these numbers. The other keys get
 * zero. The adjoint is that of a surrogate: the softmax of the scores over the ranked keys.
 *
 * @param scores (B, H, queries, keys)
 * @param mask which keys a query sees
 * @param count at least 1
 * @param forward the output: the ranks' weights, or the surrogate as a proof of the adjoint
 */
public record RankedWeights(Value scores, Mask mask, int count, Pointer.Forward forward)
    implements KeepsNoInput, Unary {

  public RankedWeights {
    if (count < 1) {
      throw new IllegalArgumentException("Invalid count of keys: " + count + " (at least 1)");
    }
  }

  /** Fixed weights for the keys with the largest scores. */
  public static Value rankedWeights(Value scores, Mask mask, int count) {
    return Program.of(scores).add(new RankedWeights(scores, mask, count, Pointer.Forward.HARD));
  }

  @Override
  public Formula formula(Argument scores, Argument y) {
    int queries = scores.size(2);
    int keys = scores.size(3);
    return Formula.keeping(
        pass -> {
          INDArray s = scores.array().dup('c');
          double[] values = s.data().asDouble();
          double[] weights = new double[values.length];
          double[] visible = new double[values.length];
          for (int row = 0; row < values.length / keys; row++) {
            int seen = mask == Mask.CAUSAL ? row % queries + 1 : keys;
            rank(values, row * keys, seen, weights, visible);
          }
          INDArray soft = Softmax.softmax(s, RealArrays.like(y.array(), visible)); // the surrogate
          boolean hard = forward == Pointer.Forward.HARD;
          y.array().assign(hard ? RealArrays.like(y.array(), weights) : soft);
          return soft;
        },
        soft -> scores.addGradient(Softmax.adjoint(soft, y.gradient())));
  }

  private void rank(double[] scores, int start, int seen, double[] weights, double[] visible) {
    int[] best =
        IntStream.range(start, start + seen)
            .boxed()
            .sorted(
                Comparator.comparingDouble((Integer j) -> -size(scores[j])).thenComparing(j -> j))
            .limit(count)
            .mapToInt(j -> j)
            .toArray();
    double sum = IntStream.range(0, best.length).mapToDouble(r -> Math.pow(2, -r)).sum();
    Arrays.stream(best).forEach(j -> visible[j] = 1);
    for (int r = 0; r < best.length; r++) {
      boolean none = Double.isNaN(scores[best[r]]);
      weights[best[r]] = none ? Double.NaN : Math.pow(2, -r) / sum;
    }
  }

  /** A score that is not a number comes first, so that it shows. */
  private static double size(double score) {
    return Double.isNaN(score) ? Double.POSITIVE_INFINITY : score;
  }
}
