package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.indexing.INDArrayIndex;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * {@code y_h = a_h - factor a_(h + H/2)} for the first half of the heads.
 *
 * @param weights (B, H, queries, keys), H even
 * @param factor (1, 1)
 */
public record HeadDifference(Value weights, Value factor) implements Binary {

  public HeadDifference {
    if (weights.size(1) % 2 != 0) {
      throw new IllegalArgumentException("Cannot pair the heads of %s".formatted(weights));
    }
  }

  /** Half as many heads: (B, H/2, queries, keys). */
  public static Value headDifference(Value weights, Value factor) {
    return Program.of(weights).add(new HeadDifference(weights, factor));
  }

  @Override
  public int[] shape() {
    int[] shape = weights.shape();
    shape[1] /= 2;
    return shape;
  }

  @Override
  public Formula formula(Argument weights, Argument factor, Argument y) {
    return Formula.of(
        pass -> {
          INDArray all = weights.array().dup('c');
          y.array().assign(half(all, 0).sub(half(all, 1).mul(factor.array().getDouble(0))));
        },
        () -> {
          INDArray dy = y.gradient().dup('c');
          INDArray all = weights.array().ulike();
          half(all, 0).assign(dy);
          half(all, 1).assign(dy.mul(-factor.array().getDouble(0)));
          weights.addGradient(() -> all);
          INDArray second = half(weights.array().dup('c'), 1);
          double slope = -dy.mul(second).sumNumber().doubleValue();
          factor.addGradient(() -> factor.array().dup('c').assign(slope));
        });
  }

  private static INDArray half(INDArray heads, int which) {
    long half = heads.size(1) / 2;
    INDArrayIndex all = NDArrayIndex.all();
    return heads.get(all, NDArrayIndex.interval(which * half, (which + 1) * half), all, all);
  }
}
