package org.attune.model.engine;

import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Where parameters and their gradients are at rest: views of a network's flat arrays, as a rule.
 */
public interface ParameterArrays {

  /** The values of a parameter, {@code rows x columns}, row by row. */
  INDArray values(ParameterSpec spec);

  /** Its gradient, of the same shape; asked for where gradients are published only. */
  INDArray gradient(ParameterSpec spec);
}
