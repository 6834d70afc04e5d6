package org.attune.model.task;

import java.util.List;
import java.util.Map;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * Regression of sines from a few of their points: {@code y = a sin(x - φ)} with a from U[0.1, 5], φ
 * from U[0, π] and x from U[-5, 5]. The given points are the first of the queries; their number
 * differs from set to set. (Finn et al. 2017; Garnelo and Czarnecki 2023, Figure 7.)
 */
public final class SineTask extends DescribedTask {

  static final Parameter CONTEXT = TaskParameters.rows(1, 4096, 20, "pairs given, at most");
  static final Parameter LEAST =
      TaskParameters.integer(
          "task.least-context", 0, 4096, 1, "pairs given, at least; 0 for always the most");
  static final Parameter ASKED =
      TaskParameters.integer("task.asked", 1, 65536, 50, "points asked for per set");
  static final Parameter SETS = TaskParameters.validationSets(256, "validation sets");

  public SineTask() {
    super(
        Option.of(
            "sine",
            "regression of sines from a few points",
            "Finn et al. 2017; Garnelo and Czarnecki 2023, Figure 7",
            CONTEXT,
            LEAST,
            ASKED,
            SETS),
        Metric.lower(
            "validation_loss_at_context_<pairs>",
            "squared error",
            "of the trained network where all sets are given this number of pairs"),
        Metric.plain("floor_validation_loss", "squared error", "loss of the constant answer 0"),
        Metric.plain(
            "oracle_validation_loss",
            "squared error",
            "of the shortest sum of sin x and cos x through the pairs"));
  }

  @Override
  public Signature signature(Configuration settings) {
    int context = settings.integer(CONTEXT);
    int least = settings.integer(LEAST);
    if (least > context) {
      throw new IllegalArgumentException(
          "Invalid task.least-context: %d is more than task.context %d".formatted(least, context));
    }
    if (context > settings.integer(ASKED)) {
      throw new IllegalArgumentException(
          "Invalid task.context: %d points are given of the %d asked for (task.asked)"
              .formatted(context, settings.integer(ASKED)));
    }
    Signature set = Signature.set(context, settings.integer(ASKED), 1, 1);
    return least > 0 && least < context ? set.ofVaryingContext() : set;
  }

  /** Runs each context size separately. */
  @Override
  public List<ForwardRun> runAfterwards(Configuration settings) {
    Signature signature = signature(settings);
    return signature.varying() ? List.of(new ForwardRun(signature, Map.of())) : List.of();
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    Signature signature = signature(settings);
    int least = settings.integer(LEAST);
    return new SineExamples(
        signature,
        least == 0 ? signature.context() : least,
        signature.varying(),
        settings.integer(SETS),
        seed);
  }
}
