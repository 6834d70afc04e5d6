package org.attune.model.task;

import org.attune.api.Metric;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * In-context linear regression: each example draws its own {@code w ~ N(0, I)}. It gives a few
 * pairs {@code y = x·w + noise}, and the points at which to predict y. At the unit vectors, the
 * answer is w itself. (Garnelo and Czarnecki 2023, Figures 3 and 4; science 3.3.)
 */
public final class RegressionTask extends DescribedTask {

  enum Inputs {
    ISOTROPIC,
    CORRELATED
  }

  static final Parameter DIMENSION =
      TaskParameters.integer("task.dimension", 1, 1024, 4, "columns of x");
  static final Parameter CONTEXT = TaskParameters.rows(1, 4096, 10, "pairs given");
  static final Parameter NOISE =
      TaskParameters.real("task.noise", 0, 1e3, 0, "standard deviation added to each y given");
  static final Choice<Inputs> INPUTS =
      TaskParameters.choice(
          Inputs.class,
          "task.inputs",
          "how x is distributed",
          Option.of(Inputs.ISOTROPIC, "N(0, I)", "Garnelo and Czarnecki 2023, Figure 3"),
          Option.of(
              Inputs.CORRELATED,
              "unit variances; neighbouring columns correlate by 0.8",
              "Garnelo and Czarnecki 2023, Figure 4"));
  static final Parameter ASKED =
      TaskParameters.integer("task.queries.count", 1, 65536, 10, "points asked for per example");
  static final Parameter REACH =
      TaskParameters.real("task.queries.reach", 1e-3, 1e6, 3, "half the side of the square");
  static final Choice<RegressionExamples.Queries> QUERIES =
      TaskParameters.choice(
          RegressionExamples.Queries.class,
          "task.queries",
          "where y is asked for",
          Option.of(
              RegressionExamples.Queries.UNIT,
              "at the unit vectors: w itself",
              "Garnelo and Czarnecki 2023, Figure 3"),
          Option.of(
              RegressionExamples.Queries.ALIKE, "at points drawn as the pairs are", "", ASKED),
          Option.of(
              RegressionExamples.Queries.UNIFORM,
              "evenly over a cube around 0",
              "Garnelo and Czarnecki 2023, Figure 4",
              ASKED,
              REACH));
  static final Parameter WINDOWS = TaskParameters.validationSets(256, "examples validated on");

  public RegressionTask() {
    super(
        Option.of(
            "regression",
            "in-context linear regression",
            "Garnelo and Czarnecki 2023",
            DIMENSION,
            CONTEXT,
            NOISE,
            INPUTS.parameter(),
            QUERIES.parameter(),
            WINDOWS),
        Metric.plain("floor_validation_loss", "squared error", "loss of the constant answer 0"),
        Metric.plain("floor_noise", "squared error", "the best loss there is"));
  }

  @Override
  public Signature signature(Configuration settings) {
    int d = settings.integer(DIMENSION);
    int asked =
        settings.choice(QUERIES) == RegressionExamples.Queries.UNIT ? d : settings.integer(ASKED);
    return Signature.set(settings.integer(CONTEXT), asked, d, 1);
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    Signature s = signature(settings);
    RegressionExamples.Source source =
        new RegressionExamples.Source(
            s.columns(),
            s.context(),
            s.length() - s.context(),
            settings.real(NOISE),
            settings.choice(INPUTS) == Inputs.CORRELATED,
            settings.choice(QUERIES),
            settings.real(REACH));
    return new RegressionExamples(s, source, settings.integer(WINDOWS), seed);
  }
}
