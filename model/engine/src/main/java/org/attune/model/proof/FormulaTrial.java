package org.attune.model.proof;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.model.engine.Backend;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.Standalone;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.formula.TermAxis;
import org.attune.model.primitive.Scores;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A formula compiled alone for a backend. Its inputs are among its parameters. */
final class FormulaTrial implements ParameterArrays, AutoCloseable {

  static final int BATCH = 2;
  static final String QUERY = "score-query";
  static final String KEY = "score-key";

  private final DataType type;
  private final double apart;
  private final Map<String, double[]> numbers; // of parameters, shared between trials
  private final Map<String, INDArray> values = new LinkedHashMap<>();
  private final Map<String, INDArray> gradients = new LinkedHashMap<>();
  private final Map<String, ParameterSpec> specs = new LinkedHashMap<>();
  private final Program program = new Program(BATCH);
  private final Standalone execution;
  private final Value output;

  /**
   * @param width columns of the stream, for places that read the stream directly
   * @param apart how far initial values are moved, each by its own share, so that no two tie
   * @param numbers parameter values by name; missing ones are initialised as in networks
   */
  FormulaTrial(
      PlacedFormula formula,
      Sizes sizes,
      int width,
      double apart,
      Map<String, double[]> numbers,
      Backend<?> backend,
      DataType type) {
    this.type = type;
    this.apart = apart;
    this.numbers = numbers;
    output = program.output("out", describe(formula, program, sizes, width));
    program.parameters().forEach(spec -> specs.put(spec.name(), spec));
    execution = Standalone.of(program, backend, type, this);
  }

  /** Describes the formula for one sequence, without compiling. */
  static Program described(PlacedFormula formula, Sizes sizes, int width) {
    Program program = new Program(1);
    describe(formula, program, sizes, width);
    return program;
  }

  private static Value describe(PlacedFormula formula, Program program, Sizes sizes, int width) {
    Map<String, Value> inputs = new HashMap<>();
    for (FormulaPlace.Name name : formula.place().names()) {
      if (name.isData() && formula.reads(name.text())) {
        inputs.put(name.text(), input(name, program, sizes, width));
      }
    }
    return Lowering.describe(formula, program, formula.place().base(), sizes, inputs);
  }

  private static Value input(FormulaPlace.Name name, Program program, Sizes sizes, int width) {
    int rows = program.batch() * sizes.tokens();
    int columns = sizes.heads() * sizes.channels();
    Init init = Init.normal(1);
    if (name.axes().has(TermAxis.KEY)) {
      Value q = program.parameter(QUERY, init, rows, columns);
      Value k = program.parameter(KEY, init, rows, columns);
      return Scores.scores(q, k, sizes.heads(), 1 / Math.sqrt(sizes.channels()));
    }
    boolean wide = name.axes().has(TermAxis.WIDTH);
    return program.parameter("in-" + name.text(), init, rows, wide ? width : columns);
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    return values.computeIfAbsent(
        spec.name(),
        name ->
            Nd4j.createFromArray(numbers.computeIfAbsent(name, n -> initial(spec)))
                .castTo(type)
                .reshape('c', spec.rows(), spec.columns()));
  }

  private double[] initial(ParameterSpec spec) {
    double[] values = spec.initialValues("proof", 7);
    double[] shares = random(values.length, spec.name().hashCode());
    for (int i = 0; i < values.length; i++) {
      values[i] += apart * shares[i];
    }
    return values;
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    return gradients.computeIfAbsent(
        spec.name(), name -> Nd4j.create(type, spec.rows(), spec.columns()));
  }

  Map<String, ParameterSpec> specs() {
    return specs;
  }

  /** Returns the output's numbers. */
  double[] forward() {
    execution.forward(Pass.training(0.5, new org.attune.model.program.Noise(3)));
    return doubles(execution.array("out"));
  }

  /** Returns the gradient of the output's weighted sum, by parameter. */
  Map<String, double[]> backward(double[] weights) {
    INDArray seed = Nd4j.createFromArray(weights).castTo(type);
    long[] shape = java.util.Arrays.stream(output.shape()).asLongStream().toArray();
    execution.backward(output, seed.reshape('c', shape), false);
    Map<String, double[]> all = new LinkedHashMap<>();
    gradients.forEach((name, gradient) -> all.put(name, doubles(gradient)));
    return all;
  }

  private static double[] doubles(INDArray array) {
    return array.dup('c').castTo(DataType.DOUBLE).data().asDouble();
  }

  /** Returns random numbers from -1 to 1. */
  static double[] random(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random.doubles(count, -1, 1).toArray();
  }

  @Override
  public void close() {
    execution.close();
  }
}
