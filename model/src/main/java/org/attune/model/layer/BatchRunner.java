package org.attune.model.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import org.attune.api.catalog.Configuration;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Execution;
import org.attune.model.engine.NoRoomException;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.engine.ParameterStore;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.Threads;
import org.attune.model.engine.UpdateRule;
import org.attune.model.layer.NetworkPrograms.Compiled;
import org.attune.model.layer.NetworkPrograms.Size;
import org.attune.model.network.Decoder;
import org.attune.model.network.Network;
import org.attune.model.network.Parametrisation;
import org.attune.model.network.Signature;
import org.attune.model.program.Noise;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Runs a network over whole batches, a few examples at a time so that activations stay in cache.
 * Only one thread at a time may call it. A training step may use several threads, each with parts
 * of the batch.
 */
public final class BatchRunner implements AutoCloseable {

  /** Views of DL4J's flat arrays. */
  private record FlatViews(Map<String, INDArray> values, Map<String, INDArray> gradients)
      implements ParameterArrays {
    @Override
    public INDArray values(ParameterSpec spec) {
      return values.get(spec.name());
    }

    @Override
    public INDArray gradient(ParameterSpec spec) {
      return gradients.get(spec.name());
    }
  }

  private final NetworkSpec spec;
  private final DataType type;
  private final FlatViews arrays;
  private final NetworkPrograms programs;
  private final Crew crew;
  private final RowWeights weights = new RowWeights();
  private final RowWeights alike = new RowWeights();
  private final int steps;
  private Runnable publishing = () -> {};

  /**
   * @param backend where the programs run
   */
  BatchRunner(
      NetworkSpec spec,
      Backend<?> backend,
      DataType type,
      Map<String, INDArray> values,
      Map<String, INDArray> gradients) {
    this.spec = spec;
    this.type = type;
    arrays = new FlatViews(values, gradients);
    // State depends on the parts in sequence, so they must run in order.
    boolean apart =
        backend == Backends.cpu()
            && spec.parameters().stream().allMatch(ParameterSpec::isTrainable);
    crew = new Crew(apart ? Threads.used() : 1);
    programs = new NetworkPrograms(spec, backend, type, arrays, crew.threads());
    steps = Math.max(1, Training.wholeSteps(spec.settings()));
  }

  /** Whether an example has few enough attention weights to show them. */
  public boolean canBeWatched() {
    return spec.watchedAtOnce() > 0;
  }

  /** Returns the names of the intermediate values that evaluations show. */
  public Set<String> shown(boolean probing) {
    Program p = new Program(1).probing(probing).evaluating(true);
    spec.network().describe(p);
    return Set.copyOf(p.outputs().keySet());
  }

  /** The parameters that it reads, by name. */
  Map<String, INDArray> values() {
    return arrays.values;
  }

  /** Whether the programs are over these of DL4J's arrays. */
  boolean isOver(Map<String, INDArray> values, Map<String, INDArray> gradients) {
    return arrays.values == values && arrays.gradients == gradients;
  }

  /** Returns the parameters as programs see them, with their gradients. */
  ParameterStore<?> parameters() {
    return programs.parameters();
  }

  /**
   * Returns an update rule over the parameters, if the backend has one.
   *
   * @param decays selects the parameters with weight decay
   */
  Optional<ParameterUpdate> update(UpdateRule rule, Predicate<ParameterSpec> decays) {
    return programs.update(rule, decays);
  }

  /** Returns the names of the matrices that {@link Muon} orthogonalises. */
  Set<String> hiddenMatrices() {
    return spec.hiddenMatrices();
  }

  /** Returns Adam with step sizes of their own for the matrices of blocks and the embedding. */
  UpdateRule rule(UpdateRule.Adam adam) {
    Configuration settings = spec.settings();
    int width = settings.integer(Decoder.WIDTH);
    double matrices = Parametrisation.of(settings, width).ofMatrices();
    Map<String, UpdateRule.RateShare> shares = new TreeMap<>();
    if (matrices != 1) { // they decay as at the base width
      Set<String> fixed = spec.withFixedInputs();
      hiddenMatrices().stream()
          .filter(name -> !fixed.contains(name))
          .forEach(name -> shares.put(name, new UpdateRule.RateShare(matrices, 1)));
    }
    double embedding = settings.real(Training.EMBEDDING_RATE);
    if (embedding > 0) {
      double ratio = embedding / settings.real(Training.LEARNING_RATE);
      shares.put(Decoder.EMBEDDING_TABLE, new UpdateRule.RateShare(ratio, ratio));
    }
    return shares.isEmpty() ? adam : new UpdateRule.GroupedAdam(adam, shares);
  }

