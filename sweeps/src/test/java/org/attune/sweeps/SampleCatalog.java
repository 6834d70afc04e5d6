package org.attune.sweeps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Domain.Flag;
import org.attune.api.catalog.Domain.IntegerRange;
import org.attune.api.catalog.Domain.RealRange;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.ParameterTree;

/** A small catalog with every kind of parameter, for tests. */
public final class SampleCatalog implements AxisCatalog {

  public static final SampleCatalog CATALOG = new SampleCatalog();
  public static final ParameterTree TREE = CATALOG.tree();

  @Override
  public List<Parameter> parameters() {
    return List.of(
        choice(
            "task",
            "task",
            option("text"),
            option(
                "induction",
                parameter("task.symbols", "symbols", new IntegerRange(2, 4096), "64"),
                parameter("task.period", "period", new IntegerRange(1, 1024), "24"))),
        parameter("model.width", "width", new IntegerRange(1, 65536), "64"),
        parameter("model.layers", "layers", new IntegerRange(1, 1000), "1"),
        parameter("model.heads", "heads", new IntegerRange(1, 1024), "4"),
        parameter("model.tied", "tied", new Flag(), "false"),
        parameter("train.steps", "steps", new IntegerRange(1, 100_000_000), "100"),
        parameter("train.batch", "batch", new IntegerRange(1, 65536), "32"),
        parameter("train.learning-rate", "learning_rate", RealRange.positive(10), "0.001")
            .alsoCalled("lr"),
        parameter("train.dropout", "dropout", RealRange.closed(0, 1), "0"),
        choice("train.optimizer", "optimizer", option("adam"), option("sgd")),
        choice(
            "attention.gate",
            "gate",
            option("none"),
            option("learned"),
            option("from-query"),
            option("computed")),
        choice(
            "attention.query",
            "query",
            option("current"),
            option("shift"),
            option(
                "split",
                parameter(
                    "attention.query.fraction", "split_fraction", RealRange.closed(0, 1), "0.5"))),
        choice(
            "attention.weights",
            "weights",
            option("softmax"),
            option("ridge", lambda()),
            option("sigma-ridge", lambda())),
        choice(
            "attention.score-conv",
            "score_conv",
            option("none"),
            option(
                "key-query",
                parameter(
                    "attention.score-conv.kernel-query",
                    "kernel_query",
                    new IntegerRange(1, 64),
                    "6"),
                parameter(
                    "attention.score-conv.kernel-key",
                    "kernel_key",
                    new IntegerRange(1, 63),
                    "11"))));
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    boolean split = configuration.text("attention.query").equals("split");
    return split && configuration.integer("model.heads") == 1
        ? List.of("split queries need more than one head")
        : List.of();
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    List<Metric> metrics = new ArrayList<>();
    metrics.add(Metric.of("loss", "for tests", "", Metric.Better.LOWER));
    if (configuration.text("task").equals("induction")) {
      int layers = Math.toIntExact(configuration.integer("model.layers"));
      metrics.add(Metric.of("copies", "for tests", "share", Metric.Better.HIGHER));
      metrics.add(
          Metric.of("gate_l<layer>", "for tests", "", Metric.Better.NEITHER)
              .with(Map.of("layer", layers)));
    }
    return metrics;
  }

  @Override
  public Cost cost(Configuration configuration) {
    long width = configuration.integer("model.width");
    return new Cost(
        width * width, width, 6.0 * width * width, configuration.integer("train.steps"));
  }

  private static Parameter lambda() {
    return parameter("attention.weights.lambda", "lambda", RealRange.positive(1e6), "1");
  }

  private static Parameter parameter(
      String key, String column, Domain domain, String defaultValue) {
    return new Parameter(key, column, domain, defaultValue, "for tests", "");
  }

  /** A choice whose first option is the default. */
  private static Parameter choice(String key, String column, Option... options) {
    return Parameter.choice(key, column, "for tests", List.of(options));
  }

  private static Option option(String name, Parameter... parameters) {
    return Option.of(name, "for tests", "", parameters);
  }
}
