package org.attune.model.layer;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.model.network.Decoder;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.attune.model.program.ParameterSpec;
import org.deeplearning4j.nn.api.Layer;
import org.deeplearning4j.nn.api.ParamInitializer;
import org.deeplearning4j.nn.conf.InputPreProcessor;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.RNNFormat;
import org.deeplearning4j.nn.conf.inputs.InputType;
import org.deeplearning4j.nn.conf.layers.BaseLayer;
import org.deeplearning4j.nn.conf.memory.LayerMemoryReport;
import org.deeplearning4j.nn.conf.memory.MemoryReport;
import org.deeplearning4j.optimize.api.TrainingListener;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.learning.config.IUpdater;
import org.nd4j.linalg.learning.regularization.Regularization;
import org.nd4j.shade.jackson.annotation.JsonProperty;

/**
 * DL4J's configuration of a {@link Network}: its settings and the shapes of its task. It is an
 * output layer that takes the features and holds everything up to the loss. A batch can thus run in
 * parts that stay in cache, and the output matrix can be the embedding's.
 *
 * <p>Arrays have the layout of DL4J's recurrent layers, so that its evaluations read them
 * correctly. Features are (B, T) tokens or (B, columns, T) reals. Labels are (B, T) classes, (B,
 * classes, T) indicators or (B, outputs, T) reals. Predictions are (B, outputs, T), logits if
 * labels are classes. The label mask (B, T) weighs rows; without one, all weigh the same. The score
 * is the weighted mean loss.
 *
 * <p>Two layers are equal if they have the same settings, shapes and training, however far trained.
 */
public final class NetworkLayer extends BaseLayer {

  private static final Set<String> EMBEDDINGS =
      Set.of(Decoder.EMBEDDING_TABLE, Decoder.POSITION_TABLE);

  private static final long serialVersionUID = 1L;

  @JsonProperty private Map<String, String> configuration = new TreeMap<>();
  @JsonProperty private boolean discrete;
  @JsonProperty private int length;
  @JsonProperty private int inputs;
  @JsonProperty private int outputs;
  @JsonProperty private int context;
  @JsonProperty private boolean classes;
  @JsonProperty private int values;
  @JsonProperty private boolean indicators;
  @JsonProperty private Signature.Answer answer = Signature.Answer.ROWS;
  @JsonProperty private boolean varying;
  @JsonProperty private long stateBegan; // steps done when the update rule's state was zero

  private transient @Nullable Set<String> decayed; // names, computed on first use

  /** For deserialisation. */
  NetworkLayer() {}

  public NetworkLayer(
      Configuration settings,
      Signature signature,
      IUpdater updater,
      List<Regularization> regularization) {
    configuration = new TreeMap<>(settings.values());
    discrete = signature.discrete();
    length = signature.length();
    inputs = signature.inputs();
    outputs = signature.outputs();
    context = signature.context();
    classes = signature.classes();
    values = signature.values();
    indicators = signature.indicators();
    answer = signature.answer();
    varying = signature.varying();
    iUpdater = updater;
    this.regularization = regularization;
    layerName = "network";
  }

  public Configuration configuration() {
    return new Configuration(configuration);
  }

  public Signature signature() {
    return new Signature(
        discrete, length, inputs, outputs, context, classes, values, indicators, answer, varying);
  }

  /** Returns the configuration of a running layer, which a checkpoint holds too. */
  public static NetworkLayer configurationOf(Layer running) {
    return (NetworkLayer) running.conf().getLayer();
  }

  /**
   * Returns the number of steps done when the update rule's state last began at zero. A rule that
   * corrects its moments for that start counts its steps from there.
   */
  public long stateBegan() {
    return stateBegan;
  }

  /** Records that the update rule's state begins at zero after {@code steps} steps. */
  public void beginState(long steps) {
    stateBegan = steps;
  }

  private NetworkSpec spec() {
    return new NetworkSpec(configuration(), signature());
  }

  /** Returns the parameters in the order of the flat view. */
  public List<ParameterSpec> parameters() {
    return spec().parameters();
  }

  @Override
  public Layer instantiate(
      NeuralNetConfiguration conf,
      Collection<TrainingListener> listeners,
      int index,
      INDArray paramsView,
      boolean initialise,
      DataType type) {
    NetworkOutputLayer layer = new NetworkOutputLayer(spec(), conf, type);
    layer.setListeners(listeners);
    layer.setIndex(index);
    layer.setParamsViewArray(paramsView);
    layer.setParamTable(initializer().init(conf, paramsView, initialise));
    layer.setConf(conf);
    return layer;
  }

  @Override
  public ParamInitializer initializer() {
    return new FlatParameters(this::parameters);
  }

  @Override
  public InputType getOutputType(int index, InputType input) {
    return InputType.recurrent(outputs, length, RNNFormat.NCW);
  }

  @Override
  public void setNIn(InputType input, boolean override) {
    // the signature defines the shapes
  }

  @Override
  public @Nullable InputPreProcessor getPreProcessorForInputType(InputType input) {
    return null;
  }

  @Override
  public boolean isPretrainParam(String name) {
    return false;
  }

  /** Excludes state from decay, and vectors and embeddings too if the settings exclude them. */
  @Override
  public List<Regularization> getRegularizationByParam(String name) {
    return decayed().contains(name) ? regularization : List.of();
  }

  private Set<String> decayed() {
    if (decayed == null) {
      boolean vectors = configuration().flag(Training.DECAY_GAINS);
      boolean embeddings = configuration().flag(Training.DECAY_EMBEDDINGS);
      decayed =
          parameters().stream()
              .filter(spec -> spec.isTrainable() && (vectors || !spec.isVector()))
              .filter(spec -> embeddings || !EMBEDDINGS.contains(spec.name()))
              .map(ParameterSpec::name)
              .collect(Collectors.toUnmodifiableSet());
    }
    return decayed;
  }

  @Override
  public IUpdater getUpdaterByParam(String name) {
    return iUpdater;
  }

  @Override
  public LayerMemoryReport getMemoryReport(InputType input) {
    long size = parameters().stream().mapToLong(ParameterSpec::size).sum();
    return new LayerMemoryReport.Builder(
            getLayerName(), NetworkLayer.class, input, getOutputType(0, input))
        .standardMemory(size, size * 2)
        .workingMemory(0, 0, 0, 0)
        .cacheMemory(MemoryReport.CACHE_MODE_ALL_ZEROS, MemoryReport.CACHE_MODE_ALL_ZEROS)
        .build();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NetworkLayer layer
        && super.equals(other)
        && configuration.equals(layer.configuration)
        && signature().equals(layer.signature());
  }

  @Override
  protected boolean canEqual(Object other) {
    return other instanceof NetworkLayer;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), configuration, signature());
  }
}
