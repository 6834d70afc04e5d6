package org.attune.model.layer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.nn.updater.UpdaterBlock;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.MultiDataSet;
import org.nd4j.linalg.learning.AdamUpdater;
import org.nd4j.linalg.learning.GradientUpdater;
import org.nd4j.linalg.learning.NesterovsUpdater;
import org.nd4j.linalg.learning.SgdUpdater;
import org.nd4j.linalg.learning.config.Adam;
import org.nd4j.linalg.learning.regularization.Regularization;
import org.nd4j.linalg.learning.regularization.WeightDecay;

/**
 * Trains a graph of one {@link NetworkLayer} as {@link ComputationGraph#fit(MultiDataSet)} does,
 * with the same updates of parameters, updater state and iteration count. A graph may therefore be
 * saved, restored or averaged between steps of either.
 *
 * <p>Listeners receive the same events in the same order: forward pass (with the features as the
 * one activation below the output), backward pass, gradient, iteration. They see what DL4J shows
 * them except {@link ComputationGraph#gradient()}, which stays empty: the gradient is in {@link
 * ComputationGraph#getFlattenedGradients()}.
 *
 * <p>If the backend has the update rule, the trainer bypasses DL4J's optimiser. That optimiser
 * creates hundreds of objects per step that hold native memory until they are collected, so a long
 * training would grow. The score is then the loss alone, without the weight decay that DL4J adds.
 * DL4J's arrays are stale until {@link #publish}, which runs before listeners receive an iteration.
 */
public final class GraphTrainer {

  private final ComputationGraph graph;
  private final NetworkOutputLayer layer;
  private final boolean direct;
  private @Nullable GradientUpdater<?> seen; // DL4J's rule, for which ours was looked up
  private Optional<Update> update = Optional.empty();
  private int next = -1; // the iteration that the update expects

  /**
   * Our update rule.
   *
   * @param theirs DL4J's, which it replaces
   * @param kept DL4J's arrays of the rule's state
   */
  private record Update(ParameterUpdate ours, GradientUpdater<?> theirs, List<INDArray> kept) {}

  public GraphTrainer(ComputationGraph graph) {
    this.graph = graph;
    layer = (NetworkOutputLayer) graph.getLayer(0);
    direct = isOneOfOurs(layer.layerConf());
  }

  /** Whether {@link Training} could have made these settings. */
  private static boolean isOneOfOurs(BaseLayer conf) {
    GradientNormalization clip = conf.getGradientNormalization();
    return (clip == null
            || clip == GradientNormalization.None
            || clip == GradientNormalization.ClipL2PerLayer)
        && conf.getRegularization().stream().allMatch(r -> r instanceof WeightDecay);
  }

  /**
   * Takes one step.
   *
   * @param features (B, T) tokens or (B, T, columns) reals
   * @param labels likewise
   * @param weights (B, T): weight of each row's loss
   * @return the mean loss, before the step
   */
  public double step(INDArray features, INDArray labels, INDArray weights) {
    return stepAhead(features, labels, weights).getAsDouble();
  }

  /**
   * Takes one step without waiting for it if the graph runs on a GPU and has no listeners. Read the
   * losses in the order of the steps; reading one waits for its step. The graph's score is the last
   * loss read.
   */
  public DoubleSupplier stepAhead(INDArray features, INDArray labels, INDArray weights) {
    if (graph.numParams() == 0) {
      double loss = measure(features, labels, weights);
      return () -> loss;
    }
    Optional<Update> rule = direct ? update() : Optional.empty();
    if (rule.isEmpty()) {
      graph.fit(dataSet(features, labels, weights));
      double score = graph.score();
      return () -> score;
    }
    Update update = rule.get();
    int iteration = graph.getIterationCount();
    int epoch = graph.getEpochCount();
    if (iteration != next || !layer.runner().parameters().isAhead()) {
      update.ours().adopt(update.kept()); // something else may have trained or set the parameters
      layer.runner().publishing(this::publish);
    }
    DoubleSupplier loss =
        graph.getListeners().isEmpty()
            ? unheard(update, features, labels, weights)
            : heard(update, features, labels, weights);
    next = iteration + 1;
    tell(l -> l.iterationDone(graph, iteration, epoch));
    graph.getConfiguration().setIterationCount(iteration + 1);
    return loss;
  }

  /**
   * Allocates the memory that steps need. Without this call, the first step allocates it.
   *
   * @param examples examples per step
   * @throws org.attune.model.engine.NoRoomException if it does not fit the trial's share of a
   *     device
   */
  public void reserve(int examples) {
    if (graph.numParams() > 0 && direct && update().isPresent()) {
      layer.runner().reserve(examples, true, false);
    }
  }

  private DoubleSupplier unheard(
      Update update, INDArray features, INDArray labels, INDArray weights) {
    BatchRunner.Next step = new BatchRunner.Next(update.ours(), next(update.theirs()));
    long seed = layer.conf().getSeed();
    DoubleSupplier loss =
        layer.runner().step(features, labels, weights, graph.getIterationCount(), seed, step);
    layer.runner().changed();
    return () -> {
      double value = loss.getAsDouble();
      graph.setScore(value);
      return value;
    };
  }

  private DoubleSupplier heard(
      Update update, INDArray features, INDArray labels, INDArray weights) {
    tell(l -> l.onForwardPass(graph, Map.of(NetworkGraph.FEATURES, asDl4jHasIt(features))));
    int iteration = graph.getIterationCount();
    double loss =
        layer.runner().gradients(features, labels, weights, iteration, layer.conf().getSeed());
    graph.setScore(loss);
    layer.runner().parameters().publishGradients();
    tell(l -> l.onBackwardPass(graph));
    tell(l -> l.onGradientCalculation(graph));
    update.ours().step(next(update.theirs()));
    layer.runner().changed();
    publish();
    return () -> loss;
  }

