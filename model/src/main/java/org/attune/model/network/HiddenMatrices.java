package org.attune.model.network;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.attune.model.primitive.HeadwiseMatmul;
import org.attune.model.primitive.Matmul;
import org.attune.model.primitive.Residual;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The matrices of a network's blocks that map rows of activations. Not among them are the
 * embedding, the output matrix, gains, biases, and kernels of convolutions.
 */
public final class HiddenMatrices {

  private static final String OF_BLOCKS = "/"; // names of a block's parameters have its scope

  private HiddenMatrices() {}

  /** Returns the full names of the parameters. */
  public static Set<String> of(Program program) {
    Set<String> names = new TreeSet<>();
    for (Program.Node node : program.nodes()) {
      matrix(node.primitive())
          .filter(Value::isParameter)
          .map(Value::root)
          .filter(matrix -> matrix.rows() > 1 && matrix.name().contains(OF_BLOCKS))
          .ifPresent(matrix -> names.add(matrix.name()));
    }
    return names;
  }

  private static Optional<Value> matrix(Primitive primitive) {
    if (primitive instanceof Matmul product && !product.transposed()) {
      return Optional.of(product.b());
    } else if (primitive instanceof Residual residual) {
      return Optional.of(residual.w());
    } else if (primitive instanceof HeadwiseMatmul product) {
      return Optional.of(product.w());
    }
    return Optional.empty();
  }
}
