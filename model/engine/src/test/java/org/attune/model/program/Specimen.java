package org.attune.model.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.attune.model.engine.Backend;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A small program compiled for examination: its parameters stand for inputs too, and a fixed random
 * weighting of its output gives the scalar that is differentiated. Gradients start as NaN, so that
 * one that is not written shows.
 */
public final class Specimen implements ParameterArrays, AutoCloseable {

  private final Map<String, INDArray> values = new LinkedHashMap<>();
  private final Map<String, INDArray> gradients = new LinkedHashMap<>();
  private final Standalone execution;
  private final Value output;
  private final DataType type;
  private final INDArray weights;

  /**
   * @param batch sequences
   * @param description returns the value to examine
   */
  public Specimen(
      int batch, Function<Program, Value> description, Backend<?> backend, DataType type) {
    this.type = type;
    Program p = new Program(batch);
    output = p.output("examined", description.apply(p));
    execution = Standalone.of(p, backend, type, this).poisoned();
    long elements =
        java.util.Arrays.stream(output.shape()).asLongStream().reduce(1, (a, b) -> a * b);
    double[] w = new double[(int) elements];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < w.length; i++) {
      w[i] = 2 * random.nextDouble() - 1;
    }
    weights = Nd4j.createFromArray(w).castTo(type);
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    return values.computeIfAbsent(
        spec.name(),
        name ->
            Nd4j.createFromArray(spec.initialValues("specimen", 7))
                .castTo(type)
                .reshape('c', spec.rows(), spec.columns()));
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    return gradients.computeIfAbsent(
        spec.name(),
        name -> Nd4j.valueArrayOf(new long[] {spec.rows(), spec.columns()}, Double.NaN, type));
  }

  /** Parameters by name, to be changed at will. */
  public Map<String, INDArray> values() {
    return values;
  }

  /** Gradients by name, filled by {@link #differentiate}. */
  public Map<String, INDArray> gradients() {
    return gradients;
  }

  /** Runs forward in training mode and returns the weighted sum of the output. */
  public double objective() {
    execution.forward(Pass.training(0.5, Noise.of(3, 0)));
    return output().reshape(weights.length()).mul(weights).sumNumber().doubleValue();
  }

  /** Runs forward and backward. */
  public void differentiate() {
    objective();
    execution.backward(output, weights, false);
  }

  /** A copy of the output of the last pass. */
  public INDArray output() {
    return execution.array("examined").dup('c');
  }

  public Standalone execution() {
    return execution;
  }

  @Override
  public void close() {
    execution.close();
  }
}
