package org.attune.model.train;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.Metric;
import org.attune.model.engine.Execution;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Averages what heads do, for networks that expose it:
 *
 * <ul>
 *   <li>{@code gate_mean_l<layer>_h<head>}: the mean of that head's gate; {@code gate_mean} is that
 *       of all heads;
 *   <li>{@code kept_fraction_l<layer>_h<head>}, {@code kept_fraction}: the share of tokens whose
 *       message a filter keeps;
 *   <li>{@code first_token_l<layer>_h<head>}, {@code first_token}: the share of a query's absolute
 *       weight on the first token, over queries after the first.
 * </ul>
 */
final class HeadMeans {

  static final List<Metric> METRICS =
      List.of(
          Metric.plain("gate_mean", "share", "how far gates are open; where there are gates"),
          Metric.plain("gate_mean_l<layer>_h<head>", "share", "the same of one head"),
          Metric.plain(
              "kept_fraction",
              "share",
              "tokens whose message is kept; where a filter leaves some out"),
          Metric.plain("kept_fraction_l<layer>_h<head>", "share", "the same of one head"),
          Metric.plain(
              "first_token", "share", "of a query's weight, by size, that the first token gets"),
          Metric.plain("first_token_l<layer>_h<head>", "share", "the same of one head"));

  private static final Pattern PROBE =
      Pattern.compile("block(\\d+)/(gate|kept|weights)(?:-of-(\\d+))?");

  private final Set<String> always;
  private final Map<String, double[]> sums = new TreeMap<>(); // name -> {sum, count}

  /**
   * @param always the outputs of executions that do not probe, too
   */
  HeadMeans(Set<String> always) {
    this.always = always;
  }

  /**
   * Adds the outputs of an execution.
   *
   * @param most examples that count of what only probing shows
   */
  void observe(Execution<?> execution, int most) {
    for (String name : execution.outputs()) {
      Matcher probe = PROBE.matcher(name);
      if (!probe.matches()) {
        continue;
      }
      INDArray shown = execution.array(name);
      switch (probe.group(2)) {
        case "gate" -> rows("gate_mean", probe.group(1), shown, Integer.parseInt(probe.group(3)));
        case "kept" -> rows("kept_fraction", probe.group(1), shown, (int) shown.size(1));
        default ->
            firstToken(probe.group(1), shown, always.contains(name) ? Integer.MAX_VALUE : most);
      }
    }
  }

  /** Adds the means of each head's columns, for (rows, heads·width). */
  private void rows(String name, String layer, INDArray shown, int heads) {
    double[] means = shown.mean(false, 0).toDoubleVector();
    int width = means.length / heads;
    for (int h = 0; h < heads; h++) {
      double mean = 0;
      for (int i = h * width; i < (h + 1) * width; i++) {
        mean += means[i] / width;
      }
      add(name, layer, h, mean * shown.size(0), shown.size(0));
    }
  }

  /** Adds weights of shape (B, H, T, T), where H counts the reading heads. */
  private void firstToken(String layer, INDArray weights, int most) {
    int count = (int) weights.size(1);
    int length = (int) weights.size(3);
    float[] all = weights.dup('c').data().asFloat();
    long rows = Math.max(0, Math.min(most, weights.size(0))) * count * length;
    for (int row = 0; row < rows; row++) {
      int query = row % length;
      if (query == 0) {
        continue; // the first query sees only the first token
      }
      double size = 0;
      for (int j = 0; j <= query; j++) {
        size += Math.abs(all[row * length + j]);
      }
      double first = size == 0 ? 0 : Math.abs(all[row * length]) / size;
      add("first_token", layer, row / length % count, first, 1);
    }
  }

  private void add(String name, String layer, int head, double sum, double count) {
    for (String key : new String[] {name, name + "_l" + layer + "_h" + head}) {
      double[] total = sums.computeIfAbsent(key, k -> new double[2]);
      total[0] += sum;
      total[1] += count;
    }
  }

  /** Returns the means over all observed executions, by metric name. */
  Map<String, Double> result() {
    Map<String, Double> means = new TreeMap<>();
    sums.forEach((name, total) -> means.put(name, total[0] / total[1]));
    return means;
  }
}
