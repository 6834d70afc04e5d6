package org.attune.model.task;

import java.util.List;
import org.attune.api.Metric;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/**
 * Few-shot classification: each example draws classes with prototypes {@code mu_c ~ N(0, I)} and
 * members {@code mu_c + N(0, s² I)}. A few members of each class come with their class; the network
 * classifies the others. A network can learn how to tell classes apart, not the classes themselves.
 * (The offline stand-in for images of science 3.3.)
 */
public final class ClassificationTask extends DescribedTask {

  enum Loss {
    CROSS_ENTROPY,
    SQUARED
  }

  static final Parameter WAYS =
      TaskParameters.integer("task.ways", 2, 1024, 5, "classes per example");
  static final Parameter SHOTS =
      TaskParameters.integer("task.shots", 1, 1024, 5, "members given of each class");
  static final Parameter TARGETS =
      TaskParameters.integer("task.targets", 1, 4096, 3, "members to be classified, of each class");
  static final Parameter DIMENSION =
      TaskParameters.integer("task.dimension", 1, 4096, 16, "columns of a member");
  static final Parameter SPREAD =
      TaskParameters.real(
          "task.spread", 0, 1e3, 1, "standard deviation of members about their prototype");
  static final Choice<Loss> LOSS =
      Choice.of(
          Loss.class,
          "task.loss",
          "loss_on",
          "how an answer is scored in training",
          List.of(
              Option.of(Loss.CROSS_ENTROPY, "outputs are taken for logits of the classes", ""),
              Option.of(Loss.SQUARED, "against the class's indicator", "")));
  static final Parameter WINDOWS = TaskParameters.validationSets(256, "examples validated on");

  public ClassificationTask() {
    super(
        Option.of(
            "classification",
            "few-shot classification of points, with new classes in each example",
            "Garnelo and Czarnecki 2023, Tables 1 and 2, with points for images",
            WAYS,
            SHOTS,
            TARGETS,
            DIMENSION,
            SPREAD,
            LOSS.parameter(),
            WINDOWS),
        Metric.higher("accuracy", "share", "members whose class has the largest output"),
        Metric.plain("floor_accuracy", "share", "accuracy of a guess"),
        Metric.plain("floor_best_accuracy", "share", "the best accuracy there is"),
        Metric.plain("floor_validation_loss", "loss", "of a uniform guess"));
  }

  @Override
  public Signature signature(Configuration settings) {
    return signature(settings, settings.integer(DIMENSION));
  }

  /** The shapes of few-shot classification, for members of {@code columns} columns. */
  static Signature signature(Configuration settings, int columns) {
    int ways = settings.integer(WAYS);
    Signature squared =
        Signature.set(
                ways * settings.integer(SHOTS), ways * settings.integer(TARGETS), columns, ways)
            .ofIndicators();
    return settings.choice(LOSS) == Loss.SQUARED ? squared : squared.ofClasses();
  }

  @Override
  public Examples open(Configuration settings, long seed, DataOpener data) {
    Signature signature = signature(settings);
    ClassificationExamples.Source source =
        new ClassificationExamples.Source(
            settings.integer(WAYS),
            settings.integer(SHOTS),
            settings.integer(TARGETS),
            settings.integer(DIMENSION),
            settings.real(SPREAD),
            signature.classes());
    return new ClassificationExamples(signature, source, settings.integer(WINDOWS), seed);
  }
}
