package org.attune.model.task;

import java.util.Arrays;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Whether a head copies what it looks at: of all that its reading adds to logits directly, the
 * share that it adds to the symbol it attends to most (Olsson et al. 2022, arXiv 2209.11895). What
 * is added to all symbols alike, which no softmax notices, is taken off first; what lowers a logit
 * does not count. Chance is about one over the number of symbols.
 */
final class CopyingScores {

  private CopyingScores() {}

  /**
   * A score for each row.
   *
   * @param reads what heads read, (rows, H·d_v)
   * @param effects what reads are multiplied by to become logits, (H·d_v, V)
   * @param head of H, from 0
   * @param attended the symbol that the head attends to most in each row
   */
  static double[] of(INDArray reads, INDArray effects, int head, int heads, int[] attended) {
    long width = reads.size(1) / heads;
    INDArray own = Views.columns(reads, head * width, (head + 1) * width).dup('c');
    INDArray map = Views.rows(effects, head * width, (head + 1) * width).dup('c');
    float[] logits = Nd4j.matmul(own, map).dup('c').data().asFloat(); // (rows, V)
    int symbols = (int) map.size(1);
    double[] scores = new double[attended.length];
    Arrays.setAll(scores, row -> share(logits, row * symbols, symbols, attended[row]));
    return scores;
  }

  private static double share(float[] effects, int from, int symbols, int attended) {
    double mean = 0;
    for (int s = 0; s < symbols; s++) {
      mean += effects[from + s] / (double) symbols;
    }
    double raised = 0;
    for (int s = 0; s < symbols; s++) {
      raised += Math.max(0, effects[from + s] - mean);
    }
    return raised == 0 ? 0 : Math.max(0, effects[from + attended] - mean) / raised;
  }
}
