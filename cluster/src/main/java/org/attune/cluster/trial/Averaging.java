package org.attune.cluster.trial;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.SweepSpec;

/**
 * The averaging of one trial over several workers. Each worker takes steps on its own batches.
 * After a number of steps, all workers continue from the mean of their parameters.
 *
 * <p>Source: McDonald, Hall and Mann 2010, Distributed training strategies for the structured
 * perceptron, iterative parameter mixing; DL4J's ParameterAveragingTrainingMaster.
 *
 * @param workers number of workers
 * @param frequency number of steps of each worker between two means
 * @param updater whether to average the updater's state too, such as Adam's moments; else each
 *     worker resets it after a mean
 */
public record Averaging(int workers, int frequency, boolean updater) {

  private static final String MODE = "execution.mode";
  private static final String NAME = "parameter-averaging";
  private static final String SOURCE =
      "McDonald, Hall, Mann 2010; DL4J's ParameterAveragingTrainingMaster";

  private static final Parameter WORKERS =
      Parameter.integer(
              MODE + ".workers",
              "workers",
              1,
              1024,
              2,
              "workers that train; each takes train.steps steps of train.batch examples")
          .from(SOURCE);
  private static final Parameter FREQUENCY =
      Parameter.integer(
              MODE + ".averaging-frequency",
              "averaging_frequency",
              1,
              1_000_000,
              5,
              "steps of each worker between two means of the parameters")
          .from(SOURCE);
  private static final Parameter UPDATER =
      Parameter.flag(
              MODE + ".average-updater",
              "average_updater",
              true,
              "average the updater's state too; else it starts anew after each mean")
          .from(SOURCE);

  /** The parameter that chooses how trials share the machines. */
  static Parameter mode() {
    return Parameter.choice(
            MODE,
            "execution_mode",
            "how trials share the machines",
            List.of(
                Option.of("fan-out", "one trial in each slot", "Liaw et al. 2018, Tune"),
                Option.of(
                    NAME,
                    "one trial on several workers, whose parameters are averaged",
                    SOURCE,
                    WORKERS,
                    FREQUENCY,
                    UPDATER)))
        .from(SOURCE)
        .added(); // quiet: older sweeps do not have it
  }

  /** The averaging of a configuration; empty when its trial runs in one slot. */
  public static Optional<Averaging> of(Map<String, String> configuration) {
    if (!NAME.equals(configuration.get(MODE))) {
      return Optional.empty();
    }
    return Optional.of(
        new Averaging(
            Integer.parseInt(value(configuration, WORKERS)),
            Integer.parseInt(value(configuration, FREQUENCY)),
            Boolean.parseBoolean(value(configuration, UPDATER))));
  }

  /** Whether some trial of a sweep may run on several workers. */
  public static boolean in(SweepSpec spec) {
    return NAME.equals(spec.base().values().get(MODE))
        || listed(spec, MODE).anyMatch(values -> values.values().contains(NAME));
  }

  /** The most workers that a trial of the sweep may take; 1 when no trial is averaged. */
  public static int mostWorkers(SweepSpec spec) {
    if (!in(spec)) {
      return 1;
    }
    return listed(spec, WORKERS.key())
        .flatMap(values -> values.values().stream())
        .mapToInt(Integer::parseInt)
        .max()
        .orElse(Integer.parseInt(value(spec.fixed(), WORKERS)));
  }

  private static Stream<Values.Listed> listed(SweepSpec spec, String key) {
    return spec.axes().stream()
        .flatMap(axis -> axis.settings(key))
        .filter(Values.Listed.class::isInstance)
        .map(Values.Listed.class::cast);
  }

  private static String value(Map<String, String> configuration, Parameter parameter) {
    return configuration.getOrDefault(parameter.key(), parameter.defaultValue());
  }
}
