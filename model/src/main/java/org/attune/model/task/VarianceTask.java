package org.attune.model.task;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Network;
import org.attune.model.network.Signature;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Measures the variance of a bare operator's matrix S on random sets. Keys and queries come from
 * N(0, I); values are the unit vectors, so the output is S. It shows whether an operator needs
 * scaling. Nothing is learned. (Garnelo and Czarnecki 2023, Figure 15; science 3.1.)
 */
public final class VarianceTask extends DescribedTask {

  static final Parameter CONTEXT = TaskParameters.rows(1, 8192, 64, "rows of a set: n");
  static final Parameter DIMENSION =
      TaskParameters.integer("task.dimension", 1, 8192, 16, "columns of a row: k");
  static final Parameter SETS = TaskParameters.validationSets(32, "sets measured");

  public VarianceTask() {
    super(
        Option.of(
            "weight-variance",
            "the variance of a bare operator's matrix on random sets; nothing to learn",
            "Garnelo and Czarnecki 2023, Figure 15",
            CONTEXT,
            DIMENSION,
            SETS),
        Metric.plain("weight_variance", "", "of the elements of S"),
        Metric.plain(
            "weight_variance_law", "", "that of unscaled ridge at lambda 0, where it has one"));
  }

  @Override
  public Signature signature(Configuration settings) {
    int n = settings.integer(CONTEXT);
    return Signature.set(n, n, settings.integer(DIMENSION), n);
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    Signature signature = signature(settings);
    return new RandomSets(signature, true, settings.integer(SETS), seed) {
      @Override
      public Metrics metrics() {
        return new Variance(signature);
      }
    };
  }

  /** Computes {@code weight_variance} over the query rows. */
  private static final class Variance implements Metrics {

    private final Signature signature;
    private double sum;
    private double square;
    private long count;

    Variance(Signature signature) {
      this.signature = signature;
    }

    @Override
    public void observe(Batch batch, int first, Function<String, INDArray> shown) {
      float[] s = shown.apply(Network.PREDICTION).dup('c').data().asFloat(); // (sets·T, n)
      int n = signature.context();
      for (int i = 0; i < s.length; i++) {
        if (i / n % signature.length() >= n) {
          sum += s[i];
          square += (double) s[i] * s[i];
          count++;
        }
      }
    }

    @Override
    public Map<String, Double> result() {
      Map<String, Double> result = new TreeMap<>();
      double mean = sum / count;
      result.put("weight_variance", square / count - mean * mean);
      double n = signature.context();
      double k = signature.columns();
      if (n > k + 1) {
        result.put("weight_variance_law", k / (n * (n - k - 1)));
      } else if (n < k - 1) {
        result.put("weight_variance_law", 1 / (k - n - 1));
      }
      return result;
    }
  }
}