  /** Marks the parameters as changed since the programs last ran. */
  void changed() {
    programs.changed();
  }

  /** Copies DL4J's parameters, unless a {@link GraphTrainer} holds newer ones. */
  BatchRunner synchronised() {
    if (!parameters().isAhead()) {
      parameters().adopt();
      changed();
    }
    return this;
  }

  /**
   * Sets the action that copies newer parameters into DL4J's arrays. It runs before DL4J next reads
   * them.
   */
  void publishing(Runnable how) {
    publishing = how;
  }

  /** Copies newer parameters into DL4J's arrays. */
  void publish() {
    if (parameters().isAhead()) {
      publishing.run();
    }
  }

  /**
   * Computes the gradient of the mean loss into {@link #parameters}, and advances state.
   *
   * @return the mean loss
   */
  double gradients(INDArray features, INDArray labels, INDArray mask, int iteration, long seed) {
    return run(features, labels, mask, iteration, seed, Optional.empty()).getAsDouble();
  }

  /** A step of an update rule, for the batch's gradient. */
  record Next(ParameterUpdate update, ParameterUpdate.Step step) {}

  /**
   * Computes the gradient of the mean loss, advances state and takes a step.
   *
   * @return the mean loss before the step, computed when read
   */
  DoubleSupplier step(
      INDArray features, INDArray labels, INDArray mask, int iteration, long seed, Next next) {
    return run(features, labels, mask, iteration, seed, Optional.of(next));
  }

  private DoubleSupplier run(
      INDArray features,
      INDArray labels,
      INDArray mask,
      int iteration,
      long seed,
      Optional<Next> next) {
    int examples = Math.toIntExact(features.size(0));
    int part = trained(examples);
    double[] weights = weights(features, mask);
    Pass step = Pass.training(Math.min(1, iteration / (double) steps), Noise.of(seed, iteration));
    List<DoubleSupplier> losses = new ArrayList<>();
    if (crew.threads() > 1 && part < examples) {
      losses.addAll(sideBySide(features, labels, weights, step, part));
      next.ifPresent(n -> n.update().step(n.step()));
      return sum(losses);
    }
    for (int first = 0; first < examples; first += part) {
      int count = Math.min(part, examples - first);
      Compiled c = programs.of(new Size(count, true, false));
      feed(c, features, labels, weights, first);
      Optional<Next> last = first + count == examples ? next : Optional.empty();
      last.ifPresent(n -> n.update().prepare(n.step()));
      c.both(step.from(first), first > 0, last.map(Next::update));
      losses.add(c.execution().later(Network.LOSS));
    }
    parameters().move(step.observations());
    return sum(losses);
  }

  private static DoubleSupplier sum(List<DoubleSupplier> losses) {
    return () -> losses.stream().mapToDouble(DoubleSupplier::getAsDouble).reduce(0, Double::sum);
  }

  /** Returns how many examples a training step runs at a time, so that no thread is idle. */
  private int trained(int examples) {
    int share = (examples + crew.threads() - 1) / crew.threads();
    return Math.min(share, programs.part(new Size(examples, true, false)));
  }

  /**
   * Runs the parts of a batch on several threads. Each thread takes consecutive parts and has its
   * own gradients. The gradients are summed in the threads' order, so digits depend on the number
   * of threads and on nothing else.
   *
   * @return the loss of each part, in order
   */
  private List<DoubleSupplier> sideBySide(
      INDArray features, INDArray labels, double[] weights, Pass step, int part) {
    int examples = Math.toIntExact(features.size(0));
    int parts = (examples + part - 1) / part;
    int shares = Math.min(programs.sideBySide(part), parts);
    Compiled[] compiled = new Compiled[parts];
    for (int i = 0; i < parts; i++) {
      int count = Math.min(part, examples - i * part);
      compiled[i] = programs.of(new Size(count, true, false), shareOf(i, shares, parts));
    }
    alike.equal(weights.length); // created before threads read it
    DoubleSupplier[] losses = new DoubleSupplier[parts];
    crew.share(
        shares,
        share -> {
          boolean more = false;
          for (int i = 0; i < parts; i++) {
            if (shareOf(i, shares, parts) == share) {
              feed(compiled[i], features, labels, weights, i * part);
              compiled[i].both(step.from(i * part), more, Optional.empty());
              losses[i] = compiled[i].execution().later(Network.LOSS);
              more = true;
            }
          }
        });
    programs.collectGradients(shares);
    return List.of(losses);
  }

