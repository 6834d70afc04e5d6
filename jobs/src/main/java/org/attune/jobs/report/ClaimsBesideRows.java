package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.verdict.Reproduction;

/**
 * Claims beside the rows of the table of cells that compare the same two cells. Where a claim and
 * its row differ in verdict, a sentence says what differs between their tests.
 *
 * @param judged the claims
 * @param pairs the rows
 * @param metric that the rows compare
 * @param goal of that metric
 */
record ClaimsBesideRows(Reproduction judged, CellPairs pairs, String metric, Optional<Goal> goal) {

  /** A sentence for each claim whose row has another verdict; empty without rows. */
  static List<String> notes(Reproduction judged, Observations rows) {
    return CellPairs.of(rows)
        .map(pairs -> new ClaimsBesideRows(judged, pairs, rows.metric(), rows.goal()).notes())
        .orElse(List.of());
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Finding finding : judged.findings()) {
      if (isJudged(finding) && finding.claim().reference() instanceof Reference.OfCell cell) {
        pairs.pairs().stream()
            .filter(ClaimsBesideRows::isDecidable)
            .flatMap(row -> beside(finding, cell, row).stream())
            .findFirst()
            .ifPresent(notes::add);
      }
    }
    return notes;
  }

  private static boolean isJudged(Finding finding) {
    return !finding.open()
        && finding.verdict() != ClaimVerdict.NOT_TESTABLE
        && finding.verdict() != ClaimVerdict.CONTROL_DIFFERS;
  }

  /** Whether a row has a verdict, or lacks one for its numbers alone: else it says why itself. */
  private static boolean isDecidable(CellPair row) {
    return row.verdict().shown()
        || row.verdict() == PairVerdict.OPEN
        || row.verdict() == PairVerdict.ROUNDING
        || row.verdict() == PairVerdict.TO_CONFIRM;
  }

  private Optional<String> beside(Finding finding, Reference.OfCell reference, CellPair row) {
    Claim claim = finding.claim();
    boolean same = compares(row, claim.subject(), reference.measure());
    if (!same && !compares(row, reference.measure(), claim.subject())
        || agree(finding, same ? direction(row) : -direction(row))
        || isOfAnotherMetric(claim) && agree(finding, same ? -direction(row) : direction(row))) {
      return Optional.empty();
    }
    List<String> why = differences(finding, reference, row);
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "\"%s\" is %s, the row %s beside %s is %s: %s."
                .formatted(
                    claim.says(),
                    finding.verdict().words(claim),
                    row.cell(),
                    row.control(),
                    pairs.label(row),
                    String.join("; ", why)));
  }

  /** Up in one metric may be down in the other, as an accuracy and a loss. */
  private boolean isOfAnotherMetric(Claim claim) {
    String claimed = claim.subject().metric();
    return !claimed.equals(metric) && !claimed.equals(SealedSplit.name(metric));
  }

  /** Whether a row compares a cell or a setting of the one measure with one of the other. */
  private static boolean compares(CellPair row, Measure cell, Measure control) {
    Set<String> cells = hashes(cell);
    Set<String> controls = hashes(control);
    return row.settings().stream()
        .anyMatch(
            setting -> cells.contains(setting.hash()) && controls.contains(setting.controlHash()));
  }

  private static Set<String> hashes(Measure measure) {
    return measure.settings().stream().map(Configuration::hash).collect(Collectors.toSet());
  }

  /** 1 where the row's cell is shown to be higher, -1 where lower, 0 where nothing is shown. */
  private int direction(CellPair row) {
    return switch (row.verdict()) {
      case BETTER -> goal.filter(Goal.MAXIMIZE::equals).isPresent() ? 1 : -1;
      case WORSE -> goal.filter(Goal.MAXIMIZE::equals).isPresent() ? -1 : 1;
      case DIFFERENT -> row.higher() ? 1 : -1;
      default -> 0;
    };
  }

  /** Whether a claim and a row say the same, the row's direction being that of the subject. */
  private static boolean agree(Finding finding, int row) {
    int above = finding.claim().relation() == Relation.BELOW ? -1 : 1;
    boolean near = finding.claim().relation() == Relation.NEAR;
    return switch (finding.verdict()) {
      case REPRODUCED, LARGER -> near ? row == 0 : row == above;
      case OPPOSITE -> near ? row != 0 : row == -above;
      default -> row == 0;
    };
  }

  /** What differs between a claim's test and a row's, a clause each. */
  private List<String> differences(Finding finding, Reference.OfCell reference, CellPair row) {
    Claim claim = finding.claim();
    List<String> why = new ArrayList<>();
    String claimed = claim.subject().metric();
    if (claimed.equals(SealedSplit.name(metric))) {
      why.add("the claim reads the sealed split, the row the validation split");
    } else if (isOfAnotherMetric(claim)) {
      why.add("the claim is about %s, the row about %s".formatted(claimed, metric));
    }
    asked(claim, reference).ifPresent(why::add);
    if (row.settings().size() > 1) {
      why.add("the row averages %d settings".formatted(row.settings().size()));
    }
    long seeds = row.n() + row.failed();
    if (finding.seeds() != seeds) {
      why.add("the claim has %s, the row %d".formatted(Counted.of(finding.seeds(), "seed"), seeds));
    }
    if (pairs.looks().added()) {
      why.add(
          "the row is at look %d, and claims ignore seeds that were added"
              .formatted(pairs.looks().count()));
    }
    if (judged.level() != Judge.LEVEL) {
      why.add("the lab gave the claims the level " + Rounded.level(judged.level()));
    }
    long claims =
        judged.findings().stream().filter(each -> each.claim().testable()).count()
            + judged.dropped();
    long rows = pairs.pairs().stream().filter(each -> !Double.isNaN(each.adjusted())).count();
    if (claims > 1 || rows > 1) {
      why.add(
          "Holm adjusts the claim among %s, the row among %s"
              .formatted(Counted.of(claims, "claim"), Counted.of(rows, "row")));
    }
    return why;
  }

  /** What a claim asks other than whether the cells differ. */
  private static Optional<String> asked(Claim claim, Reference.OfCell reference) {
    if (claim.outcome() instanceof Outcome.Solved) {
      return Optional.of("the claim counts seeds that reach a threshold");
    }
    if (claim.relation() == Relation.NEAR) {
      return Optional.of("the claim asks whether the difference lies within a margin");
    }
    if (reference.times() != 1 || !reference.measure().metric().equals(claim.subject().metric())) {
      return Optional.of("the claim compares with " + reference);
    }
    return claim.margin() > 0
        ? Optional.of("the claim asks for a difference beyond a margin")
        : Optional.empty();
  }
}
