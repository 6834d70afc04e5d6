package org.attune.model.primitive;

import java.util.List;
import java.util.OptionalInt;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Pass;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * ALiBi (Press et al. 2021, arXiv 2108.12409): {@code y_ij = s_ij - m_h (i - j)} with the slope
 * {@code m_h = 2^(-8 (h + 1) / H)}.
 *
 * @param scores (B, H, T, T)
 */
public record DistanceBias(Value scores) implements Primitive {

  /** Scores lowered in proportion to the distance to the key, with one slope per head. */
  public static Value distanceBias(Value scores) {
    return Program.of(scores).add(new DistanceBias(scores));
  }

  /** The slope of a head. */
  public static double slope(int head, int heads) {
    return Math.pow(2, -8.0 * (head + 1) / heads);
  }

  @Override
  public List<Value> inputs() {
    return List.of(scores);
  }

  @Override
  public int[] shape() {
    return scores.shape();
  }

  @Override
  public boolean keeps(int argument) {
    return false;
  }

  @Override
  public OptionalInt overwrites() {
    return OptionalInt.of(0);
  }

  @Override
  public Formula formula(Arguments at) {
    Argument scores = at.in(0);
    Argument y = at.out();
    int heads = scores.size(1);
    int queries = scores.size(2);
    int keys = scores.size(3);
    double[] bias = new double[heads * queries * keys];
    for (int n = 0; n < bias.length; n++) {
      int distance = n / keys % queries - n % keys;
      bias[n] = -slope(n / keys / queries, heads) * distance;
    }
    INDArray all =
        Nd4j.createFromArray(bias)
            .castTo(y.array().dataType())
            .reshape('c', 1, heads, queries, keys);
    boolean inPlace = at.inPlace();
    return new Formula() {
      @Override
      public void forward(Pass pass) {
        y.array().assign(scores.array().add(all));
      }

      @Override
      public void backward() {
        if (!inPlace) {
          scores.addGradient(y.gradient());
        }
      }
    };
  }
}
