package org.attune.model.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.network.Signature;

/** A task of synthetic sequences: its generator says everything else. */
abstract class SyntheticTask implements Task {

  static final Parameter EXAMPLES =
      TaskParameters.validationExamples(256, "sequences validated on");

  static final Parameter TRAINING =
      TaskParameters.integer(
              "task.training-sequences",
              0,
              1_000_000,
              0,
              "sequences trained on, in a new order each epoch; 0 draws new ones at every step")
          .added();

  private final Option option;
  private final Function<Configuration, SyntheticSequences> generator;

  /**
   * @param generator throws {@link IllegalArgumentException} if the settings contradict each other
   * @param own its parameters besides those that all such tasks have
   */
  SyntheticTask(
      String name,
      String describes,
      String source,
      Function<Configuration, SyntheticSequences> generator,
      Parameter... own) {
    Stream<Parameter> all = Stream.concat(Stream.of(own), Stream.of(EXAMPLES, TRAINING));
    option = Option.of(name, describes, source, all.toArray(Parameter[]::new));
    this.generator = generator;
  }

  @Override
  public final Option option() {
    return option;
  }

  /**
   * Returns the generator.
   *
   * @throws IllegalArgumentException if the settings contradict each other
   */
  final SyntheticSequences sequences(Configuration settings) {
    return generator.apply(settings);
  }

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
  public final Optional<String> heldOut(Configuration settings) {
    return Optional.of(DescribedTask.NEW_EXAMPLES);
  }

  @Override
  public final Examples open(Configuration settings, long seed, DataOpener data) {
    return new AskedExamples(
        sequences(settings), settings.integer(EXAMPLES), settings.integer(TRAINING), seed);
  }
}
