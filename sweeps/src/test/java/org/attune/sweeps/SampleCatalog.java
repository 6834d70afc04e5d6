package org.attune.sweeps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.catalog.Cost;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Domain.Choice;
import org.attune.sweeps.catalog.Domain.Flag;
import org.attune.sweeps.catalog.Domain.IntegerRange;
import org.attune.sweeps.catalog.Domain.RealRange;
import org.attune.sweeps.catalog.Metric;
import org.attune.sweeps.catalog.Option;
import org.attune.sweeps.catalog.Parameter;
import org.attune.sweeps.catalog.ParameterTree;

/** A small catalog with every kind of parameter, for tests. */
public final class SampleCatalog implements AxisCatalog {

  public static final SampleCatalog CATALOG = new SampleCatalog();
  public static final ParameterTree TREE = CATALOG.tree();

  @Override
  public List<Parameter> parameters() {
    return List.of(
        parameter(
            "task",
            "task",
            new Choice(
                List.of(
                    option("text"),
                    option(
                        "induction",
                        parameter("task.symbols", "symbols", new IntegerRange(2, 4096), "64"),
                        parameter("task.period", "period", new IntegerRange(1, 1024), "24")))),
            "text"),
        parameter("model.width", "width", new IntegerRange(1, 65536), "64"),
        parameter("model.layers", "layers", new IntegerRange(1, 1000), "1"),
        parameter("model.heads", "heads", new IntegerRange(1, 1024), "4"),
        parameter("model.tied", "tied", new Flag(), "false"),
        parameter("train.steps", "steps", new IntegerRange(1, 100_000_000), "100"),
        parameter("train.batch", "batch", new IntegerRange(1, 65536), "32"),
        parameter("train.learning-rate", "learning_rate", RealRange.positive(10), "0.001"),
        parameter("train.dropout", "dropout", RealRange.closed(0, 1), "0"),
        parameter("train.optimizer", "optimizer", Choice.of(option("adam"), option("sgd")), "adam"),
        parameter(
            "attention.gate",
            "gate",
            Choice.of(option("none"), option("learned"), option("from-query"), option("computed")),
            "none"),
        parameter(
            "attention.query",
            "query",
            new Choice(
                List.of(
                    option("current"),
                    option("shift"),
                    option(
                        "split",
                        parameter(
                            "attention.query.fraction",
                            "split_fraction",
                            RealRange.closed(0, 1),
                            "0.5")))),
            "current"),
        parameter(
            "attention.weights",
            "weights",
            new Choice(
                List.of(
                    option("softmax"), option("ridge", lambda()), option("sigma-ridge", lambda()))),
            "softmax"),
        parameter(
            "attention.score-conv",
            "score_conv",
            new Choice(
                List.of(
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
                            "11")))),
            "none"));
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

  private static Option option(String name, Parameter... parameters) {
    return new Option(name, "for tests", "", List.of(parameters));
  }
}