  /** Runs a step of a network without trainable parameters, which DL4J would silently skip. */
  private double measure(INDArray features, INDArray labels, INDArray weights) {
    double loss = layer.runner().loss(features, labels, weights);
    int iteration = graph.getIterationCount();
    graph.setScore(loss);
    tell(l -> l.iterationDone(graph, iteration, graph.getEpochCount()));
    graph.getConfiguration().setIterationCount(iteration + 1);
    return loss;
  }

  /**
   * Copies parameters and the update rule's state into DL4J's arrays, which are stale after a step.
   * Call it before the graph is saved, averaged or read by anything but its own layer.
   */
  public void publish() {
    if (update.isPresent() && next >= 0) {
      update.get().ours().publish(update.get().kept());
      layer.runner().parameters().publish();
    }
  }

  /**
   * Returns a batch in DL4J's layout, for {@link ComputationGraph#fit}.
   *
   * @param features (B, T) tokens or (B, T, columns) reals
   * @param labels likewise
   * @param weights (B, T): weight of each row's loss
   */
  public static MultiDataSet dataSet(INDArray features, INDArray labels, INDArray weights) {
    return new MultiDataSet(
        new INDArray[] {asDl4jHasIt(features)},
        new INDArray[] {asDl4jHasIt(labels)},
        null,
        new INDArray[] {weights});
  }

  /**
   * Takes one step.
   *
   * @param batch one array each of features, labels and label masks, laid out as for {@link
   *     NetworkLayer}
   * @return the mean loss, before the step
   */
  public double step(org.nd4j.linalg.dataset.api.MultiDataSet batch) {
    return step(
        NetworkOutputLayer.rows(batch.getFeatures(0)),
        layer.targets(batch.getLabels(0)),
        batch.getLabelsMaskArray(0));
  }

  private void tell(Consumer<TrainingListener> event) {
    for (TrainingListener listener : graph.getListeners()) {
      event.accept(listener);
    }
  }

  private static INDArray asDl4jHasIt(INDArray x) {
    return x.rank() == 3 ? NetworkOutputLayer.turned(x) : x;
  }

  /** The rule that all parameters share, if we have it; looks it up if it is new. */
  private Optional<Update> update() {
    if (graph.getFlattenedGradients() == null) {
      graph.initGradientsView();
    }
    var blocks = graph.getUpdater(true).getUpdaterBlocks();
    if (blocks.size() != 1) {
      return Optional.empty();
    }
    UpdaterBlock block = blocks.get(0);
    if (block.getGradientUpdater() == null) {
      block.init();
    }
    GradientUpdater<?> rule = block.getGradientUpdater();
    if (rule != seen) {
      seen = rule;
      update = updateBy(rule);
    }
    return update;
  }

  /** Returns the rule on the layer's backend; empty if there is none and DL4J's own must serve. */
  private Optional<Update> updateBy(GradientUpdater<?> rule) {
    next = -1;
    UpdateRule ours;
    List<INDArray> kept; // DL4J's arrays of its state
    if (rule instanceof AdamUpdater adam) {
      Adam config = adam.getConfig();
      ours = layer.runner().rule(adam(config));
      kept = List.of(adam.getM(), adam.getV());
    } else if (rule instanceof NesterovsUpdater nesterov) {
      ours = new UpdateRule.Nesterov(nesterov.getConfig().getMomentum());
      kept = List.of(nesterov.getV());
    } else if (rule instanceof MomentumUpdater.State own) {
      ours = ruleOf(own.getConfig());
      kept = own.arrays();
    } else if (rule instanceof SgdUpdater) {
      ours = new UpdateRule.Descent();
      kept = List.of();
    } else {
      return Optional.empty();
    }
    BaseLayer conf = layer.layerConf();
    Optional<ParameterUpdate> made =
        layer.runner().update(ours, spec -> !conf.getRegularizationByParam(spec.name()).isEmpty());
    if (made.isEmpty() && ours instanceof UpdateRule.GroupedAdam) {
      throw new IllegalStateException("DL4J's own optimiser has one step size for all parameters");
    }
    return made.map(update -> new Update(update, rule, kept));
  }

  private UpdateRule ruleOf(MomentumUpdater config) {
    return config instanceof Muon muon
        ? new UpdateRule.MuonRule(
            muon.momentum(), adam(muon.others()), muon.ratio(), layer.runner().hiddenMatrices())
        : new UpdateRule.HeavyBallRule(config.momentum());
  }

  private static UpdateRule.Adam adam(Adam config) {
    return new UpdateRule.Adam(config.getBeta1(), config.getBeta2(), config.getEpsilon());
  }

  private ParameterUpdate.Step next(GradientUpdater<?> rule) {
    int iteration = graph.getIterationCount();
    int epoch = graph.getEpochCount();
    double rate = rule.getConfig().getLearningRate(iteration, epoch);
    double decay = 0;
    for (Regularization r : layer.layerConf().getRegularization()) {
      WeightDecay d = (WeightDecay) r;
      decay += d.getCoeff().valueAt(iteration, epoch) * (d.isApplyLR() ? rate : 1);
    }
    long ofState = Math.max(0, iteration - NetworkLayer.configurationOf(layer).stateBegan());
    return new ParameterUpdate.Step(limit(), rate, decay, ofState);
  }

  /** Returns the largest allowed norm of the gradient. */
  private double limit() {
    BaseLayer conf = layer.layerConf();
    return conf.getGradientNormalization() == GradientNormalization.ClipL2PerLayer
        ? conf.getGradientNormalizationThreshold()
        : Double.POSITIVE_INFINITY;
  }
}
