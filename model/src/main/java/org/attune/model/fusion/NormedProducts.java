package org.attune.model.fusion;

import java.util.List;
import java.util.OptionalInt;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.NormedProduct;
import org.attune.model.primitive.RmsNorm;

/** {@code norm-product}: a norm of rows, and the product that alone reads it, become one node. */
final class NormedProducts implements Rule {

  @Override
  public String name() {
    return "norm-product";
  }

  @Override
  public boolean apply(Rewriting nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      OptionalInt reader = nodes.onlyReader(i);
      if (nodes.primitive(i) instanceof RmsNorm norm
          && norm.groups() == 1
          && reader.isPresent()
          && nodes.primitive(reader.getAsInt()) instanceof Matmul product
          && product.a() == nodes.output(i)
          && product.b() != product.a()) {
        NormedProduct both =
            new NormedProduct(
                norm.x(), norm.gain(), product.b(), norm.epsilon(), product.transposed());
        if (nodes.covers(both)) {
          nodes.replace(List.of(i, reader.getAsInt()), both);
          return true;
        }
      }
    }
    return false;
  }
}
