package org.attune.sweeps.claim;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;

/**
 * A table with all seeds known, judged in two ways: with seeds until decided, and by one look at a
 * fixed number of seeds per cell.
 *
 * @param spent trials until decided
 * @param fixed trials with the fixed number
 * @param decided verdicts with seeds until decided, in the claims' order
 * @param plain verdicts with the fixed number
 * @param probabilities of each claim with seeds until decided, adjusted for all looks but not for
 *     the table's other claims
 */
public record SeedRace(
    int spent,
    int fixed,
    List<ClaimVerdict> decided,
    List<ClaimVerdict> plain,
    List<Double> probabilities) {

  public SeedRace {
    decided = List.copyOf(decided);
    plain = List.copyOf(plain);
    probabilities = List.copyOf(probabilities);
  }

  /**
   * Judges the table in both ways.
   *
   * @param cells all cells of the table, including those without a claim. Only the chosen setting
   *     of a tuned arm counts, because both ways spend equally on tuning
   * @param looks of seeds-until-decided; results must exist up to the last look
   * @param fixed seeds of the other way, for which results must exist too
   */
  public static SeedRace of(
      List<Claim> claims,
      Collection<Configuration> cells,
      Looks looks,
      int fixed,
      Outcomes results) {
    Set<Configuration> settings = new HashSet<>();
    claims.stream()
        .flatMap(claim -> claim.measures().stream())
        .filter(measure -> measure.tuning().isPresent())
        .forEach(measure -> settings.addAll(measure.settings()));
    claims.forEach(claim -> settings.removeAll(claim.cells(results)));
    List<Configuration> judged = cells.stream().filter(cell -> !settings.contains(cell)).toList();
    Map<Configuration, Integer> seeds = new LinkedHashMap<>();
    judged.forEach(cell -> seeds.put(cell, looks.seeds().get(0)));
    Outcomes spent = new First(results, seeds);
    for (Map<Configuration, Integer> next = Judge.wanted(claims, Judge.LEVEL, looks, spent, seeds);
        !next.equals(seeds);
        next = Judge.wanted(claims, Judge.LEVEL, looks, spent, seeds)) {
      seeds.putAll(next);
    }
    Map<Configuration, Integer> all = new HashMap<>();
    judged.forEach(cell -> all.put(cell, fixed));
    return new SeedRace(
        seeds.values().stream().mapToInt(Integer::intValue).sum(),
        fixed * judged.size(),
        Judge.verdicts(claims, looks, spent),
        Judge.verdicts(claims, Looks.once(fixed), new First(results, all)),
        Judge.probabilities(claims, looks, spent));
  }

  /** The number of claims with equal verdicts in both ways. */
  public int same() {
    return (int)
        IntStream.range(0, plain.size()).filter(i -> decided.get(i) == plain.get(i)).count();
  }

  /** Whether the fixed number of seeds decides every claim. */
  public boolean plainDecidesAll() {
    return plain.stream().allMatch(ClaimVerdict::decided);
  }

  /** Restricts results to the first seeds of each cell. */
  private record First(Outcomes all, Map<Configuration, Integer> seeds) implements Outcomes {

    @Override
    public int ended(Configuration cell) {
      return seeds.getOrDefault(cell, 0);
    }

    @Override
    public boolean ended(Configuration cell, int replicate) {
      return Tuning.isTuning(replicate) ? all.ended(cell, replicate) : replicate < ended(cell);
    }

    @Override
    public OptionalDouble value(Configuration cell, int replicate, String metric) {
      return all.value(cell, replicate, metric);
    }

    @Override
    public OptionalDouble sealed(Configuration cell, int replicate, String metric) {
      return all.sealed(cell, replicate, metric);
    }
  }
}
