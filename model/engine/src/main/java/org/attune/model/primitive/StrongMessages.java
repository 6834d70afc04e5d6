package org.attune.model.primitive;

import static org.attune.model.primitive.ReferenceProducts.product;

import java.util.Arrays;
import java.util.List;
import org.attune.model.program.Argument;
import org.attune.model.program.Formula;
import org.attune.model.program.KeepsNoInput;
import org.attune.model.program.Program;
import org.attune.model.program.Ternary;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Marks the tokens with strong messages. It gives 1 if a head's message {@code m_j = v_j W} is at
 * least {@code threshold} times as long as that head's median message, else 0. A message without
 * numbers counts as strong, so that it shows. No gradient flows back.
 *
 * <p>The medians are state; no gradient changes them. Each training step updates them once from the
 * whole batch: {@code median = 0.9 median + 0.1 median of the batch}. They start from the first
 * batch's medians. Evaluation never changes them, so scored data never sets its own threshold.
 * Before any training the medians are zero and all messages are strong.
 *
 * @param v (B·T, H·d_v)
 * @param w each head's d_v rows of the output projection: (H·d_v, d)
 * @param median (1, H)
 * @param threshold times the median, at least 0
 */
public record StrongMessages(Value v, Value w, Value median, double threshold)
    implements KeepsNoInput, Ternary {

  private static final double MEMORY = 0.9;

  public StrongMessages {
    Heads.width(v, median.columns());
    if (w.rows() != v.columns() || median.rows() != 1) {
      throw new IllegalArgumentException(
          "Cannot weigh messages of %s by %s for %s".formatted(v, w, median));
    }
  }

  /** 1 where a token's message in a head is strong, else 0: (B·T, H). */
  public static Value strongMessages(Value v, Value w, Value median, double threshold) {
    return Program.of(v).add(new StrongMessages(v, w, median, threshold));
  }

  @Override
  public double flops() {
    return 2.0 * v.rows() * w.rows() * w.columns();
  }

  @Override
  public int[] shape() {
    return new int[] {v.rows(), median.columns()};
  }

  @Override
  public boolean passesBack(int argument) {
    return false;
  }

  @Override
  public Formula formula(Argument v, Argument w, Argument median, Argument y) {
    int heads = median.columns();
    int width = v.columns() / heads;
    return Formula.of(
        pass -> {
          double[][] strong = new double[v.rows()][heads];
          double[] seen = new double[v.rows() * heads]; // head by head
          INDArray values = v.array().dup('c');
          INDArray output = w.array().dup('c');
          for (int h = 0; h < heads; h++) {
            INDArray head = columns(values, h * width, width);
            INDArray messages = product(head, rows(output, h * width, width)); // (B·T, d)
            double[] lengths = messages.norm2(1).toDoubleVector();
            System.arraycopy(lengths, 0, seen, h * lengths.length, lengths.length);
            double least = threshold * median.array().getDouble(0, h);
            for (int j = 0; j < lengths.length; j++) {
              strong[j][h] = lengths[j] < least ? 0 : 1;
            }
          }
          if (pass.training()) {
            pass.observations().add(median.value(), seen);
          }
          y.array().assign(Nd4j.createFromArray(strong).castTo(y.array().dataType()));
        },
        () -> {
          // a choice has no gradient
        });
  }

  /**
   * Updates the medians from a whole batch: first set to the batch's medians, then moved slowly.
   */
  public static double[] following(double[] medians, List<double[]> lengths) {
    double[] next = medians.clone();
    int heads = medians.length;
    for (int h = 0; h < heads; h++) {
      int head = h;
      double now =
          middle(
              lengths.stream()
                  .flatMapToDouble(
                      part -> {
                        int n = part.length / heads;
                        return Arrays.stream(part, head * n, (head + 1) * n);
                      })
                  .toArray());
      next[h] = medians[h] == 0 ? now : MEMORY * medians[h] + (1 - MEMORY) * now;
    }
    return next;
  }

  /** The median; for an even count, the mean of the middle two. */
  private static double middle(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  private static INDArray columns(INDArray matrix, int from, int count) {
    return Views.columns(matrix, from, from + count).dup('c');
  }

  private static INDArray rows(INDArray matrix, int from, int count) {
    return Views.rows(matrix, from, from + count).dup('c');
  }
}
