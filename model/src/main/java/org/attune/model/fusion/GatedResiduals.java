package org.attune.model.fusion;

import java.util.List;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.GatedResidual;
import org.attune.model.primitive.Residual;
import org.attune.model.program.Value;

/**
 * {@code gate-product}: a gated value, and the product that alone reads it and adds it to the
 * stream, become one node.
 */
final class GatedResiduals implements Rule {

  @Override
  public String name() {
    return "gate-product";
  }

  @Override
  public boolean apply(Rewriting nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.primitive(i) instanceof Gated gated) {
        Value inner = nodes.output(i);
        List<Integer> readers = nodes.readers(inner);
        boolean alone =
            nodes.isInner(inner)
                && readers.size() == 1
                && nodes.primitive(readers.get(0)) instanceof Residual residual
                && residual.a() == inner
                && residual.x() != inner
                && residual.w() != inner;
        if (alone) {
          Residual residual = (Residual) nodes.primitive(readers.get(0));
          GatedResidual both =
              new GatedResidual(
                  gated.function(), residual.x(), gated.gate(), gated.x(), residual.w());
          if (nodes.covers(both)) {
            nodes.replace(List.of(i, readers.get(0)), both);
            return true;
          }
        }
      }
    }
    return false;
  }
}
