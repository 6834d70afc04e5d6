package org.attune.papers.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Tuning;

/**
 * Stored results of a table's trained cells: the null cells of claims that two cells are alike, and
 * the arms that these are compared with. Tuning chooses a setting that has results.
 */
final class TrainedNulls implements Outcomes {

  private static final String STORED = "/trained-nulls.tsv";

  private final Map<Configuration, Map<String, double[]>> values = new HashMap<>();

  private TrainedNulls() {}

  static TrainedNulls of(String table, Comparison comparison) throws IOException {
    TrainedNulls stored = new TrainedNulls();
    try (var file = TrainedNulls.class.getResourceAsStream(STORED)) {
      new String(file.readAllBytes(), UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .filter(line -> line[0].equals(table))
          .forEach(
              line ->
                  stored
                      .values
                      .computeIfAbsent(comparison.cells().get(line[1]), cell -> new HashMap<>())
                      .put(
                          line[2],
                          Arrays.stream(line, 3, line.length)
                              .mapToDouble(Double::parseDouble)
                              .toArray()));
    }
    return stored;
  }

  /** The seeds that all cells of a claim have; 0 if one of them has none. */
  int seeds(Claim claim) {
    return claim.measures().stream()
        .mapToInt(
            of ->
                of.settings().stream()
                    .mapToInt(cell -> values(cell, of.metric()).length)
                    .max()
                    .orElse(0))
        .min()
        .orElse(0);
  }

  private double[] values(Configuration cell, String metric) {
    return values.getOrDefault(cell, Map.of()).getOrDefault(metric, new double[0]);
  }

  @Override
  public int ended(Configuration cell) {
    return values.getOrDefault(cell, Map.of()).values().stream()
        .mapToInt(seeds -> seeds.length)
        .max()
        .orElse(0);
  }

  @Override
  public boolean ended(Configuration cell, int replicate) {
    return Tuning.isTuning(replicate) || replicate < ended(cell);
  }

  @Override
  public OptionalDouble value(Configuration cell, int replicate, String metric) {
    if (Tuning.isTuning(replicate)) {
      return values.containsKey(cell) ? OptionalDouble.of(0) : OptionalDouble.empty();
    }
    double[] seeds = values(cell, metric);
    return replicate < seeds.length ? OptionalDouble.of(seeds[replicate]) : OptionalDouble.empty();
  }
}
