package org.attune.jobs.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.model.task.DataOpener;
import org.attune.model.train.TrialTrainer;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Tuning;

/**
 * What the cells of the papers' tables score before their first step, stored by configuration. Of a
 * tuned arm only the first setting is stored: no choice is made among untrained networks.
 */
final class UntrainedNetworks implements Outcomes {

  static final int SEEDS = 3;
  static final String STEPS = "train.steps";
  private static final String STORED = "/untrained-networks.tsv";

  /** By hash of the configuration and metric. */
  private final Map<String, double[]> values = new HashMap<>();

  private UntrainedNetworks() {}

  static UntrainedNetworks read() throws IOException {
    UntrainedNetworks stored = new UntrainedNetworks();
    try (var file = UntrainedNetworks.class.getResourceAsStream(STORED)) {
      new String(file.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .forEach(
              line -> {
                double[] seeds = new double[SEEDS];
                for (int i = 0; i < SEEDS; i++) {
                  seeds[i] = Double.parseDouble(line[3 + i]);
                }
                stored.values.put(line[0] + " " + line[1], seeds);
              });
    }
    return stored;
  }

  /** Whether all is there that the claim measures. */
  boolean has(Claim claim) {
    return claim.measures().stream()
        .allMatch(of -> values.containsKey(key(of.cell(), of.metric())));
  }

  /** Runs what is not stored of a claim, and appends it to a file. */
  void store(Path file, Claim claim, Layout layout) throws Exception {
    for (Measure measure : claim.measures()) {
      if (values.containsKey(key(measure.cell(), measure.metric()))) {
        continue;
      }
      List<Map<String, Double>> runs = new ArrayList<>();
      for (int seed = 0; seed < SEEDS; seed++) {
        runs.add(
            TrialTrainer.train(
                    start(measure.cell()), seed, DataOpener.NONE, (step, metrics) -> true)
                .metrics());
      }
      TreeSet<String> metrics = new TreeSet<>(List.of(measure.metric()));
      layout.columns().forEach(column -> metrics.add(column.metric()));
      layout.columns().stream()
          .flatMap(column -> column.floor().stream())
          .filter(Layout.Floor.OfMetric.class::isInstance)
          .forEach(floor -> metrics.add(((Layout.Floor.OfMetric) floor).metric()));
      for (String metric : metrics) {
        double[] seeds =
            runs.stream().mapToDouble(run -> run.getOrDefault(metric, Double.NaN)).toArray();
        values.put(key(measure.cell(), metric), seeds);
        StringBuilder line = new StringBuilder(hash(measure.cell()));
        line.append('\t').append(metric).append('\t').append(measure.label());
        for (double seed : seeds) {
          line.append('\t').append((float) seed);
        }
        Files.writeString(
            file, line.append('\n'), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
  }

  private static String key(Configuration cell, String metric) {
    return hash(cell) + " " + metric;
  }

  private static String hash(Configuration cell) {
    return new Configuration(start(cell)).hash().substring(0, 12);
  }

  private static Map<String, String> start(Configuration cell) {
    Map<String, String> start = new TreeMap<>(cell.values());
    start.put(STEPS, "0");
    start.keySet().removeIf(key -> key.startsWith("execution."));
    return start;
  }

  @Override
  public int ended(Configuration cell) {
    return SEEDS;
  }

  @Override
  public boolean ended(Configuration cell, int replicate) {
    return true;
  }

  @Override
  public OptionalDouble value(Configuration cell, int replicate, String metric) {
    int seed = Tuning.isTuning(replicate) ? 0 : replicate;
    double[] seeds = values.get(key(cell, metric));
    return seeds == null || !Double.isFinite(seeds[seed])
        ? OptionalDouble.empty()
        : OptionalDouble.of(seeds[seed]);
  }
}
