package org.attune.model.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.attune.model.engine.Backend;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A program on trial: its parameters moved from where they start, its output weighed with fixed
 * random numbers to get the number that is differentiated, its gradients NaN until written.
 */
public class Trial implements ParameterArrays, AutoCloseable {

  private static final double MOVE = 0.2; // what starts at 0, 1 or the identity must count

  private final DataType type;
  private final Map<String, ParameterSpec> specs = new LinkedHashMap<>();
  private final Map<String, INDArray> values = new LinkedHashMap<>();
  private final Map<String, INDArray> gradients = new LinkedHashMap<>();
  private final Standalone execution;
  private final Value output;
  private final INDArray weights; // of the outputs

  /**
   * @param p not yet described
   * @param description returns the value to examine, a matrix
   */
  Trial(Program p, Function<Program, Value> description, Backend<?> backend, DataType type) {
    this.type = type;
    output = p.output("examined", description.apply(p));
    execution = Standalone.of(p, backend, type, this).poisoned();
    SplittableRandom random = new SplittableRandom(5);
    double[] w = random.doubles((long) output.rows() * output.columns(), -1, 1).toArray();
    weights = Nd4j.createFromArray(w).castTo(type).reshape('c', output.rows(), output.columns());
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    specs.put(spec.name(), spec);
    return values.computeIfAbsent(spec.name(), name -> moved(spec));
  }

  private INDArray moved(ParameterSpec spec) {
    double[] start = spec.initialValues("trial", 7);
    SplittableRandom random = new SplittableRandom(spec.name().hashCode());
    for (int i = 0; i < start.length; i++) {
      start[i] += spec.name().equals(AttentionTrial.INPUT) ? 0 : MOVE * random.nextDouble(-1, 1);
    }
    return array(spec, start);
  }

  private INDArray array(ParameterSpec spec, double[] flat) {
    return Nd4j.createFromArray(flat).castTo(type).reshape('c', spec.rows(), spec.columns());
  }

  /** Puts all parameters where they were at first. */
  public final void reset() {
    specs.values().forEach(spec -> values.get(spec.name()).assign(moved(spec)));
  }

  /** Puts the parameters where a network would start them. */
  public final void start() {
    specs
        .values()
        .forEach(
            spec -> values.get(spec.name()).assign(array(spec, spec.initialValues("trial", 7))));
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    return gradients.computeIfAbsent(
        spec.name(),
        name -> Nd4j.valueArrayOf(new long[] {spec.rows(), spec.columns()}, Double.NaN, type));
  }

  /** Parameters by name, to be changed at will. */
  public final Map<String, INDArray> values() {
    return values;
  }

  /** Gradients by name, filled by {@link #differentiate}. */
  public final Map<String, INDArray> gradients() {
    return gradients;
  }

  public final INDArray forward(Pass pass) {
    execution.forward(pass);
    return execution.array("examined").dup('c');
  }

  /** What each number of the output counts in what {@link #differentiate} differentiates. */
  public final double[][] slopes() {
    return columns(weights, 0, weights.columns());
  }

  /** The number that {@link #differentiate} differentiates. */
  public final double objective(Pass pass) {
    return forward(pass).mul(weights).sumNumber().doubleValue();
  }

  public final void differentiate(Pass pass) {
    forward(pass);
    execution.backward(output, weights, false);
  }

  /** A copy of what the last pass showed under a name. */
  final INDArray shown(String name) {
    return execution.array(name).dup('c');
  }

  final Standalone execution() {
    return execution;
  }

  /** A parameter, or a block of a parameter's columns, by the name a part gave it. */
  public final double[][] parameter(String name) {
    for (ParameterSpec spec : specs.values()) {
      int first = 0;
      for (ParameterSpec.Block block : spec.blocks()) {
        if (block.name().equals(name)) {
          return columns(values.get(spec.name()), first, first + block.columns());
        }
        first += block.columns();
      }
    }
    throw new IllegalArgumentException("No parameter '" + name + "'; there are " + specs.values());
  }

  /** Sets a parameter, or a block of a parameter's columns. */
  public final void assign(String name, double[][] matrix) {
    for (ParameterSpec spec : specs.values()) {
      int first = 0;
      for (ParameterSpec.Block block : spec.blocks()) {
        for (int r = 0; block.name().equals(name) && r < spec.rows(); r++) {
          for (int c = 0; c < block.columns(); c++) {
            values.get(spec.name()).putScalar(r, first + c, matrix[r][c]);
          }
        }
        first += block.columns();
      }
    }
  }

  public static double[][] columns(INDArray matrix, int from, int to) {
    double[][] all = new double[(int) matrix.size(0)][to - from];
    for (int r = 0; r < all.length; r++) {
      for (int c = from; c < to; c++) {
        all[r][c - from] = matrix.getDouble(r, c);
      }
    }
    return all;
  }

  /** Trainable numbers, the input not counted. */
  final long size() {
    return ParameterSpec.trainable(
        specs.values().stream().filter(spec -> !spec.name().equals(AttentionTrial.INPUT)).toList());
  }

  @Override
  public final void close() {
    execution.close();
  }
}
