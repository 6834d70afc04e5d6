package org.attune.cluster.slot;

import java.util.List;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;

/** A catalog with one number to sweep, for trials that cost next to nothing. */
final class NumberCatalog implements AxisCatalog {

  static final String NUMBER = "number";

  @Override
  public List<Parameter> parameters() {
    return List.of(
        new Parameter(NUMBER, NUMBER, new Domain.IntegerRange(0, 1_000_000), "0", "a number", ""));
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    return List.of();
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    return List.of(Metric.of("loss", "the only metric", "", Metric.Better.LOWER));
  }

  @Override
  public Cost cost(Configuration configuration) {
    return new Cost(1, 1, 1, 1);
  }
}
