package org.attune.model.engine;

import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The network's own arrays of parameters and gradients, usually views of its flat arrays. */
public interface ParameterArrays {

  /** The values of a parameter, {@code rows x columns}, row by row. */
  INDArray values(ParameterSpec spec);

  /** Its gradient, of the same shape; called only to publish gradients. */
  INDArray gradient(ParameterSpec spec);
}
