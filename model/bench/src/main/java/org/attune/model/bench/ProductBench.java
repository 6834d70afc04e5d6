package org.attune.model.bench;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.CblasTrans;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.attune.model.cpu.linear.PackedMatrix;
import org.attune.model.cpu.linear.Products;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Times the products of a decoder's step in Java against OpenBLAS. It alternates a few of each on
 * this thread and uses its CPU time. For each product it prints the GFLOP/s in Java and the ratio
 * to OpenBLAS, both as medians.
 */
final class ProductBench {

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 41;
  private static final int WARM_UP = 40; // rounds, enough for the compiler to finish
  private static final double FLOPS = 4e7; // of one side of a round
  private static final int PADDING = 16; // floats between rows, as in the engine's layout

  private enum Form {
    PACKED, // x W, with weights packed once
    TRANSPOSED_A, // x' dy, the gradient of weights
    TRANSPOSED_B, // q k', scores
    PLAIN
  }

  private record Shape(String name, Form form, int m, int n, int k) {}

  private static final Shape[] SHAPES = {
    new Shape("small.qkv", Form.PACKED, 256, 384, 128),
    new Shape("small.out", Form.PACKED, 256, 128, 128),
    new Shape("small.up", Form.PACKED, 256, 512, 128),
    new Shape("small.down", Form.PACKED, 256, 128, 512),
    new Shape("small.logits", Form.PACKED, 256, 64, 128),
    new Shape("small.up-gradient", Form.TRANSPOSED_A, 128, 512, 256),
    new Shape("small.out-gradient", Form.TRANSPOSED_A, 128, 128, 256),
    new Shape("large.qkv", Form.PACKED, 1024, 768, 256),
    new Shape("large.up", Form.PACKED, 1024, 1024, 256),
    new Shape("large.down", Form.PACKED, 1024, 256, 1024),
    new Shape("large.up-gradient", Form.TRANSPOSED_A, 256, 1024, 1024),
    new Shape("scores", Form.TRANSPOSED_B, 256, 64, 32),
    new Shape("read", Form.TRANSPOSED_A, 64, 32, 256),
    new Shape("keys-gradient", Form.PLAIN, 256, 32, 64),
  };

  private ProductBench() {}

  static void print() {
    for (Shape shape : SHAPES) {
      try (Pair pair = new Pair(shape)) {
        for (int i = 0; i < WARM_UP; i++) {
          gflops(shape, pair::ours);
        }
        List<Double> ours = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
          double theirs = gflops(shape, pair::openBlas);
          double mine = gflops(shape, pair::ours);
          ours.add(mine);
          ratios.add(mine / theirs);
        }
        System.out.printf(
            Locale.ROOT,
            "kernels.product.%s.gflops %.1f GFLOP/s%nkernels.product.%s.ratio %.2f%n",
            shape.name,
            Median.of(ours),
            shape.name,
            Median.of(ratios));
      }
    }
  }

  private static double gflops(Shape shape, Runnable product) {
    double flops = 2.0 * shape.m * shape.n * shape.k;
    int count = (int) Math.ceil(FLOPS / flops);
    long start = CLOCK.getCurrentThreadCpuTime();
    for (int i = 0; i < count; i++) {
      product.run();
    }
    return count * flops / (CLOCK.getCurrentThreadCpuTime() - start);
  }

  /** One product, ready to run in Java or by OpenBLAS. */
  private static final class Pair implements AutoCloseable {
    private final Shape s;
    private final boolean aTurned;
    private final boolean bTurned;
    private final int aStride;
    private final int bStride;
    private final int cStride;
    private final float[] a;
    private final float[] b;
    private final float[] c;
    private final FloatPointer aNative;
    private final FloatPointer bNative;
    private final FloatPointer cNative;
    private final Products products = new Products();
    private final PackedMatrix packed;

    Pair(Shape s) {
      this.s = s;
      aTurned = s.form == Form.TRANSPOSED_A;
      bTurned = s.form == Form.TRANSPOSED_B;
      aStride = (aTurned ? s.m : s.k) + PADDING;
      bStride = (bTurned ? s.k : s.n) + PADDING;
      cStride = s.n + PADDING;
      a = filled((aTurned ? s.k : s.m) * aStride);
      b = filled((bTurned ? s.n : s.k) * bStride);
      c = new float[s.m * cStride];
      aNative = new FloatPointer(a);
      bNative = new FloatPointer(b);
      cNative = new FloatPointer(c);
      packed = new PackedMatrix(s.k, s.n).pack(b, 0, bStride);
    }

    private static float[] filled(int size) {
      float[] x = new float[size];
      for (int i = 0; i < size; i++) {
        x[i] = i % 7 - 3f;
      }
      return x;
    }

    void ours() {
      switch (s.form) {
        case PACKED -> products.product(s.m, 1, a, 0, aStride, packed, 0, c, 0, cStride);
        case TRANSPOSED_A ->
            products.multiply(
                s.m, s.n, s.k, 1, a, 0, 1, aStride, b, 0, bStride, 1, 0, c, 0, cStride);
        case TRANSPOSED_B ->
            products.multiply(
                s.m, s.n, s.k, 1, a, 0, aStride, 1, b, 0, 1, bStride, 0, c, 0, cStride);
        case PLAIN ->
            products.multiply(
                s.m, s.n, s.k, 1, a, 0, aStride, 1, b, 0, bStride, 1, 0, c, 0, cStride);
      }
    }

    void openBlas() {
      cblas_sgemm(
          CblasRowMajor,
          aTurned ? CblasTrans : CblasNoTrans,
          bTurned ? CblasTrans : CblasNoTrans,
          s.m,
          s.n,
          s.k,
          1,
          aNative,
          aStride,
          bNative,
          bStride,
          0,
          cNative,
          cStride);
    }

    @Override
    public void close() {
      aNative.close();
      bNative.close();
      cNative.close();
    }
  }
}
