package org.attune.model.task;

import java.util.ArrayList;
import java.util.List;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.network.Signature;

/** A task of synthetic sequences: its generator says everything else. */
abstract class SyntheticTask implements Task {

  static final Parameter EXAMPLES = Axes.validationExamples(256, "sequences validated on");

  static final Parameter TRAINING =
      Axes.integer(
              "task.training-sequences",
              0,
              1_000_000,
              0,
              "sequences trained on, in a new order each epoch; 0 draws new ones at every step")
          .added();

  /**
   * Returns the generator.
   *
   * @throws IllegalArgumentException if the settings contradict each other
   */
  abstract SyntheticSequences sequences(Configuration settings);

  /**
   * Returns the groups of sequences whose accuracy is reported apart, with placeholders for numbers
   * as in {@link Metric}.
   */
  List<String> groups() {
    return List.of();
  }

  @Override
  public final Signature signature(Configuration settings) {
    return sequences(settings).signature();
  }

  @Override
  public final List<Metric> metrics() {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(Metric.higher("accuracy", "share", "asked tokens that are right"));
    metrics.add(Metric.higher("exact", "share", "sequences with all asked tokens right"));
    groups()
        .forEach(
            group ->
                metrics.add(
                    Metric.higher(
                        "accuracy_" + group, "share", "accuracy of sequences: " + group)));
    metrics.add(Metric.plain("floor_accuracy", "share", "accuracy of the best guess"));
    metrics.add(Metric.plain("oracle_accuracy", "share", "accuracy of an exact solver"));
    metrics.add(
        Metric.lower(
            "steps_to_99_percent_right",
            "steps",
            "first validated at an accuracy of 0.99, or all that were trained"));
    metrics.add(
        Metric.higher("solved", "0 or 1", "whether the last validation is at 0.99 or above"));
    return metrics;
  }

  @Override
  public final Examples open(Configuration settings, long seed, DataOpener data) {
    return new AskedExamples(
        sequences(settings), settings.integer(EXAMPLES), settings.integer(TRAINING), seed);
  }
}
