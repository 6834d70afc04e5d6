package org.attune.model.layer;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.deeplearning4j.nn.api.MaskState;
import org.deeplearning4j.nn.api.layers.IOutputLayer;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.gradient.DefaultGradient;
import org.deeplearning4j.nn.gradient.Gradient;
import org.deeplearning4j.nn.layers.BaseLayer;
import org.deeplearning4j.nn.workspace.ArrayType;
import org.deeplearning4j.nn.workspace.LayerWorkspaceMgr;
import org.jspecify.annotations.Nullable;
import org.nd4j.common.primitives.Pair;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.dataset.api.DataSet;
import org.nd4j.linalg.dataset.api.iterator.DataSetIterator;

/**
 * A running {@link NetworkLayer}: DL4J's view of a {@link BatchRunner}. DL4J lays reals out as (B,
 * columns, T), the runner as (B, T, columns); this class converts between the two.
 */
public final class NetworkOutputLayer extends BaseLayer<org.deeplearning4j.nn.conf.layers.BaseLayer>
    implements IOutputLayer {

  private static final long serialVersionUID = 1L;

  private final transient NetworkSpec spec;
  private transient Optional<Backend<?>> backend = Optional.empty(); // the processor's
  private transient Optional<BatchRunner> runner = Optional.empty();
  private transient @Nullable INDArray labels; // DL4J sets them, also to null

  /**
   * @param conf configuration whose layer is a {@link NetworkLayer} of that network
   */
  NetworkOutputLayer(NetworkSpec spec, NeuralNetConfiguration conf, DataType type) {
    super(conf, type);
    this.spec = spec;
  }

  /** Returns the network's programs over this layer's parameters. */
  public BatchRunner runner() {
    if (runner.isPresent() && !runner.get().isOver(params, gradientViews)) {
      close();
    }
    if (runner.isEmpty()) {
      Backend<?> on = backend.isPresent() ? backend.get() : Backends.of(getDataType());
      runner = Optional.of(new BatchRunner(spec, on, getDataType(), params, gradientViews));
    }
    return runner.get().synchronised();
  }

  /**
   * Runs on a backend from now on, instead of the processor's.
   *
   * @param on must stay open while this layer is in use
   */
  public void computeOn(Backend<?> on) {
    runner.ifPresent(BatchRunner::publish);
    close();
    backend = Optional.of(on);
  }

  /** Returns the backend set by {@link #computeOn}; empty for the processor's. */
  public Optional<Backend<?>> device() {
    return backend;
  }

  /** Whether the network predicts each token from those before it. */
  public boolean isSequential() {
    return spec.signature().discrete();
  }

  /** Returns the number of trainable numbers, without state. */
  public long trainable() {
    return ParameterSpec.trainable(spec.parameters());
  }

  /** Returns the shapes of its task. */
  public Signature signature() {
    return spec.signature();
  }

  /** Returns the number of rows of an example. */
  public int length() {
    return spec.signature().length();
  }

  @Override
  public Pair<Gradient, INDArray> backpropGradient(INDArray epsilon, LayerWorkspaceMgr mgr) {
    assertInputSet(true);
    runner().publish(); // DL4J updates its own arrays
    score =
        runner()
            .gradients(rows(input), givenTargets(), maskArray, getIterationCount(), conf.getSeed());
    runner().parameters().publishGradients();
    Gradient gradient = new DefaultGradient(gradientsFlattened);
    for (Map.Entry<String, INDArray> view : gradientViews.entrySet()) {
      gradient.gradientForVariable().put(view.getKey(), view.getValue());
    }
    return new Pair<>(gradient, null); // no layer below takes a gradient: features are data
  }

  @Override
  public INDArray activate(boolean training, LayerWorkspaceMgr mgr) {
    assertInputSet(false);
    INDArray prediction = turned(runner().predictions(rows(input))); // (B, outputs, T)
    return mgr.leverageTo(ArrayType.ACTIVATIONS, prediction);
  }

  /** Returns tokens (B, T) unchanged, and reals (B, columns, T) as (B, T, columns). */
  static INDArray rows(INDArray features) {
    return features.rank() == 3 ? turned(features) : features;
  }

  private INDArray givenTargets() {
    return targets(Objects.requireNonNull(labels, "DL4J has set no labels"));
  }

  /** Returns classes (B, T), also from indicators (B, classes, T), or reals (B, T, columns). */
  INDArray targets(INDArray labels) {
    boolean indicators = spec.signature().classes() && labels.rank() == 3;
    return indicators ? labels.argMax(1) : rows(labels);
  }

  /** Transposes (B, a, b) to (B, b, a), dense. */
  static INDArray turned(INDArray x) {
    return x.permute(0, 2, 1).dup('c');
  }

  @Override
  public INDArray activate(INDArray features, boolean training, LayerWorkspaceMgr mgr) {
    setInput(features, mgr);
    return activate(training, mgr);
  }

  /** Returns the loss of the last batch with a backward pass, or of the current one. */
  @Override
  public double computeScore(double regularisation, boolean training, LayerWorkspaceMgr mgr) {
    if (!training) {
      score = runner().loss(rows(input), givenTargets(), maskArray);
    }
    return score + regularisation;
  }

  @Override
  public INDArray computeScoreForExamples(double regularisation, LayerWorkspaceMgr mgr) {
    throw new UnsupportedOperationException("Cannot score examples one by one: score the batch");
  }

  @Override
  public boolean updaterDivideByMinibatch(String name) {
    return false; // the loss already is a mean
  }

  @Override
  public boolean isPretrainLayer() {
    return false;
  }

  @Override
  public boolean hasBias() {
    return false;
  }

  @Override
  public boolean needsLabels() {
    return true;
  }

  @Override
  public void setLabels(@Nullable INDArray labels) {
    this.labels = labels;
  }

  @Override
  public @Nullable INDArray getLabels() {
    return labels;
  }

  @Override
  @SuppressWarnings("deprecation") // DL4J's interface still has it
  public int numLabels() {
    return spec.signature().outputs();
  }

  @Override
  public void clear() {
    super.clear();
    labels = null;
  }

  @Override
  public void close() {
    runner.ifPresent(BatchRunner::close);
    runner = Optional.empty();
  }

  @Override
  public Pair<INDArray, MaskState> feedForwardMaskArray(
      INDArray mask, MaskState state, int minibatchSize) {
    return new Pair<>(mask, state);
  }

  // ---- the classifier interface, unused by a network in a graph

  @Override
  public double f1Score(DataSet data) {
    throw unused();
  }

  @Override
  public double f1Score(INDArray examples, INDArray labels) {
    throw unused();
  }

  @Override
  public void fit(DataSetIterator iterator) {
    throw unused();
  }

  @Override
  public int[] predict(INDArray examples) {
    throw unused();
  }

  @Override
  public List<String> predict(DataSet data) {
    throw unused();
  }

  @Override
  public void fit(INDArray examples, INDArray labels) {
    throw unused();
  }

  @Override
  public void fit(DataSet data) {
    throw unused();
  }

  @Override
  public void fit(INDArray examples, int[] labels) {
    throw unused();
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("Cannot use this layer by itself: fit its graph");
  }
}
