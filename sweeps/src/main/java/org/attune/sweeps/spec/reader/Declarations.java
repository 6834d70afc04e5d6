package org.attune.sweeps.spec.reader;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.attune.api.Metric;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.table.Results;

/** The rules for what a task or a program declares: columns of parameters, names of metrics. */
public final class Declarations {

  private static final String NAME = "[a-z][a-z0-9_]*";
  private static final String PLACE = "<[a-z]+>";

  private Declarations() {}

  /** What is wrong with the columns of parameters beside these metrics: the first problem. */
  public static Optional<String> wrongColumn(ParameterTree tree, List<Metric> metrics) {
    return tree.keys().stream()
        .flatMap(
            key ->
                wrongColumn(tree.column(key), metrics).stream()
                    .map(why -> "the parameter '%s': %s".formatted(key, why)))
        .findFirst();
  }

  /** Why a parameter may not have this column beside these metrics. */
  static Optional<String> wrongColumn(String column, List<Metric> metrics) {
    if (Results.isFixed(column)) {
      return Optional.of(
          "its column '%s' is one that every sweep's table results has; call it otherwise"
              .formatted(column));
    }
    String folded = column.toLowerCase(Locale.ROOT); // SQL ignores case
    return metrics.stream()
        .filter(metric -> metric.covers(folded))
        .findFirst()
        .map(
            metric ->
                ("its column '%s' would hide the metric '%s' in the table results; call one of them"
                        + " otherwise")
                    .formatted(column, metric.name()));
  }

  /** What is wrong with the names of metrics: the first problem. */
  public static Optional<String> wrongMetric(List<Metric> metrics) {
    Set<String> names = new HashSet<>();
    for (Metric metric : metrics) {
      Optional<String> wrong = wrongName(metric.name().replaceAll(PLACE, "0"));
      if (wrong.isPresent()) {
        return Optional.of("the metric " + wrong.get());
      }
      if (!names.add(metric.name())) {
        return Optional.of(
            "the metric '%s' is declared twice; give one of them another name"
                .formatted(metric.name()));
      }
    }
    return Optional.empty();
  }

  /** Why a metric may not have this name. */
  static Optional<String> wrongName(String name) {
    return name.matches(NAME) && !name.equals("step")
        ? Optional.empty()
        : Optional.of(
            "'%s' must be lower-case letters, digits and '_', and not 'step'".formatted(name));
  }
}
