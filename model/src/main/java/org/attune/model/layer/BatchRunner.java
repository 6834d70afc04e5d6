package org.attune.model.layer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.attune.model.network.Decoder;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.attune.model.program.Backend;
import org.attune.model.program.Execution;
import org.attune.model.program.ParameterArrays;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Runs a network over whole batches, a few examples at a time so that activations stay in cache.
 * Programs are compiled when a size is first seen and kept. One thread at a time.
 */
public final class BatchRunner implements AutoCloseable {

  private record Size(int examples, boolean training, boolean probing) {}

  private static final class Compiled {
    final Execution execution;
    final Value loss;
    final boolean asksForRows; // Network.ROWS
    boolean changed = true; // whether parameters may have changed since its last pass

    Compiled(Execution execution, Value loss) {
      this.execution = execution;
      this.loss = loss;
      asksForRows = loss.program().inputs().containsKey(Network.ROWS);
    }

    void forward(Pass pass) {
      execution.forward(changed ? pass : pass.unchanged());
      changed = false;
    }
  }

  private static final int ROWS = 256;
  private static final int ROWS_OF_LARGE = 1024;
  private static final int CACHED_WEIGHTS = 1 << 19; // bytes of the largest matrix

  private final NetworkLayer conf;
  private final DataType type;
  private final Map<String, INDArray> values;
  private final Map<String, INDArray> gradients;
  private final Map<Size, Compiled> programs = new LinkedHashMap<>();
  private final RowWeights weights;
  private final RowWeights alike;
  private final int part; // examples at a time
  private final int steps;

  BatchRunner(
      NetworkLayer conf,
      DataType type,
      Map<String, INDArray> values,
      Map<String, INDArray> gradients) {
    this.conf = conf;
    this.type = type;
    this.values = values;
    this.gradients = gradients;
    weights = new RowWeights(type);
    alike = new RowWeights(type);
    part = partSize();
    steps = Math.max(1, conf.configuration().integer(Training.STEPS));
  }

  /** How many attention weights a layer has for the examples that are worked on at a time. */
  public long weightsAtOnce() {
    long length = conf.signature().length();
    return part * length * length * conf.configuration().integer(Decoder.HEADS);
  }

  Map<String, INDArray> values() {
    return values;
  }

  Map<String, INDArray> gradients() {
    return gradients;
  }

  /**
   * Fills the gradient views with the derivative of the mean loss.
   *
   * @return the mean loss
   */
  double gradients(INDArray features, INDArray labels, INDArray mask, int iteration, long seed) {
    int examples = Math.toIntExact(features.size(0));
    INDArray weights = weights(features, mask);
    programs.values().forEach(c -> c.changed = true);
    double progress = Math.min(1, iteration / (double) steps);
    double loss = 0;
    for (int first = 0; first < examples; first += part) {
      int count = Math.min(part, examples - first);
      Compiled c = compiled(new Size(count, true, false));
      feed(c, features, labels, weights, first);
      long draw = (seed * 31 + iteration) * 1_000_003 + first;
      c.forward(Pass.training(progress, draw));
      loss += c.execution.array(Network.LOSS).getDouble(0);
      c.execution.backward(c.loss, 1, first > 0);
    }
    return loss;
  }

  /** The mean loss, without gradients. */
  public double loss(INDArray features, INDArray labels, INDArray mask) {
    double[] sum = new double[1];
    evaluate(
        features, labels, mask, false, (first, e) -> sum[0] += e.array(Network.LOSS).getDouble(0));
    return sum[0];
  }

  /**
   * Runs forward over a batch and shows each part.
   *
   * @param probing whether everything that can be watched is formed
   * @param each takes the part's first example and the execution, to be read at once
   */
  public void evaluate(
      INDArray features,
      INDArray labels,
      INDArray mask,
      boolean probing,
      BiConsumer<Integer, Execution> each) {
    int examples = Math.toIntExact(features.size(0));
    INDArray weights = weights(features, mask);
    programs.values().forEach(c -> c.changed = true);
    for (int first = 0; first < examples; first += part) {
      int count = Math.min(part, examples - first);
      Compiled c = compiled(new Size(count, false, probing));
      feed(c, features, labels, weights, first);
      c.forward(Pass.evaluation());
      each.accept(first, c.execution);
    }
  }

  /** What is predicted for each row: (B, T, outputs). */
  INDArray predictions(INDArray features) {
    Signature s = conf.signature();
    long examples = features.size(0);
    INDArray all = Nd4j.create(type, examples * s.length(), s.outputs());
    INDArray none =
        Nd4j.create(
            s.classes() ? DataType.INT32 : type,
            examples * s.length(),
            s.classes() ? 1 : s.outputs());
    evaluate(
        features,
        none,
        null,
        false,
        (first, e) -> {
          INDArray part = e.array(Network.PREDICTION);
          long row = (long) first * s.length();
          Views.rows(all, row, row + part.size(0)).assign(part);
        });
    return all.reshape('c', examples, s.length(), s.outputs());
  }

  private INDArray weights(INDArray features, INDArray mask) {
    return weights.of(mask, Math.toIntExact(features.size(0) * conf.signature().length()));
  }

  /** Feeds the examples of a part, of which the first is {@code first}. */
  private void feed(Compiled c, INDArray features, INDArray labels, INDArray weights, int first) {
    long examples = features.size(0);
    if (c.asksForRows) {
      feed(c, Network.ROWS, alike.of(null, Math.toIntExact(weights.length())), examples, first);
    }
    feed(c, Network.FEATURES, features, examples, first);
    feed(c, Network.LABELS, labels, examples, first);
    feed(c, Network.WEIGHTS, weights, examples, first);
  }

  private static void feed(Compiled c, String name, INDArray all, long examples, int first) {
    c.execution.feed(name, all, first * (all.length() / examples));
  }

  private Compiled compiled(Size size) {
    return programs.computeIfAbsent(size, this::compile);
  }

  private Compiled compile(Size size) {
    Program p = new Program(size.examples()).probing(size.probing()).evaluating(!size.training());
    Value loss = conf.network().describe(p);
    Backend backend = Backend.of(type);
    ParameterArrays arrays =
        new ParameterArrays() {
          @Override
          public INDArray values(ParameterSpec spec) {
            return values.get(spec.name());
          }

          @Override
          public INDArray gradient(ParameterSpec spec) {
            return gradients.get(spec.name());
          }
        };
    Execution execution =
        size.training()
            ? p.compile(backend, type, arrays)
            : p.compileForward(backend, type, arrays);
    return new Compiled(execution, loss);
  }

  /**
   * Examples at a time: few rows while the weights, too, stay in the second-level cache; more where
   * they do not, so that they are fetched less often.
   */
  private int partSize() {
    long largest = conf.parameters().stream().mapToLong(ParameterSpec::size).max().orElse(0);
    int rows = largest * type.width() > CACHED_WEIGHTS ? ROWS_OF_LARGE : ROWS;
    return Math.max(1, rows / conf.signature().length());
  }

  /** Frees the programs' memory. */
  @Override
  public void close() {
    programs.values().forEach(c -> c.execution.close());
    programs.clear();
    weights.close();
    alike.close();
  }
}
