package org.attune.model.train;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.Metric;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Measures how far one head and one MLP change the residual stream (Patterns and Messages, part 5):
 * the length of what is added, over the length of the stream that it is added to. Both are means
 * over tokens and layers; {@code head_change} is also one over heads.
 *
 * <p>A head adds its d_v columns of what heads read, times its d_v rows of the output projection.
 * Where that projection is of one bit, or a gate comes after it, heads cannot be told apart, and
 * {@code head_change} is absent.
 */
final class StreamChanges {

  static final List<Metric> METRICS =
      List.of(
          Metric.plain(
              "head_change", "ratio", "length of what one head adds over that of the stream"),
          Metric.plain(
              "mlp_change", "ratio", "length of what one MLP adds over that of the stream"));

  private static final Pattern PROJECTION = Pattern.compile("(block\\d+/)projection-of-(\\d+)");
  private static final Pattern MAPPED = Pattern.compile("(block\\d+/)mapped");

  /** A sum over tokens, layers and, where they are told apart, heads. */
  private static final class Sum {
    private double total;
    private double count;

    private void add(INDArray added, double[] before) {
      double[] lengths = lengths(added);
      for (int row = 0; row < lengths.length; row++) {
        total += before[row] > 0 ? lengths[row] / before[row] : 0;
        count++;
      }
    }
  }

  private final int length;
  private final Sum heads = new Sum();
  private final Sum mlps = new Sum();

  /**
   * @param length tokens in a sequence
   */
  StreamChanges(int length) {
    this.length = length;
  }

  /**
   * Adds the outputs of an execution.
   *
   * @param names of the outputs
   * @param array what an output is, by its name
   * @param most examples that count
   */
  void observe(Set<String> names, Function<String, INDArray> array, int most) {
    if (most < 1) {
      return;
    }
    for (String name : names) {
      Matcher mapped = MAPPED.matcher(name);
      if (mapped.matches()) {
        INDArray before = first(array, mapped.group(1) + "attended", most);
        mlps.add(first(array, name, most).sub(before), lengths(before));
      }
      Matcher projection = PROJECTION.matcher(name);
      if (projection.matches()) {
        addHeads(
            first(array, projection.group(1) + "heads", most),
            array.apply(name),
            Integer.parseInt(projection.group(2)),
            first(array, projection.group(1) + "stream", most));
      }
    }
  }

  private void addHeads(INDArray read, INDArray projection, int count, INDArray stream) {
    long width = projection.size(0) / count;
    double[] before = lengths(stream);
    for (int head = 0; head < count; head++) {
      INDArray one = Views.columns(read, head * width, (head + 1) * width).dup('c');
      INDArray map = Views.rows(projection, head * width, (head + 1) * width).dup('c');
      heads.add(one.mmul(map), before);
    }
  }

  private static double[] lengths(INDArray rows) {
    return rows.norm2(1).toDoubleVector();
  }

  /** The rows of the first examples, (examples·T, d). */
  private INDArray first(Function<String, INDArray> array, String name, int most) {
    INDArray all = array.apply(name);
    long rows = Math.min(all.size(0), (long) most * length);
    return Views.rows(all, 0, rows);
  }

  /** Returns the means over all observed executions; without those that none exposed. */
  Map<String, Double> result() {
    Map<String, Double> means = new TreeMap<>();
    if (heads.count > 0) {
      means.put("head_change", heads.total / heads.count);
    }
    if (mlps.count > 0) {
      means.put("mlp_change", mlps.total / mlps.count);
    }
    return means;
  }
}
