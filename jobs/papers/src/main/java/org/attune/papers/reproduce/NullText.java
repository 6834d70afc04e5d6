package org.attune.papers.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Comparison;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.NullCheck;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.Summary;

/**
 * What a table's claims give on null results: both arms the control, untrained networks, chance,
 * and for a claim that two cells are alike the cell without the claimed effect.
 *
 * @param comparison the table's cells and claims
 * @param outcomes of its run, for null cells
 * @param untrained what the cells score before their first step
 */
record NullText(Comparison comparison, Outcomes outcomes, UntrainedNetworks untrained) {

  private static final String[] HEADING = {
    "claim", "untrained", "verdict untrained", "verdict by chance", "verdict of the null cell"
  };
  private static final String NONE = "n/a";

  /** Untrained networks have other settings than the judged arm, or fewer seeds. */
  private static final String NOT_RUN = "not run at the judged settings and seeds";

  /** The table as Markdown; empty if nothing is known of any claim. */
  String markdown() {
    List<Claim> claims = comparison.claims().stream().filter(Claim::testable).toList();
    List<String[]> rows = new ArrayList<>();
    for (Claim claim : claims) {
      String[] row = {
        claim.says(), values(claim), untrained(claim), chance(claim), nullCell(claim)
      };
      if (!List.of(row).stream().skip(1).allMatch(NONE::equals)) {
        rows.add(row);
      }
    }
    if (rows.isEmpty()) {
      return "";
    }
    long passed = claims.stream().filter(NullCheck::passesForTheControl).count();
    return TextTable.of(HEADING, rows).markdown()
        + "\nWith the control in both arms, %d of %d claims are reproduced (12 seeds, noise alone).\n"
            .formatted(passed, claims.size());
  }

  /** The scores of untrained networks: of the cell, and of the one that it is compared with. */
  private String values(Claim claim) {
    if (!UntrainedNetworks.judge(claim)) {
      return NONE;
    }
    int seeds = seeds(claim);
    return stored(claim)
        .map(
            untrainedClaim ->
                untrainedClaim.measures().stream()
                    .map(measure -> value(measure, seeds))
                    .collect(Collectors.joining(" against ")))
        .orElse(NOT_RUN);
  }

  private String value(Measure measure, int number) {
    double[] seeds =
        IntStream.range(0, number)
            .mapToObj(seed -> untrained.value(measure.cell(), seed, measure.metric()))
            .filter(value -> value.isPresent())
            .mapToDouble(value -> value.getAsDouble())
            .toArray();
    return seeds.length == 0 ? NONE : Rounded.number(Summary.of(seeds).mean(), Double.NaN);
  }

  /** The claim about untrained networks of the judged settings, if as many seeds are stored. */
  private Optional<Claim> stored(Claim claim) {
    int seeds = seeds(claim);
    return UntrainedNetworks.judge(claim) && seeds > 0
        ? claim.chosen(outcomes).filter(chosen -> untrained.seeds(chosen) >= seeds)
        : Optional.empty();
  }

  /** The seeds on which this run judges a claim. */
  private int seeds(Claim claim) {
    return claim.cells(outcomes).stream().mapToInt(outcomes::ended).min().orElse(0);
  }

  private String untrained(Claim claim) {
    return stored(claim)
        .map(untrainedClaim -> verdict(untrainedClaim, untrained, seeds(claim)))
        .orElse(NONE);
  }

  private String chance(Claim claim) {
    return stored(claim)
        .flatMap(
            untrainedClaim ->
                untrained
                    .chance(untrainedClaim, comparison, seeds(claim))
                    .map(chance -> verdict(untrainedClaim, chance, seeds(claim))))
        .orElse(NONE);
  }

  /** The verdict of this run on the cell that must fail. */
  private String nullCell(Claim claim) {
    Optional<Claim> ofTheNull = NullCheck.ofTheNullCell(claim);
    if (ofTheNull.isEmpty()) {
      return NONE;
    }
    List<Configuration> cells = ofTheNull.get().cells(outcomes);
    int seeds = cells.stream().mapToInt(outcomes::ended).min().orElse(0);
    boolean alike =
        claim
            .nullCell()
            .map(measure -> measure.tuning().isPresent())
            .equals(Optional.of(claim.subject().tuning().isPresent()));
    return seeds == 0
        ? NONE
        : alike && seeds >= seeds(claim)
            ? verdict(ofTheNull.get(), outcomes, seeds(claim))
            : NOT_RUN;
  }

  private static String verdict(Claim claim, Outcomes results, int seeds) {
    return NullCheck.verdict(claim, results, seeds).words(claim);
  }
}
