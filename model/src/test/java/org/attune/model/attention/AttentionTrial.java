package org.attune.model.attention;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.attune.model.catalog.Configuration;
import org.attune.model.network.Decoder;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Backend;
import org.attune.model.program.Execution;
import org.attune.model.program.Init;
import org.attune.model.program.ParameterArrays;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * One attention layer by itself, from its settings: {@code y = attend(x)} for a batch of sequences,
 * where the input x is a parameter, so that the derivative by it is tested like the others.
 */
public final class AttentionTrial implements ParameterArrays, AutoCloseable {

  public static final String INPUT = "x";

  private final DataType type;
  private final Map<String, ParameterSpec> specs = new LinkedHashMap<>();
  private final Map<String, INDArray> values = new LinkedHashMap<>();
  private final Map<String, INDArray> gradients = new LinkedHashMap<>();
  private final Execution execution;
  private final Value output;
  private final INDArray weights; // of the outputs, to make a number to differentiate

  /**
   * @param settings of the attention; {@code model.width} and {@code model.heads} count
   * @param layer where in a network of four it stands
   */
  public AttentionTrial(
      Map<String, String> settings,
      int batch,
      int length,
      int layer,
      Backend backend,
      DataType type,
      boolean probing) {
    this.type = type;
    Configuration configuration = new Configuration(settings);
    int width = configuration.integer(Decoder.WIDTH);
    Place place = new Place(width, configuration.integer(Decoder.HEADS), layer, 4, Mask.CAUSAL);
    Program p = new Program(batch).probing(probing).evaluating(probing);
    Value x = p.parameter(INPUT, Init.normal(1), batch * length, width);
    Attention attention = Attention.of(configuration);
    Value y = attention.attend(x, place);
    output =
        p.output("y", attention.gatesProjection() ? attention.afterProjection(y, x, place) : y);
    execution = p.compile(backend, type, this);
    SplittableRandom random = new SplittableRandom(5);
    double[] w = random.doubles((long) output.rows() * output.columns(), -1, 1).toArray();
    weights = Nd4j.createFromArray(w).castTo(type).reshape('c', output.rows(), output.columns());
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    specs.put(spec.name(), spec);
    INDArray array = moved(spec);
    values.put(spec.name(), array);
    return array;
  }

  /** Initial values, moved: what starts at zero, one or the identity must be seen to count. */
  private INDArray moved(ParameterSpec spec) {
    double[] start = spec.initialValues("trial", 7);
    SplittableRandom random = new SplittableRandom(spec.name().hashCode());
    for (int i = 0; i < start.length; i++) {
      start[i] += spec.name().equals(INPUT) ? 0 : 0.2 * (2 * random.nextDouble() - 1);
    }
    return array(spec, start);
  }

  private INDArray array(ParameterSpec spec, double[] flat) {
    return Nd4j.createFromArray(flat).castTo(type).reshape('c', spec.rows(), spec.columns());
  }

  /** Puts all parameters where they were at first. */
  public void reset() {
    specs.values().forEach(spec -> values.get(spec.name()).assign(moved(spec)));
  }

  /** Puts the parameters where a network would start them. */
  public void start() {
    specs
        .values()
        .forEach(
            spec -> values.get(spec.name()).assign(array(spec, spec.initialValues("trial", 7))));
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    INDArray array = Nd4j.valueArrayOf(new long[] {spec.rows(), spec.columns()}, Double.NaN, type);
    gradients.put(spec.name(), array);
    return array;
  }

  public Map<String, INDArray> values() {
    return values;
  }

  public Map<String, INDArray> gradients() {
    return gradients;
  }

  public INDArray forward(Pass pass) {
    execution.forward(pass);
    return output.array().dup('c');
  }

  /** The number that {@link #differentiate} differentiates. */
  public double objective(Pass pass) {
    return forward(pass).mul(weights).sumNumber().doubleValue();
  }

  public void differentiate(Pass pass) {
    forward(pass);
    execution.backward(output, weights, false);
  }

  /** A parameter, or a block of a parameter's columns, by the name a part gave it. */
  public double[][] parameter(String name) {
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

  public static double[][] columns(INDArray matrix, int from, int to) {
    double[][] all = new double[(int) matrix.size(0)][to - from];
    for (int r = 0; r < all.length; r++) {
      for (int c = from; c < to; c++) {
        all[r][c - from] = matrix.getDouble(r, c);
      }
    }
    return all;
  }

  /** Trainable numbers of the layer, the input not counted. */
  public long size() {
    return specs.values().stream()
        .filter(spec -> !spec.name().equals(INPUT))
        .mapToLong(ParameterSpec::size)
        .sum();
  }

  @Override
  public void close() {
    execution.close();
  }
}
