package org.attune.model.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
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
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.attune.model.program.Noise;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Runs a network over whole batches, a few examples at a time so that activations stay in cache.
 * One thread at a time calls it; a training step may use several, each with parts of the batch.
 */
public final class BatchRunner implements AutoCloseable {

  /** DL4J's views of its flat arrays. */
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
  private final Map<String, INDArray> values;
  private final Map<String, INDArray> gradients;
  private final NetworkPrograms programs;
  private final Crew crew;
  private final RowWeights weights = new RowWeights();
  private final RowWeights alike = new RowWeights();
  private final int steps;
  private Runnable publishing = () -> {};

  /**
   * @param backend where it computes
   */
  BatchRunner(
      NetworkSpec spec,
      Backend<?> backend,
      DataType type,
      Map<String, INDArray> values,
      Map<String, INDArray> gradients) {
    this.spec = spec;
    this.type = type;
    this.values = values;
    this.gradients = gradients;
    programs = new NetworkPrograms(spec, backend, type, new FlatViews(values, gradients));
    // State follows what a batch shows part by part: in their order.
    boolean apart =
        backend == Backends.cpu()
            && spec.parameters().stream().allMatch(ParameterSpec::isTrainable);
    crew = new Crew(apart ? Threads.used() : 1);
    steps = Math.max(1, spec.settings().integer(Training.STEPS));
  }

  /** Whether an example's attention weights are few enough to be looked at. */
  public boolean canBeWatched() {
    return spec.watchedAtOnce() > 0;
  }

  Map<String, INDArray> values() {
    return values;
  }

  Map<String, INDArray> gradients() {
    return gradients;
  }

  /** The parameters as programs see them, and their gradients. */
  ParameterStore<?> parameters() {
    return programs.parameters();
  }

  /**
   * An update rule over the parameters, where the backend has one.
   *
   * @param decays which parameters weight decay takes its share of
   */
  Optional<ParameterUpdate> update(UpdateRule rule, Predicate<ParameterSpec> decays) {
    return programs.update(rule, decays);
  }

  /** Says that parameters have changed since the programs last ran. */
  void changed() {
    programs.changed();
  }

  /** Takes over DL4J's parameters, unless a {@link GraphTrainer} has gone ahead of them. */
  BatchRunner synchronised() {
    if (!parameters().isAhead()) {
      parameters().adopt();
      changed();
    }
    return this;
  }

  /**
   * Says how what has gone ahead is put into DL4J's arrays; called before DL4J goes on from them.
   */
  void publishing(Runnable how) {
    publishing = how;
  }

  /** Puts what has gone ahead into DL4J's arrays. */
  void publish() {
    if (parameters().isAhead()) {
      publishing.run();
    }
  }

  /**
   * Forms the derivative of the mean loss, in {@link #parameters}; state moves on.
   *
   * @return the mean loss
   */
  double gradients(INDArray features, INDArray labels, INDArray mask, int iteration, long seed) {
    return run(features, labels, mask, iteration, seed, Optional.empty()).getAsDouble();
  }

  /** A step of an update rule, to be taken with a batch's gradient. */
  record Next(ParameterUpdate update, ParameterUpdate.Step step) {}

  /**
   * Forms the derivative of the mean loss, moves state on and takes a step.
   *
   * @return the mean loss before the step, to be asked for later
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

  /** Examples of a batch that a training step works on at a time, so that no thread stands idle. */
  private int trained(int examples) {
    int share = (examples + crew.threads() - 1) / crew.threads();
    return Math.min(share, programs.part(new Size(examples, true, false)));
  }

  /**
   * The parts of a batch on several threads, each with a run of parts that follow one another and
   * with gradients of its own, which are added up in the threads' order: digits depend on how many
   * threads there are, and on nothing else.
   *
   * @return the loss of each part, in order
   */
  private List<DoubleSupplier> sideBySide(
      INDArray features, INDArray labels, double[] weights, Pass step, int part) {
    int examples = Math.toIntExact(features.size(0));
    int parts = (examples + part - 1) / part;
    int shares = Math.min(crew.threads(), parts);
    Compiled[] compiled = new Compiled[parts];
    for (int i = 0; i < parts; i++) {
      int count = Math.min(part, examples - i * part);
      compiled[i] = programs.of(new Size(count, true, false), shareOf(i, shares, parts));
    }
    alike.of(null, weights.length); // made before threads ask for it
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

  /** The mean loss, without gradients. */
  public double loss(INDArray features, INDArray labels, INDArray mask) {
    double[] sum = new double[1];
    evaluate(features, labels, mask, false, (first, e) -> sum[0] += e.number(Network.LOSS));
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
      BiConsumer<Integer, Execution<?>> each) {
    int examples = Math.toIntExact(features.size(0));
    int part = programs.part(new Size(examples, false, probing));
    double[] weights = weights(features, mask);
    for (int first = 0; first < examples; first += part) {
      int count = Math.min(part, examples - first);
      Compiled c = programs.of(new Size(count, false, probing));
      feed(c, features, labels, weights, first);
      c.forward(Pass.evaluation().from(first));
      each.accept(first, c.execution());
    }
  }

  /** What is predicted for each row: (B, T, outputs). */
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
        null,
        false,
        (first, e) -> {
          INDArray part = e.array(Network.PREDICTION);
          long row = (long) first * s.length();
          Views.rows(all, row, row + part.size(0)).assign(part);
        });
    return all.reshape('c', examples, s.length(), s.outputs());
  }

  private double[] weights(INDArray features, INDArray mask) {
    return weights.of(mask, Math.toIntExact(features.size(0) * spec.signature().length()));
  }

  /** Feeds the examples of a part, of which the first is {@code first}. */
  private void feed(Compiled c, INDArray features, INDArray labels, double[] weights, int first) {
    long examples = features.size(0);
    if (c.asksForRows()) {
      c.execution()
          .feed(
              Network.ROWS,
              alike.of(null, weights.length),
              (int) (first * (weights.length / examples)));
    }
    feed(c, Network.FEATURES, features, examples, first);
    feed(c, Network.LABELS, labels, examples, first);
    c.execution().feed(Network.WEIGHTS, weights, (int) (first * (weights.length / examples)));
  }

  private static void feed(Compiled c, String name, INDArray all, long examples, int first) {
    c.execution().feed(name, all, first * (all.length() / examples));
  }

  /**
   * Takes the memory for batches of so many examples, which is otherwise taken with the first.
   *
   * @param training whether they are trained on, rather than run forward over
   * @param probing whether everything that can be watched is formed
   * @throws NoRoomException if it does not fit the trial's share of a device
   */
  public void reserve(int examples, boolean training, boolean probing) {
    int part = training ? trained(examples) : programs.part(new Size(examples, false, probing));
    for (int first = 0; first < examples; first += part) {
      programs.of(new Size(Math.min(part, examples - first), training, probing));
    }
  }

  /** The bytes of all programs that it has compiled, parameters not counted. */
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
