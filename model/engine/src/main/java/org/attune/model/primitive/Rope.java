package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.indexing.INDArrayIndex;
import org.nd4j.linalg.indexing.NDArrayIndex;

/**
 * Rotary positions (Su et al. 2021). Column i of a head's first half and column i of its second
 * half form a pair. At position t the pair is rotated by {@code t · base^(-2i/d)}.
 *
 * @param x (B·T, H·d), d even
 * @param heads H
 * @param base usually 10000
 */
public record Rope(Value x, int heads, double base) implements KeepsNoInput, Unary {

  public Rope {
    if (Heads.width(x, heads) % 2 != 0) {
      throw new IllegalArgumentException(
          "Cannot rotate heads of odd width " + x.columns() / heads + " of " + x);
    }
  }

  /** Rotates pairs of columns by an angle proportional to the position. */
  public static Value rope(Value x, int heads, double base) {
    return Program.of(x).add(new Rope(x, heads, base));
  }

  /** The angle at position t of pair i, out of {@code d / 2} pairs. */
  public static double angle(int t, int i, int d, double base) {
    return t * Math.pow(base, -2.0 * i / d);
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int half = x.columns() / heads / 2;
    int length = x.length();
    INDArray cos = Nd4j.create(y.array().dataType(), 1, 1, length, half);
    INDArray sin = Nd4j.create(y.array().dataType(), 1, 1, length, half);
    for (int t = 0; t < length; t++) {
      for (int i = 0; i < half; i++) {
        double angle = angle(t, i, 2 * half, base);
        cos.putScalar(new int[] {0, 0, t, i}, Math.cos(angle));
        sin.putScalar(new int[] {0, 0, t, i}, Math.sin(angle));
      }
    }
    return Formula.of(
        pass -> y.array().assign(turned(x.array(), cos, sin)),
        () -> x.addGradient(turned(y.gradient(), cos, sin.neg())));
  }

  private INDArray turned(INDArray rows, INDArray cos, INDArray sin) {
    INDArray from = Heads.split(rows, x.batch(), heads);
    INDArray to = from.ulike();
    INDArray a = half(from, 0);
    INDArray b = half(from, 1);
    half(to, 0).assign(a.mul(cos).subi(b.mul(sin)));
    half(to, 1).assign(b.mul(cos).addi(a.mul(sin)));
    return Heads.join(to);
  }

  private static INDArray half(INDArray heads, int which) {
    INDArrayIndex all = NDArrayIndex.all();
    long half = heads.size(3) / 2;
    return heads.get(all, all, all, NDArrayIndex.interval(which * half, (which + 1) * half));
  }
}
