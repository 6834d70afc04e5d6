package org.attune.model.fusion;

import java.util.List;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.NormedProduct;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.program.Value;

/** {@code norm-product}: a norm of rows, and the product that alone reads it, become one node. */
final class NormedProducts implements Rule {

  @Override
  public String name() {
    return "norm-product";
  }

  @Override
  public boolean apply(Rewriting nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.primitive(i) instanceof RmsNorm norm && norm.groups() == 1) {
        Value normed = nodes.output(i);
        List<Integer> readers = nodes.readers(normed);
        boolean alone =
            nodes.isInner(normed)
                && readers.size() == 1
                && nodes.primitive(readers.get(0)) instanceof Matmul product
                && product.a() == normed
                && product.b() != normed;
        if (alone) {
          Matmul product = (Matmul) nodes.primitive(readers.get(0));
          NormedProduct both =
              new NormedProduct(
                  norm.x(), norm.gain(), product.b(), norm.epsilon(), product.transposed());
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
