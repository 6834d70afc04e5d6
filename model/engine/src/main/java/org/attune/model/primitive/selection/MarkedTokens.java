package org.attune.model.primitive.selection;

import java.util.function.IntFunction;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Selects the tokens so far that are marked for a head, and the current token.
 *
 * @param mark above a half for a marked token: (B·T, H)
 */
public record MarkedTokens(Value mark) implements SelectionRule {

  @Override
  public int heads() {
    return mark.columns();
  }

  @Override
  public int length() {
    return mark.length();
  }

  @Override
  public Chooser chooser(IntFunction<double[]> at, Pass pass) {
    HeadRows marks = HeadRows.of(at.apply(0), mark, heads());
    return (sequence, head, query, visible) -> {
      for (int j = 0; j < query; j++) {
        visible[j] = marks.numbers()[marks.at(sequence, head, j)] > 0.5;
      }
      visible[query] = true;
    };
  }
}
