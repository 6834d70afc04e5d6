package org.attune.model.train;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.attention.weights.ClusterRouting;
import org.attune.model.attention.weights.FilteredSoftmax;
import org.attune.model.engine.Backend;
import org.attune.model.engine.Backends;
import org.attune.model.engine.NoRoomException;
import org.attune.model.layer.NetworkGraph;
import org.attune.model.layer.NetworkOutputLayer;
import org.attune.model.layer.TrainingMemory;
import org.attune.model.network.Signature;
import org.attune.model.task.Evaluation;
import org.attune.model.task.ForwardRun;
import org.attune.model.task.HeldOut;
import org.attune.model.task.Task;
import org.deeplearning4j.nn.graph.ComputationGraph;
import org.nd4j.linalg.api.buffer.DataType;

/** Evaluates a trained network on data other than its validation data, or with other settings. */
record Evaluations(Configuration settings, int batchSize) {

  /** Metrics of every trial with a filter: how few messages the network can keep. */
  static final List<Metric> METRICS =
      List.of(
          Metric.lower(
              "validation_loss_at_threshold_<percent>",
              "loss",
              "of the trained network with a filter's threshold at 0, 25, ... 250 % of the median"),
          Metric.plain(
              "kept_fraction_at_threshold_<percent>",
              "share",
              "tokens whose message is kept there"));

  private static final int STEP = 25; // per cent of the median, between thresholds
  private static final int MOST = 250; // drops nine tokens in ten

  private static final Pattern OF_HEADS =
      Pattern.compile(
          "(gate_mean|first_token|output_norm|head_change|mlp_change)|.*_l\\d+(_h\\d+)?");

  /** If messages are filtered, repeats the validation at other thresholds. */
  Map<String, Double> thresholds(Signature signature, HeldOut examples, ComputationGraph trained) {
    Map<String, Double> all = new LinkedHashMap<>();
    if (!settings.choice(Parts.WEIGHT).equals(FilteredSoftmax.OPTION.name())) {
      return all;
    }
    for (int percent = 0; percent <= MOST; percent += STEP) {
      String threshold = Double.toString(percent / 100.0);
      Evaluation evaluation =
          new Evaluation(
              "at_threshold_" + percent,
              signature,
              Map.of(FilteredSoftmax.THRESHOLD.key(), threshold),
              examples);
      Map<String, Double> measured = measure(evaluation, trained);
      for (String name : List.of("validation_loss_", "kept_fraction_")) {
        Double value = measured.get(name + evaluation.suffix());
        if (value != null) {
          all.put(name + evaluation.suffix(), value);
        }
      }
    }
    return all;
  }

  /**
   * Plans the bytes that a trial's forward runs take on the processor, besides its training. Runs
   * follow one another, so it plans for the largest network.
   */
  static long plannedBytes(Configuration settings, Task task) {
    Signature signature = task.signature(settings);
    Stream<ForwardRun> all = task.runAfterwards(settings).stream();
    if (settings.choice(Parts.WEIGHT).equals(FilteredSoftmax.OPTION.name())) {
      all = Stream.concat(all, Stream.of(new ForwardRun(signature, Map.of())));
    }
    Configuration trained = asTrained(settings, signature.length());
    return all.mapToLong(v -> TrainingMemory.forwardBytes(v.of(trained), v.signature()))
        .max()
        .orElse(0);
  }

  /** Returns settings that make a network with the same number of parameters at other lengths. */
  private static Configuration asTrained(Configuration settings, int length) {
    return settings.choice(Parts.WEIGHT).equals(ClusterRouting.OPTION.name())
        ? ClusterRouting.asTrainedAt(length, settings)
        : settings;
  }

  /**
   * Returns the metrics with the evaluation's suffix, without those of heads (means or single
   * heads).
   */
  Map<String, Double> measure(Evaluation evaluation, ComputationGraph trained) {
    NetworkOutputLayer layer = (NetworkOutputLayer) trained.getLayer(0);
    Configuration changed =
        new ForwardRun(evaluation.signature(), evaluation.changes())
            .of(asTrained(settings, layer.length()));
    ComputationGraph graph = NetworkGraph.of(changed, evaluation.signature(), 0, DataType.FLOAT);
    NetworkOutputLayer network = (NetworkOutputLayer) graph.getLayer(0);
    try {
      if (graph.numParams() != trained.numParams()) {
        throw new IllegalArgumentException(
            "Cannot evaluate %s: the network has %d parameters there, and %d were trained (learned positions go no further than they were trained)"
                .formatted(evaluation.suffix(), graph.numParams(), trained.numParams()));
      }
      if (trained.numParams() > 0) {
        graph.setParams(trained.params());
      }
      Map<String, Double> measured = new LinkedHashMap<>();
      validation(network, changed, evaluation, layer.device())
          .measure()
          .forEach(
              (name, value) -> {
                boolean told =
                    !OF_HEADS.matcher(name).matches()
                        && (!name.equals("kept_fraction") || !evaluation.changes().isEmpty());
                if (told) {
                  measured.put(name + "_" + evaluation.suffix(), value);
                }
              });
      return measured;
    } finally {
      network.close();
      NetworkGraph.close(graph);
    }
  }

  /** Uses the training's device if that has the kernels and the memory, else the processor. */
  private Validation validation(
      NetworkOutputLayer network,
      Configuration changed,
      Evaluation evaluation,
      Optional<Backend<?>> device) {
    boolean able = Placement.uncovered(changed, evaluation.signature()).isEmpty();
    if (device.isPresent() && able) {
      network.computeOn(device.get());
      try {
        Validation validation = new Validation(network, evaluation.examples(), batchSize);
        validation.reserve();
        return validation;
      } catch (NoRoomException e) {
        network.computeOn(Backends.of(DataType.FLOAT)); // the training uses the rest of its share
      }
    }
    return new Validation(network, evaluation.examples(), batchSize);
  }
}
