package org.attune.model.task;

import java.util.List;
import org.attune.api.Metric;
import org.attune.api.catalog.Parameter.Option;

/** A task whose option and metrics are fixed. */
abstract class DescribedTask implements Task {

  private final Option option;
  private final List<Metric> metrics;

  DescribedTask(Option option, Metric... metrics) {
    this.option = option;
    this.metrics = List.of(metrics);
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
