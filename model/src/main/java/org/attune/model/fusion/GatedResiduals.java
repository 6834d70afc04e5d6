package org.attune.model.fusion;

import java.util.List;
import java.util.OptionalInt;
import org.attune.model.primitive.Gated;
import org.attune.model.primitive.GatedResidual;
import org.attune.model.primitive.Residual;

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
      OptionalInt reader = nodes.onlyReader(i);
      if (nodes.primitive(i) instanceof Gated gated
          && reader.isPresent()
          && nodes.primitive(reader.getAsInt()) instanceof Residual residual
          && residual.a() == nodes.output(i)
          && residual.x() != residual.a()
          && residual.w() != residual.a()) {
        GatedResidual both =
            new GatedResidual(
                gated.function(), residual.x(), gated.gate(), gated.x(), residual.w());
        if (nodes.covers(both)) {
          nodes.replace(List.of(i, reader.getAsInt()), both);
          return true;
        }
      }
    }
    return false;
  }
}
