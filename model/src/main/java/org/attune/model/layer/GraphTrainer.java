package org.attune.model.layer;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.attune.model.engine.ParameterUpdate;
import org.attune.model.engine.UpdateRule;
import org.deeplearning4j.nn.conf.GradientNormalization;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.deeplearning4j.nn.updater.UpdaterBlock;
import org.deeplearning4j.optimize.api.TrainingListener;
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
 * Trains a graph of one {@link NetworkLayer} as {@link ComputationGraph#fit(MultiDataSet)} does:
 * the same update of the same parameters, updater state and iteration count, so that a graph may be
 * saved, restored or averaged between steps of either.
 *
 * <p>Listeners hear what they hear there, in the same order: forward pass (with the features as the
 * one activation below the output), backward pass, gradient, iteration. What they find is what DL4J
 * shows them but for {@link ComputationGraph#gradient()}, which is left empty: the gradient is in
 * {@link ComputationGraph#getFlattenedGradients()}.
 *
 * <p>Where the backend has the update rule it goes past DL4J's optimiser, which makes hundreds of
 * objects a step that hold native memory until they are collected: a long training would grow. The
 * score is then the loss alone, without what weight decay adds to DL4J's, and DL4J's arrays are
 * behind until {@link #publish}, which is done before listeners hear of an iteration.
 */
public final class GraphTrainer {

  private final ComputationGraph graph;
  private final NetworkOutputLayer layer;
  private final boolean direct;
  private GradientUpdater<?> rule;
  private ParameterUpdate update;
  private List<INDArray> kept = List.of(); // DL4J's arrays of what the rule keeps
  private int next = -1; // the iteration that the update is ready for

  public GraphTrainer(ComputationGraph graph) {
    this.graph = graph;
    layer = (NetworkOutputLayer) graph.getLayer(0);
    direct = isOneOfOurs(layer.layerConf());
  }

  /** Whether the settings are such as {@link Training} makes. */
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
   * @param weights (B, T): how much each row's loss counts
   * @return the mean loss, before the step
   */
  public double step(INDArray features, INDArray labels, INDArray weights) {
    return stepAhead(features, labels, weights).getAsDouble();
  }

  /**
   * The same; where the graph computes on a card and nobody listens, nothing waits for the step
   * before its loss is asked for, in the order of the steps. The graph's score is the last one
   * asked for.
   */
  public DoubleSupplier stepAhead(INDArray features, INDArray labels, INDArray weights) {
    if (graph.numParams() == 0) {
      double loss = measure(features, labels, weights);
      return () -> loss;
    }
    if (!direct || !ready()) {
      graph.fit(dataSet(features, labels, weights));
      double score = graph.score();
      return () -> score;
    }
    int iteration = graph.getIterationCount();
    int epoch = graph.getEpochCount();
    if (iteration != next || !layer.runner().parameters().isAhead()) {
      update.adopt(kept); // others may have trained or set the parameters
      layer.runner().publishing(this::publish);
    }
    DoubleSupplier loss =
        graph.getListeners().isEmpty()
            ? unheard(features, labels, weights)
            : heard(features, labels, weights);
    next = iteration + 1;
    tell(l -> l.iterationDone(graph, iteration, epoch));
    graph.getConfiguration().setIterationCount(iteration + 1);
    return loss;
  }

  /**
   * Takes the memory that steps need, which is otherwise taken with the first.
   *
   * @param examples of a step
   * @throws org.attune.model.engine.NoRoomException if it does not fit the trial's share of a
   *     device
   */
  public void reserve(int examples) {
    if (graph.numParams() > 0 && direct && ready()) {
      layer.runner().reserve(examples, true, false);
    }
  }

  private DoubleSupplier unheard(INDArray features, INDArray labels, INDArray weights) {
    BatchRunner.Next step = new BatchRunner.Next(update, nextStep());
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

  private DoubleSupplier heard(INDArray features, INDArray labels, INDArray weights) {
    tell(l -> l.onForwardPass(graph, Map.of(NetworkGraph.FEATURES, asDl4jHasIt(features))));
    int iteration = graph.getIterationCount();
    double loss =
        layer.runner().gradients(features, labels, weights, iteration, layer.conf().getSeed());
    graph.setScore(loss);
    layer.runner().parameters().publishGradients();
    tell(l -> l.onBackwardPass(graph));
    tell(l -> l.onGradientCalculation(graph));
    update.step(nextStep());
    layer.runner().changed();
    publish();
    return () -> loss;
  }

  /** A step of a network that has nothing to learn, which DL4J would pass over in silence. */
  private double measure(INDArray features, INDArray labels, INDArray weights) {
    double loss = layer.runner().loss(features, labels, weights);
    int iteration = graph.getIterationCount();
    graph.setScore(loss);
    tell(l -> l.iterationDone(graph, iteration, graph.getEpochCount()));
    graph.getConfiguration().setIterationCount(iteration + 1);
    return loss;
  }

  /**
   * Puts parameters and what the update rule keeps into DL4J's arrays, which are behind after a
   * step: before the graph is saved, averaged or read by others than its own layer.
   */
  public void publish() {
    if (update != null && next >= 0) {
      update.publish(kept);
      layer.runner().parameters().publish();
    }
  }

  /**
   * A batch in DL4J's layout, as {@link ComputationGraph#fit} takes it.
   *
   * @param features (B, T) tokens or (B, T, columns) reals
   * @param labels likewise
   * @param weights (B, T): how much each row's loss counts
   */
  public static MultiDataSet dataSet(INDArray features, INDArray labels, INDArray weights) {
    return new MultiDataSet(
        new INDArray[] {asDl4jHasIt(features)},
        new INDArray[] {asDl4jHasIt(labels)},
        null,
        new INDArray[] {weights});
  }

  /**
   * Takes a step for each of some batches, in order, as one epoch: listeners hear where it starts
   * and ends, and the graph's epoch count grows by one.
   *
   * @param batches one of features, labels and label masks each, laid out as for {@link
   *     NetworkLayer}
   */
  public void epoch(Iterable<? extends org.nd4j.linalg.dataset.api.MultiDataSet> batches) {
    tell(l -> l.onEpochStart(graph));
    batches.forEach(this::step);
    tell(l -> l.onEpochEnd(graph));
    graph.incrementEpochCount();
  }

  /**
   * Takes one step.
   *
   * @param batch features, labels and label masks, laid out as for {@link NetworkLayer}
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

  /** Whether all parameters follow one rule that we know; finds it where it is new. */
  private boolean ready() {
    if (graph.getFlattenedGradients() == null) {
      graph.initGradientsView();
    }
    var blocks = graph.getUpdater(true).getUpdaterBlocks();
    if (blocks.size() != 1) {
      return false;
    }
    UpdaterBlock block = blocks.get(0);
    if (block.getGradientUpdater() == null) {
      block.init();
    }
    if (block.getGradientUpdater() != rule) {
      rule = block.getGradientUpdater();
      update = updateBy(rule);
    }
    return update != null;
  }

  /** The rule on the layer's backend; null where there is none, and DL4J's own serves. */
  private ParameterUpdate updateBy(GradientUpdater<?> rule) {
    next = -1;
    UpdateRule ours;
    if (rule instanceof AdamUpdater adam) {
      Adam config = adam.getConfig();
      ours = new UpdateRule.Adam(config.getBeta1(), config.getBeta2(), config.getEpsilon());
      kept = List.of(adam.getM(), adam.getV());
    } else if (rule instanceof NesterovsUpdater nesterov) {
      ours = new UpdateRule.Nesterov(nesterov.getConfig().getMomentum());
      kept = List.of(nesterov.getV());
    } else if (rule instanceof HeavyBall.Updater ball) {
      ours = new UpdateRule.HeavyBall(ball.getConfig().momentum());
      kept = List.of(ball.velocity());
    } else if (rule instanceof SgdUpdater) {
      ours = new UpdateRule.Descent();
      kept = List.of();
    } else {
      return null;
    }
    BaseLayer conf = layer.layerConf();
    return layer
        .runner()
        .update(ours, spec -> !conf.getRegularizationByParam(spec.name()).isEmpty())
        .orElse(null);
  }

  private ParameterUpdate.Step nextStep() {
    int iteration = graph.getIterationCount();
    int epoch = graph.getEpochCount();
    double rate = rule.getConfig().getLearningRate(iteration, epoch);
    double decay = 0;
    for (Regularization r : layer.layerConf().getRegularization()) {
      WeightDecay d = (WeightDecay) r;
      decay += d.getCoeff().valueAt(iteration, epoch) * (d.isApplyLR() ? rate : 1);
    }
    return new ParameterUpdate.Step(limit(), rate, decay, iteration);
  }

  /** The largest norm that the gradient may have. */
  private double limit() {
    BaseLayer conf = layer.layerConf();
    return conf.getGradientNormalization() == GradientNormalization.ClipL2PerLayer
        ? conf.getGradientNormalizationThreshold()
        : Double.POSITIVE_INFINITY;
  }
}
