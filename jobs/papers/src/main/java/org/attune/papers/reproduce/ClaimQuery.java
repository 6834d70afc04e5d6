package org.attune.papers.reproduce;

import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;

/**
 * The SQL query from which a claim's numbers follow, over the stored results of its table.
 *
 * @param finding the claim with its verdict
 * @param outcomes by which tuned arms chose their settings
 */
record ClaimQuery(Finding finding, Outcomes outcomes) {

  /** Digits of a configuration's hash that tell the cells of a table apart. */
  private static final int DIGITS = 12;

  /** The query; empty before the claim's first look. */
  Optional<String> sql() {
    Claim claim = finding.claim();
    Optional<Configuration> subject = claim.subject().chosen(outcomes);
    if (finding.seeds() == 0 || subject.isEmpty()) {
      return Optional.empty();
    }
    if (claim.outcome() instanceof Outcome.Solved solved) {
      return Optional.of(solved(claim, solved));
    }
    String subjectSeeds = seeds(subject.get(), claim.subject().metric() + " AS own");
    if (claim.reference() instanceof Reference.OfNumber number) {
      String difference = signed(claim, "own - " + Numbers.canonical(number.value()));
      return Optional.of(
          "SELECT count(own) AS seeds, avg(%s) AS difference FROM %s"
              .formatted(difference, subjectSeeds));
    }
    Reference.OfCell ofCell = (Reference.OfCell) claim.reference();
    Measure control = ofCell.measure();
    String times = ofCell.times() == 1 ? "" : Numbers.canonical(ofCell.times()) + " * ";
    String difference = signed(claim, "own - " + times + "other");
    String columns = control.metric() + " AS other";
    String mean = "avg(%s)".formatted(difference);
    if (claim.floor().isPresent()) {
      String floor =
          claim.floor().get() instanceof Layout.Floor.OfMetric metric
              ? metric.metric()
              : Numbers.canonical(((Layout.Floor.OfNumber) claim.floor().get()).value());
      columns += ", %s AS lowest".formatted(floor);
      mean = "sum(%s) / sum(abs(%sother - lowest))".formatted(difference, times);
    }
    Configuration cell = control.chosen(outcomes).orElseThrow();
    return Optional.of(
        "SELECT count(own + other) AS seeds, %s AS difference FROM %s JOIN %s USING (replicate)"
            .formatted(mean, subjectSeeds, seeds(cell, columns)));
  }

  private String solved(Claim claim, Outcome.Solved solved) {
    String cells =
        String.join(
            " OR ",
            claim.cells(outcomes).stream()
                .map(cell -> "config_hash LIKE '%s%%'".formatted(digits(cell)))
                .toList());
    return "SELECT cell, sum(if(%s %s %s, 1, 0)) AS solved, count(*) AS seeds FROM results WHERE (%s) AND replicate < %d GROUP BY cell"
        .formatted(
            claim.subject().metric(),
            solved.atLeast() ? ">=" : "<=",
            Numbers.canonical(solved.threshold()),
            cells,
            finding.seeds());
  }

  private String seeds(Configuration cell, String columns) {
    return "(SELECT replicate, %s FROM results WHERE config_hash LIKE '%s%%' AND replicate < %d)"
        .formatted(columns, digits(cell), finding.seeds());
  }

  private static String digits(Configuration cell) {
    return cell.hash().substring(0, DIGITS);
  }

  private static String signed(Claim claim, String difference) {
    return claim.relation() == Relation.BELOW ? "-(%s)".formatted(difference) : difference;
  }
}
