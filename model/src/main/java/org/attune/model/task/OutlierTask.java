package org.attune.model.task;

import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * Outlier detection: all members of a set but one belong to one class; find the other. Members are
 * {@code μ_c + N(0, s² I)} about their class's prototype {@code μ_c ~ N(0, I)}. Validation classes
 * are never trained on. (Garnelo and Czarnecki 2023, Table 3, with points for images' features.)
 */
public final class OutlierTask extends DescribedTask {

  static final Parameter MEMBERS =
      TaskParameters.integer("task.members", 3, 4096, 10, "members of a set");
  static final Parameter DIMENSION =
      TaskParameters.integer("task.dimension", 1, 4096, 64, "columns of a member");
  static final Parameter SPREAD =
      TaskParameters.real(
          "task.spread", 0, 1e3, 1, "standard deviation of members about their prototype");
  static final Parameter CLASSES =
      TaskParameters.integer("task.classes", 4, 1_000_000, 500, "classes there are to train on");
  static final Parameter SETS = TaskParameters.validationSets(1000, "validation sets");

  public OutlierTask() {
    super(
        Option.of(
            "outlier-detection",
            "find the one member of a set that is of another class",
            "Garnelo and Czarnecki 2023, Table 3, with points for images' features",
            MEMBERS,
            DIMENSION,
            SPREAD,
            CLASSES,
            SETS),
        Metric.higher("accuracy", "share", "sets whose outlier is found"),
        Metric.plain("floor_accuracy", "share", "of a random guess"),
        Metric.plain("floor_validation_loss", "nats", "of a uniform guess"),
        Metric.plain(
            "oracle_accuracy",
            "share",
            "of the likeliest member, given how classes and members are drawn"));
  }

  @Override
  public Signature signature(Configuration settings) {
    return Signature.member(settings.integer(MEMBERS), settings.integer(DIMENSION));
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    return new OutlierExamples(
        signature(settings),
        settings.real(SPREAD),
        settings.integer(CLASSES),
        settings.integer(SETS),
        seed);
  }
}
