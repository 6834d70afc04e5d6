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
import org.attune.sweeps.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;

/**
 * A table of which all seeds are known, judged twice: as seeds-until-decided comes to its verdicts,
 * and by one look at a fixed number of seeds for each cell.
 *
 * @param spent trials until decided
 * @param fixed trials of the fixed number
 * @param decided what is found with seeds until decided, in the claims' order
 * @param plain what is found with the fixed number
 * @param probabilities of each claim with seeds until decided, all looks paid for, the table's
 *     other claims not
 */
public record SeedRace(
    int spent, int fixed, List<Verdict> decided, List<Verdict> plain, List<Double> probabilities) {

  public SeedRace {
    decided = List.copyOf(decided);
    plain = List.copyOf(plain);
    probabilities = List.copyOf(probabilities);
  }

  /**
   * Judges it.
   *
   * @param cells all cells of the table, also those that no claim is about; of a tuned arm only the
   *     chosen setting counts, for both ways spend the same on tuning
   * @param looks of seeds-until-decided; results must be there for the last one
   * @param fixed seeds of the other way, for which results must be there too
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
    for (Map<Configuration, Integer> next = Judge.wanted(claims, looks, spent, seeds);
        !next.equals(seeds);
        next = Judge.wanted(claims, looks, spent, seeds)) {
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

  /** On how many claims both say the same. */
  public int same() {
    return (int)
        IntStream.range(0, plain.size()).filter(i -> decided.get(i) == plain.get(i)).count();
  }

  /** Whether the fixed number of seeds decides every claim. */
  public boolean plainDecidesAll() {
    return plain.stream().allMatch(Verdict::decided);
  }

  /** The first seeds of each cell, and no others. */
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
  }
}
