package org.attune.model.cpu;

import java.util.Arrays;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.KeySelection;
import org.attune.model.primitive.selection.SelectionRule;
import org.attune.model.program.Pass;

/** {@link KeySelection}, query by query; it compares scores in float64. */
final class KeySelectionKernel implements Kernel {

  private final SelectionRule rule;
  private final Operands<Floats> at;

  KeySelectionKernel(KeySelection p, Operands<Floats> at) {
    rule = p.rule();
    this.at = at;
  }

  @Override
  public void forward(Pass pass) {
    SelectionRule.Chooser chooser = rule.chooser(a -> Doubles.all(at.in(a)), pass);
    int length = rule.length();
    boolean[] visible = new boolean[length];
    float[] shown = new float[length];
    for (int row = 0; row < at.out().rows; row++) {
      int query = row % length;
      int plane = row / length;
      Arrays.fill(visible, false);
      chooser.choose(plane / rule.heads(), plane % rule.heads(), query, visible);
      for (int j = 0; j < length; j++) {
        shown[j] = j <= query && visible[j] ? 1 : 0;
      }
      at.out().write(row, 1, shown);
    }
  }

  @Override
  public void backward() {
    // a choice has no gradient
  }
}
