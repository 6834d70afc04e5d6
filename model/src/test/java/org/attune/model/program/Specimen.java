package org.attune.model.program;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
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
  private final Execution execution;
  private final Value output;
  private final DataType type;
  private final INDArray weights;

  /**
   * @param batch sequences
   * @param description returns the value to examine
   */
  public Specimen(int batch, Function<Program, Value> description, Backend backend, DataType type) {
    this.type = type;
    Program p = new Program(batch);
    output = p.output("examined", description.apply(p));
    execution = p.compile(backend, type, this);
    long elements = output.array().length();
    double[] w = new double[(int) elements];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < w.length; i++) {
      w[i] = 2 * random.nextDouble() - 1;
    }
    weights = Nd4j.createFromArray(w).castTo(type);
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    double[] initial = spec.initialValues("specimen", 7);
    INDArray array =
        Nd4j.createFromArray(initial).castTo(type).reshape('c', spec.rows(), spec.columns());
    values.put(spec.name(), array);
    return array;
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    INDArray array = Nd4j.valueArrayOf(new long[] {spec.rows(), spec.columns()}, Double.NaN, type);
    gradients.put(spec.name(), array);
    return array;
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
    execution.forward(Pass.training(0.5, 3));
    return output().reshape(weights.length()).mul(weights).sumNumber().doubleValue();
  }

  /** Runs forward and backward. */
  public void differentiate() {
    objective();
    execution.backward(output, weights, false);
  }

  /** A copy of the output of the last pass. */
  public INDArray output() {
    return output.array().dup('c');
  }

  public Execution execution() {
    return execution;
  }

  @Override
  public void close() {
    execution.close();
  }
}
