package org.attune.model.program;

import org.nd4j.linalg.api.ndarray.INDArray;

/** Where parameters and their gradients live: views of a network's flat arrays, as a rule. */
public interface ParameterArrays {

  /** The values of a parameter, {@code rows x columns}, row by row. */
  INDArray values(ParameterSpec spec);

  /** Its gradient, of the same shape; never asked for by a forward-only program. */
  INDArray gradient(ParameterSpec spec);
}
