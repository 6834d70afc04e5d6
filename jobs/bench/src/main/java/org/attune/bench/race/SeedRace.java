package org.attune.bench.race;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.verdict.SweepOutcomes;

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
record SeedRace(
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
  static SeedRace of(
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

  /**
   * Judges the claims with seeds until decided, starting at three, and with a fixed number of seeds
   * per cell, for comparison.
   *
   * @param sweep must have that many seeds of each cell
   * @param seeds the fixed number, more than three
   * @throws IllegalArgumentException if a cell has fewer
   */
  static SeedRace of(SweepSpec spec, SweepView sweep, int seeds) {
    SweepOutcomes outcomes = new SweepOutcomes(sweep);
    Set<Configuration> cells =
        sweep.trials().stream()
            .map(trial -> trial.trial().configuration())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    int least = cells.stream().mapToInt(outcomes::ended).min().orElse(0);
    if (least < seeds) {
      throw new IllegalArgumentException(
          "a cell has %d seeds of the %d that are compared".formatted(least, seeds));
    }
    Looks looks = Looks.between(Looks.STANDARD.seeds().get(0), seeds);
    return of(spec.comparison().claims(), cells, looks, seeds, outcomes);
  }

  /** The number of claims with equal verdicts in both ways. */
  int same() {
    return (int)
        IntStream.range(0, plain.size()).filter(i -> decided.get(i) == plain.get(i)).count();
  }

  /** Whether the fixed number of seeds decides every claim. */
  boolean plainDecidesAll() {
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
