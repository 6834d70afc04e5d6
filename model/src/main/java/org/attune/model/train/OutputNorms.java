package org.attune.model.train;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.attune.api.Metric;
import org.attune.model.engine.Execution;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Measures the length of what heads read, and its growth along a sequence (Patterns and Messages).
 * {@code output_norm} is the mean length over tokens and layers. {@code output_norm_growth} is the
 * mean length in the last quarter of tokens over that in the first quarter, averaged over layers.
 */
final class OutputNorms {

  static final List<Metric> METRICS =
      List.of(
          Metric.plain("output_norm", "length", "of what a layer's heads read for a token"),
          Metric.plain(
              "output_norm_growth",
              "ratio",
              "output_norm of a sequence's last quarter over that of its first"));

  private static final Pattern PROBE = Pattern.compile("block\\d+/heads");
  private static final int QUARTERS = 4;

  /** Sums over a layer's tokens. */
  private static final class Layer {
    private double first;
    private double last;
    private double all;
    private long sequences;
  }

  private final int length;
  private final Map<String, Layer> layers = new TreeMap<>();

  /**
   * @param length tokens in a sequence
   */
  OutputNorms(int length) {
    this.length = length;
  }

  /** Adds the outputs of an execution. */
  void observe(Execution<?> execution) {
    if (length < QUARTERS) {
      return;
    }
    for (String name : execution.outputs()) {
      if (PROBE.matcher(name).matches()) {
        add(layers.computeIfAbsent(name, n -> new Layer()), execution.array(name));
      }
    }
  }

  private void add(Layer layer, INDArray read) {
    double[] norms = read.norm2(1).toDoubleVector(); // (B·T)
    int quarter = length / QUARTERS;
    for (int row = 0; row < norms.length; row++) {
      int t = row % length;
      layer.all += norms[row];
      layer.first += t < quarter ? norms[row] : 0;
      layer.last += t >= length - quarter ? norms[row] : 0;
    }
    layer.sequences += norms.length / length;
  }

  /** Returns the means over all observed executions; empty if none exposed the outputs. */
  Map<String, Double> result() {
    if (layers.isEmpty()) {
      return Map.of();
    }
    double norm = 0;
    double growth = 0;
    for (Layer layer : layers.values()) {
      norm += layer.all / (layer.sequences * length) / layers.size();
      growth += (layer.first > 0 ? layer.last / layer.first : 1) / layers.size();
    }
    return Map.of("output_norm", norm, "output_norm_growth", growth);
  }
}
