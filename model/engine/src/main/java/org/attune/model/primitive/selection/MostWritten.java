package org.attune.model.primitive.selection;

import java.util.function.IntFunction;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Selects a share of the tokens so far, by largest write weight, and the current token.
 *
 * @param write (B·T, H): how much each token asks to be read
 * @param share in (0, 1]
 */
public record MostWritten(Value write, double share) implements SelectionRule {

  @Override
  public int heads() {
    return write.columns();
  }

  @Override
  public int length() {
    return write.length();
  }

  @Override
  public Chooser chooser(IntFunction<double[]> at, Pass pass) {
    HeadRows weights = HeadRows.of(at.apply(0), write, heads());
    return (sequence, head, query, visible) -> {
      double[] each = new double[query + 1];
      for (int j = 0; j <= query; j++) {
        each[j] = weights.numbers()[weights.at(sequence, head, j)];
      }
      int count = (int) Math.ceil(share * (query + 1));
      for (int j : Ranking.largest(each, 0, query + 1, count)) {
        visible[j] = true;
      }
      visible[query] = true;
    };
  }
}
