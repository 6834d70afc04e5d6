package org.attune.model.task;

import java.util.List;
import java.util.Optional;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;

/** A task whose option and metrics are fixed. */
abstract class DescribedTask implements Task {

  static final String NEW_EXAMPLES = "new examples of this task";

  private final Option option;
  private final List<Metric> metrics;

  DescribedTask(Option option, Metric... metrics) {
    this.option = option;
    this.metrics = List.of(metrics);
  }

  /** A replicate gets new examples unless the task reads them. */
  @Override
  public Optional<String> heldOut(Configuration settings) {
    return Optional.of(NEW_EXAMPLES);
  }

  @Override
  public final Option option() {
    return option;
  }

  @Override
  public final List<Metric> metrics() {
    return metrics;
  }
}
