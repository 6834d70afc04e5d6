package org.attune.model.primitive;

import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.Program;
import org.attune.model.program.Unary;
import org.attune.model.program.Value;

/**
 * Features of each head whose products are {@code 1 + s + s²/2}, the second-order Taylor polynomial
 * of e^s at {@code s = scale x·y}: the number 1, the numbers {@code u = √scale x}, the squares
 * {@code u_i² / √2} and the products {@code u_i u_j} with i below j. (Arora et al. 2024, arXiv
 * 2402.18668, with each pair of equal products as one.)
 *
 * @param x (M, H·d)
 * @param heads H
 * @param scale of the products, positive
 */
public record TaylorFeatures(Value x, int heads, double scale) implements Unary {

  public TaylorFeatures {
    Heads.width(x, heads);
  }

  /** Features of each head: (M, H·(1 + d + d (d + 1) / 2)). */
  public static Value taylorFeatures(Value x, int heads, double scale) {
    return Program.of(x).add(new TaylorFeatures(x, heads, scale));
  }

  /** The number of features of a head of width d. */
  public static int count(int d) {
    return 1 + d + d * (d + 1) / 2;
  }

  @Override
  public int[] shape() {
    return new int[] {x.rows(), heads * count(x.columns() / heads)};
  }

  @Override
  public double flops() {
    return (double) shape()[0] * shape()[1];
  }

  @Override
  public Formula formula(Argument x, Argument y) {
    int d = x.columns() / heads;
    int count = count(d);
    double root = Math.sqrt(scale);
    return Formula.of(
        pass -> {
          double[] in = RealArrays.of(x.array());
          double[] out = new double[in.length / d * count];
          for (int head = 0; head < in.length / d; head++) {
            int at1 = head * count;
            out[at1++] = 1;
            for (int i = 0; i < d; i++) {
              out[at1++] = root * in[head * d + i];
            }
            for (int i = 0; i < d; i++) {
              for (int j = i; j < d; j++) {
                double product = scale * in[head * d + i] * in[head * d + j];
                out[at1++] = i == j ? product / Math.sqrt(2) : product;
              }
            }
          }
          y.array().assign(RealArrays.like(y.array(), out));
        },
        () -> {
          double[] in = RealArrays.of(x.array());
          double[] dy = RealArrays.of(y.gradient());
          double[] dx = new double[in.length];
          for (int head = 0; head < in.length / d; head++) {
            int at1 = head * count + 1;
            for (int i = 0; i < d; i++) {
              dx[head * d + i] = root * dy[at1++];
            }
            for (int i = 0; i < d; i++) {
              for (int j = i; j < d; j++) {
                double slope = (i == j ? 1 / Math.sqrt(2) : 1) * scale * dy[at1++];
                dx[head * d + i] += slope * in[head * d + j];
                dx[head * d + j] += slope * in[head * d + i];
              }
            }
          }
          x.addGradient(RealArrays.like(x.array(), dx));
        });
  }
}
