package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.productTN;

import org.attune.model.program.Argument;
import org.attune.model.program.Binary;
import org.attune.model.program.Formula;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.factory.Nd4j;

/**
 * {@code y = a b}, or {@code a b'} when transposed.
 *
 * @param a (M, K)
 * @param b (K, N), or (N, K) when transposed
 * @param transposed whether b is read transposed
 */
public record Matmul(Value a, Value b, boolean transposed) implements Binary {

  public Matmul {
    int inner = transposed ? b.columns() : b.rows();
    if (a.columns() != inner) {
      throw new IllegalArgumentException(
          "Cannot multiply %s by %s%s".formatted(a, b, transposed ? "'" : ""));
    }
  }

  /** {@code a b}. */
  public static Value matmul(Value a, Value b) {
    return Program.of(a).add(new Matmul(a, b, false));
  }

  /** {@code a b'}. */
  public static Value matmulTransposed(Value a, Value b) {
    return Program.of(a).add(new Matmul(a, b, true));
  }

  /**
   * {@code x w} for a new parameter w of {@code columns} columns. One wide parameter holds all
   * projections of a value, so that one product computes them; w is a block of its columns.
   *
   * @param name the block's name
   * @return (rows of x, columns)
   */
  public static Value project(Value x, String name, Init init, int columns) {
    Program p = Program.of(x);
    record Key(Value x) {}
    record Wide(Value weights, Value product) {}
    boolean[] fresh = new boolean[1];
    Wide wide =
        p.shared(
            new Key(x),
            () -> {
              fresh[0] = true;
              Value w = p.parameter(name, init, x.columns(), columns);
              return new Wide(w, matmul(x, w));
            });
    if (!fresh[0]) {
      p.widen(wide.weights, wide.product, name, init, columns);
    }
    int end = wide.product.columns();
    return wide.product.columns(end - columns, end);
  }

  @Override
  public double flops() {
    return 2.0 * a.rows() * a.columns() * shape()[1];
  }

  @Override
  public int[] shape() {
    return new int[] {a.rows(), transposed ? b.rows() : b.columns()};
  }

  @Override
  public boolean keeps(int argument) {
    return (argument == 0 ? b : a).wantsGradient();
  }

  @Override
  public Formula formula(Argument a, Argument b, Argument y) {
    return Formula.of(
        pass ->
            y.array()
                .assign(
                    Nd4j.matmul(a.array().dup('c'), b.array().dup('c'), false, transposed, false)),
        () -> {
          var dy = y.gradient().dup('c');
          a.addGradient(() -> Nd4j.matmul(dy, b.array().dup('c'), false, !transposed, false));
          if (b.wantsGradient()) {
            var x = a.array().dup('c');
            b.addGradient(transposed ? productTN(dy, x) : productTN(x, dy));
          }
        });
  }
}
