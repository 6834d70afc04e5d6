package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * Times a bare operator: its forward pass alternates with that of softmax attention on the same
 * sets of n Gaussian rows with k columns. Queries and values have the same number of rows and
 * columns. Nothing is learned. (Garnelo and Czarnecki 2023, Figure 5.)
 */
public final class CostTask extends DescribedTask {

  static final Parameter CONTEXT = TaskParameters.rows(2, 8192, 64, "rows of a set: n");
  static final Parameter DIMENSION =
      TaskParameters.integer("task.dimension", 1, 8192, 16, "columns of a row: k");
  static final Parameter SETS = TaskParameters.validationSets(16, "sets in a timed batch");

  private static final Map<String, String> BESIDE = Map.of("attention.weights", "softmax");

  public CostTask() {
    super(
        Option.of(
            "forward-cost",
            "a bare operator's forward pass timed beside softmax's; nothing to learn",
            "Garnelo and Czarnecki 2023, Figure 5",
            CONTEXT,
            DIMENSION,
            SETS),
        Metric.lower("forward_milliseconds", "ms", "median, of one batch"),
        Metric.plain("softmax_forward_milliseconds", "ms", "softmax's on the same batch"),
        Metric.lower("forward_over_softmax", "ratio", "of the medians, of runs in turn"));
  }

  @Override
  public Signature signature(Configuration settings) {
    int n = settings.integer(CONTEXT);
    int k = settings.integer(DIMENSION);
    return Signature.set(n, n, k, k);
  }

  @Override
  public List<ForwardRun> runAfterwards(Configuration settings) {
    return List.of(new ForwardRun(signature(settings), BESIDE));
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    return new RandomSets(signature(settings), false, settings.integer(SETS), seed) {
      @Override
      public Optional<Map<String, String>> timedBeside() {
        return Optional.of(BESIDE);
      }
    };
  }
}