  private static int shareOf(int part, int shares, int parts) {
    return (int) ((long) part * shares / parts);
  }

  /** Returns the mean loss, without gradients. */
  public double loss(INDArray features, INDArray labels, INDArray mask) {
    double[] sum = new double[1];
    evaluate(features, labels, mask, false, (first, e) -> sum[0] += e.number(Network.LOSS));
    return sum[0];
  }

  /**
   * Runs a forward pass over a batch and shows each part.
   *
   * @param probing whether to compute all probes
   * @param each receives the index of the part's first example and the execution, which it must
   *     read at once
   */
  public void evaluate(
      INDArray features,
      INDArray labels,
      INDArray mask,
      boolean probing,
      BiConsumer<Integer, Execution<?>> each) {
    evaluate(features, labels, weights(features, mask), probing, each);
  }

  private void evaluate(
      INDArray features,
      INDArray labels,
      double[] weights,
      boolean probing,
      BiConsumer<Integer, Execution<?>> each) {
    int examples = Math.toIntExact(features.size(0));
    int part = programs.part(new Size(examples, false, probing));
    for (int first = 0; first < examples; first += part) {
      int count = Math.min(part, examples - first);
      Compiled c = programs.of(new Size(count, false, probing));
      feed(c, features, labels, weights, first);
      c.forward(Pass.evaluation().from(first));
      each.accept(first, c.execution());
    }
  }

  /** Returns the predictions for each row: (B, T, outputs). */
  INDArray predictions(INDArray features) {
    Signature s = spec.signature();
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
        weights.equal(rows(features)),
        false,
        (first, e) -> {
          INDArray part = e.array(Network.PREDICTION);
          long row = (long) first * s.length();
          Views.rows(all, row, row + part.size(0)).assign(part);
        });
    return all.reshape('c', examples, s.length(), s.outputs());
  }

  private double[] weights(INDArray features, INDArray mask) {
    return weights.of(mask, rows(features));
  }

  private int rows(INDArray features) {
    return Math.toIntExact(features.size(0) * spec.signature().length());
  }

  /** Feeds the examples of a part, starting at {@code first}. */
  private void feed(Compiled c, INDArray features, INDArray labels, double[] weights, int first) {
    long examples = features.size(0);
    int row = (int) (first * (weights.length / examples));
    if (c.asksForRows()) {
      c.execution().feed(Network.ROWS, alike.equal(weights.length), row);
    }
    feed(c, Network.FEATURES, features, examples, first);
    feed(c, Network.LABELS, labels, examples, first);
    c.execution().feed(Network.WEIGHTS, weights, row);
  }

  private static void feed(Compiled c, String name, INDArray all, long examples, int first) {
    c.execution().feed(name, all, first * (all.length() / examples));
  }

  /**
   * Allocates the memory for batches of {@code examples} examples. Without this call, the first
   * batch allocates it.
   *
   * @param training whether batches are for training; if not, for forward passes
   * @param probing whether to compute all probes
   * @throws NoRoomException if it does not fit the trial's share of a device
   */
  public void reserve(int examples, boolean training, boolean probing) {
    int part = training ? trained(examples) : programs.part(new Size(examples, false, probing));
    for (int first = 0; first < examples; first += part) {
      programs.of(new Size(Math.min(part, examples - first), training, probing));
    }
  }

  /** Returns the bytes of all compiled programs, without parameters. */
  long bytes() {
    return programs.bytes();
  }

  /** Frees the programs' memory. */
  @Override
  public void close() {
    crew.close();
    programs.close();
  }
}
