package org.attune.jobs.reproduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.Tuning;

/**
 * What the cells of the papers' tables score before their first step, stored by configuration. Of a
 * tuned arm only the first setting is stored: no choice is made among untrained networks. A claim
 * that these results reproduce says nothing.
 */
final class UntrainedNetworks implements Outcomes {

  static final int SEEDS = 3;
  static final String STEPS = "train.steps";
  private static final String STORED = "untrained-networks.tsv";

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
              line ->
                  stored.values.put(
                      line[0] + " " + line[1],
                      Arrays.stream(line, 3, 3 + SEEDS)
                          .mapToDouble(Double::parseDouble)
                          .toArray()));
    }
    return stored;
  }

  /**
   * Whether untrained networks can test a claim. They cannot test that two cells are alike, since
   * untrained networks are alike anyway.
   */
  static boolean judge(Claim claim) {
    boolean alike =
        claim.relation() == Relation.NEAR && claim.reference() instanceof Reference.OfCell;
    return claim.testable()
        && !alike
        && claim.candidates().anyMatch(cell -> !"0".equals(cell.text(STEPS)));
  }

  /** Whether all is stored that the claim measures. */
  boolean has(Claim claim) {
    return claim.measures().stream().allMatch(of -> has(of.cell(), of.metric()));
  }

  boolean has(Configuration cell, String metric) {
    return values.containsKey(key(cell, metric));
  }

  /** Results of chance: every cell has its column's floor. Empty if the column has none. */
  Optional<Outcomes> chance(Claim claim, Comparison table) {
    return table.layout().columns().stream()
        .filter(column -> column.metric().equals(claim.subject().metric()))
        .findFirst()
        .flatMap(Layout.Column::floor)
        .map(
            floor ->
                Outcomes.ended(
                    SEEDS,
                    (cell, seed, of) -> floor.value(name -> value(cell, seed % SEEDS, name))));
  }

  private static String key(Configuration cell, String metric) {
    return hash(cell) + " " + metric;
  }

  static String hash(Configuration cell) {
    return new Configuration(start(cell)).hash().substring(0, 12);
  }

  /** The configuration of a cell that trains no step. */
  static Map<String, String> start(Configuration cell) {
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
    return Tuning.isTuning(replicate) || replicate < SEEDS;
  }

  @Override
  public OptionalDouble value(Configuration cell, int replicate, String metric) {
    int seed = Tuning.isTuning(replicate) ? 0 : replicate;
    double[] seeds = values.get(key(cell, metric));
    return seeds == null || seed >= SEEDS || !Double.isFinite(seeds[seed])
        ? OptionalDouble.empty()
        : OptionalDouble.of(seeds[seed]);
  }
}
