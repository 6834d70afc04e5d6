package org.attune.model.primitive;

import java.util.Map;
import java.util.function.Function;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A small program that a backend's kernels are held to their formulas by.
 *
 * @param batch sequences
 * @param description returns the value that is differentiated
 * @param inputs what is fed, by name
 */
public record ProofCase(
    String name, int batch, Function<Program, Value> description, Map<String, INDArray> inputs) {

  public static ProofCase of(String name, int batch, Function<Program, Value> description) {
    return new ProofCase(name, batch, description, Map.of());
  }
}
