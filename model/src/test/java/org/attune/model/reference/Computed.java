package org.attune.model.reference;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.attune.model.engine.Backends;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A program run in float64 on matrices that a test knows: what the plain-Java references are held
 * against. Parameters that the test does not give are drawn, and can be read.
 */
final class Computed implements ParameterArrays {

  private final Map<String, double[][]> matrices = new LinkedHashMap<>();
  private final Map<String, double[][]> inputs = new HashMap<>();
  private final Random random = new Random(11);

  /** A matrix as a value of a program. */
  Value given(Program p, String name, double[][] matrix) {
    matrices.put(name, matrix);
    return p.parameter(name, Init.constant(0), matrix.length, matrix[0].length);
  }

  /** Sets a parameter that the program will ask for. */
  Computed with(String name, double[][] matrix) {
    matrices.put(name, matrix);
    return this;
  }

  /** Feeds an input that the program will ask for. */
  Computed feed(String name, double[][] matrix) {
    inputs.put(name, matrix);
    return this;
  }

  /** What a parameter was. */
  double[][] matrix(String name) {
    return matrices.get(name);
  }

  /** Runs forward and returns the matrix described. */
  double[][] of(int batch, Function<Program, Value> description) {
    Program p = new Program(batch);
    p.output("computed", description.apply(p));
    return run(p, "computed");
  }

  /** Runs forward and returns an output that the description names itself. */
  double[][] output(int batch, String name, Function<Program, Value> description) {
    Program p = new Program(batch);
    Value unused = description.apply(p); // it is in the program now
    return run(p, name);
  }

  private double[][] run(Program p, String output) {
    try (Standalone execution =
        Standalone.forward(p, Backends.reference(), DataType.DOUBLE, this)) {
      inputs.forEach((name, matrix) -> execution.feed(name, Nd4j.createFromArray(matrix)));
      execution.forward(Pass.evaluation());
      return execution.array(output).dup('c').toDoubleMatrix();
    }
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    double[][] matrix =
        matrices.computeIfAbsent(
            spec.name(), name -> ReferenceAlgebra.gaussian(spec.rows(), spec.columns(), random));
    return Nd4j.createFromArray(matrix);
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    throw new UnsupportedOperationException("forward only");
  }
}
