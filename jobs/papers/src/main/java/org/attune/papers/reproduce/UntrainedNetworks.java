package org.attune.papers.reproduce;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.attune.api.catalog.Configuration;
import org.attune.api.paper.PaperTables;
import org.attune.jobs.console.InputException;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.Tuning;

/**
 * What the cells of the papers' tables score before their first step, stored by configuration. A
 * tuned arm has only its first setting stored: nothing chooses among untrained networks. A claim
 * that these results reproduce says nothing.
 */
final class UntrainedNetworks implements Outcomes {

  /** The least number of seeds that are stored. */
  static final int SEEDS = 3;

  static final String STEPS = "train.steps";

  /** The fields of a line before its values. */
  private static final int NOT_VALUES = 3;

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{12}");

  /** By hash of the configuration, and by metric. */
  private final Map<String, Map<String, double[]>> values = new HashMap<>();

  private UntrainedNetworks() {}

  /**
   * The stored results of all papers.
   *
   * @throws InputException if a line of a jar's is none of these
   */
  static UntrainedNetworks read() {
    UntrainedNetworks stored = new UntrainedNetworks();
    for (PaperTables papers : KnownPapers.all()) {
      int number = 0;
      for (String line : papers.untrained().lines().toList()) {
        number++;
        if (!line.startsWith("#") && !line.isBlank()) {
          stored.add(papers.name(), number, line);
        }
      }
    }
    return stored;
  }

  private void add(String papers, int number, String line) {
    String[] fields = line.split("\t");
    double[] seeds;
    try {
      seeds = Arrays.stream(fields).skip(NOT_VALUES).mapToDouble(Double::parseDouble).toArray();
    } catch (NumberFormatException e) {
      throw wrong(papers, number, line);
    }
    if (seeds.length == 0 || !HASH.matcher(fields[0]).matches()) {
      throw wrong(papers, number, line);
    }
    values
        .computeIfAbsent(fields[0], hash -> new HashMap<>())
        .merge(fields[1], seeds, (one, other) -> one.length >= other.length ? one : other);
  }

  private static InputException wrong(String papers, int number, String line) {
    return new InputException(
        ("Cannot read line %d of untrained() of the papers '%s': '%s'; a line has the first 12"
                + " digits of a configuration's hash, a metric, a word, and a number for each seed,"
                + " with tabs between")
            .formatted(number, papers, line));
  }

  /**
   * Whether untrained networks can test a claim. They cannot test that two cells are alike, since
   * untrained networks are alike anyway, nor that an untrained network is as good as a trained one,
   * since untraining the other decides it: the claim's null cell tests these.
   */
  static boolean judge(Claim claim) {
    return claim.testable()
        && !needsNullCell(claim)
        && claim.candidates().anyMatch(UntrainedNetworks::trains);
  }

  /** Whether only a null cell can test a claim about two cells. */
  static boolean needsNullCell(Claim claim) {
    boolean ofCells = claim.reference() instanceof Reference.OfCell;
    boolean untrained = claim.subject().settings().stream().noneMatch(UntrainedNetworks::trains);
    return ofCells
        && (claim.relation() == Relation.NEAR
            || untrained && claim.candidates().anyMatch(UntrainedNetworks::trains));
  }

  private static boolean trains(Configuration cell) {
    return !"0".equals(cell.text(STEPS));
  }

  /** The seeds that are stored of all cells of a claim; 0 if one of them has none. */
  int seeds(Claim claim) {
    return claim.measures().stream()
        .mapToInt(measure -> seeds(measure.cell(), measure.metric()).length)
        .min()
        .orElse(0);
  }

  /** What the seeds of a cell score, in order. */
  double[] seeds(Configuration cell, String metric) {
    return values.getOrDefault(hash(cell), Map.of()).getOrDefault(metric, new double[0]);
  }

  /** Results of chance: every cell has its column's floor. Empty if the column has none. */
  Optional<Outcomes> chance(Claim claim, Comparison table, int seeds) {
    return table.layout().columns().stream()
        .filter(column -> column.metric().equals(claim.subject().metric()))
        .findFirst()
        .flatMap(Layout.LayoutColumn::floor)
        .map(
            floor ->
                Outcomes.ended(
                    seeds,
                    (cell, seed, metric) -> floor.value(name -> value(cell, seed % seeds, name))));
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
    return values.getOrDefault(hash(cell), Map.of()).values().stream()
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
    int seed = Tuning.isTuning(replicate) ? 0 : replicate;
    double[] seeds = seeds(cell, metric);
    return seed >= seeds.length || !Double.isFinite(seeds[seed])
        ? OptionalDouble.empty()
        : OptionalDouble.of(seeds[seed]);
  }
}
