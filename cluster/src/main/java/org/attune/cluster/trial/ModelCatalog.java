package org.attune.cluster.trial;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.cpu.linear.Canary;

/** Everything that {@code model} can train, as a sweep's catalog. */
public final class ModelCatalog implements AxisCatalog {

  /** The places that a metric's name indexes, each with the key that holds their number. */
  private static final Map<String, String> PLACES =
      Map.of("layer", "model.layers", "head", "model.heads");

  private final List<Parameter> parameters =
      Stream.concat(
              org.attune.model.ModelCatalog.parameters().stream(), Stream.of(Averaging.mode()))
          .toList();

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public List<String> conflicts(Configuration configuration) {
    return org.attune.model.ModelCatalog.conflicts(configuration.values());
  }

  @Override
  public List<Metric> metrics(Configuration configuration) {
    Map<String, Integer> counts = new HashMap<>();
    PLACES.forEach((place, key) -> counts.put(place, Math.toIntExact(configuration.integer(key))));
    return Stream.concat(
            org.attune.model.ModelCatalog.metrics(configuration.values()).stream()
                .map(metric -> metric.with(counts)),
            ModelSize.METRICS.stream())
        .toList();
  }

  /**
   * Proves a trial's formulas; see {@code org.attune.model.ModelCatalog#proveFormulas}.
   *
   * @param known formulas that are already proved
   */
  public static Map<String, String> proveFormulas(Map<String, String> cell, Set<String> known) {
    return org.attune.model.ModelCatalog.proveFormulas(cell, known);
  }

  /** The kind of user data that a trial reads, such as {@code a text file in UTF-8}. */
  public Optional<String> reads(Configuration configuration) {
    return org.attune.model.ModelCatalog.reads(configuration.values());
  }

  /** The reason why a task's data cannot be generated, found by generating it; empty if it can. */
  public Optional<String> shortage(Configuration configuration) {
    return org.attune.model.ModelCatalog.shortage(configuration.values());
  }

  /**
   * Reads the data as a trial would.
   *
   * @throws IOException if the data cannot be read, or is not the kind that the trial's task takes
   * @throws IllegalArgumentException if the data does not fit the task's settings
   */
  public void readData(Configuration configuration, UserData data) throws IOException {
    org.attune.model.ModelCatalog.readData(configuration.values(), data);
  }

  /** Estimates the cost of training the configuration that a trial's row records. */
  static Cost costOf(Map<String, String> recorded) {
    return new ModelCatalog().cost(new Configuration(new TreeMap<>(recorded)));
  }

  @Override
  public Cost cost(Configuration configuration) {
    Cost cost = org.attune.model.ModelCatalog.cost(configuration.values());
    int workers = Averaging.of(configuration.values()).map(Averaging::workers).orElse(1);
    return new Cost(
        cost.parameters(), cost.nonEmbedding(), workers * cost.flopsPerStep(), cost.steps());
  }

  @Override
  public OptionalLong memory(Configuration configuration) {
    return OptionalLong.of(org.attune.model.ModelCatalog.memory(configuration.values()));
  }

  /**
   * The speed of this JVM's matrix products, in GFLOP/s of one thread. The measurement takes half a
   * second. Training reaches about half of that speed.
   */
  public static double gflops() {
    return Canary.gflops();
  }
}
