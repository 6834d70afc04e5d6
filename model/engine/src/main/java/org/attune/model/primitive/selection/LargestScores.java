package org.attune.model.primitive.selection;

import java.util.function.IntFunction;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Selects the keys with the largest scores: an oracle, since it needs all scores.
 *
 * @param scores (B, H, T, T)
 * @param count how many, at least 1
 */
public record LargestScores(Value scores, int count) implements SelectionRule {

  @Override
  public boolean ofKeys(int argument) {
    return false;
  }

  @Override
  public int heads() {
    return scores.size(1);
  }

  @Override
  public int length() {
    return scores.size(2);
  }

  @Override
  public Chooser chooser(IntFunction<double[]> at, Pass pass) {
    double[] s = at.apply(0);
    int length = length();
    int heads = heads();
    return (sequence, head, query, visible) -> {
      int row = ((sequence * heads + head) * length + query) * length;
      for (int j : Ranking.largest(s, row, query + 1, count)) {
        visible[j] = true;
      }
    };
  }
}
