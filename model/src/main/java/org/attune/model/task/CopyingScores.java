package org.attune.model.task;

import java.util.Arrays;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Scores whether a head copies the symbol it attends to. The head's output adds to the logits
 * directly. The score is the share of this that goes to the symbol with the largest attention
 * weight (Olsson et al. 2022, arXiv 2209.11895). The mean over all symbols is subtracted first,
 * since softmax ignores it; negative contributions do not count. Chance is about one over the
 * number of symbols.
 */
final class CopyingScores {

  private CopyingScores() {}

  /**
   * Returns a score for each row.
   *
   * @param reads the heads' outputs, (rows, H·d_v)
   * @param effects linear map from these outputs to logits, (H·d_v, V)
   * @param head one of the H heads, from 0
   * @param attended the symbol with the head's largest attention weight, for each row
   */
  static double[] of(INDArray reads, INDArray effects, int head, int heads, int[] attended) {
    long width = reads.size(1) / heads;
    INDArray ofHead = Views.columns(reads, head * width, (head + 1) * width).dup('c');
    INDArray map = Views.rows(effects, head * width, (head + 1) * width).dup('c');
    float[] logits = Nd4j.matmul(ofHead, map).dup('c').data().asFloat(); // (rows, V)
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
