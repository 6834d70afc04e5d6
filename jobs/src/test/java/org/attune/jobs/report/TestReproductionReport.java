package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.StatedWhen;
import org.junit.jupiter.api.Test;

/** The notes below the verdicts. */
class TestReproductionReport {

  private static final String PROMISE = "at most five tables in a hundred have a wrong one";

  @Test
  void aClaimStatedAfterTheResultsHasNoPromise() {
    String before = report(true, finding(ClaimVerdict.REPRODUCED, 5), false).text();
    String after = report(false, finding(ClaimVerdict.REPRODUCED, 5), false).text();

    assertThat(before).contains(": " + PROMISE).doesNotContain("promises nothing");
    assertThat(after)
        .contains("'it helps': stated after the results")
        .contains("A verdict needs p <= .05. Verdicts follow")
        .contains("its p promises nothing. To confirm it, run a new sweep with another seed.");
  }

  @Test
  void whilePlannedTrialsAreOpenNoNewSweepIsAdvised() {
    String open = report(true, finding(ClaimVerdict.INCONCLUSIVE, 0).whileOpen(), false).text();
    String ended = report(true, finding(ClaimVerdict.INCONCLUSIVE, 5), false).text();

    assertThat(
            ReproductionJson.claims(
                    report(true, finding(ClaimVerdict.INCONCLUSIVE, 0).whileOpen(), false)
                        .reproduction())
                .toString())
        .contains("waits for 5");
    assertThat(open)
        .contains("let the sweep end", "waits for 5")
        .doesNotContain("Seeds that are added now");
    assertThat(ended).contains("Seeds that are added now do not count");
  }

  /** The advice once stood in the column, which made every row some 100 characters wider. */
  @Test
  void whatWouldDecideAClaimStandsBelowTheTableOnTheTerminal() {
    ReproductionReport open =
        report(true, finding(ClaimVerdict.INCONCLUSIVE, 0).whileOpen(), false);
    String advice = "planned trials are open: let the sweep end, then judge";

    assertThat(open.text())
        .containsPattern("(?m)^inconclusive  ")
        .containsPattern("(?m)^'[^']+': " + advice + "$");
    assertThat(open.markdown()).contains("| inconclusive; " + advice + " |");
    assertThat(ReproductionJson.of(open.reproduction()).toString())
        .contains("advice", advice)
        .containsPattern("verdict_words\\W+inconclusive\\W");
  }

  @Test
  void programsAndThePageHaveTheNotesToo() {
    Reproduction added = report(false, finding(ClaimVerdict.INCONCLUSIVE, 5), true).reproduction();

    assertThat(String.valueOf(ReproductionJson.of(added)))
        .contains("its p promises nothing", "they do not count here");
  }

  @Test
  void thePromiseIsOnClaimsStatedBeforeTheResults() {
    Finding finding = finding(ClaimVerdict.REPRODUCED, 5);
    StatedWhen before =
        new StatedWhen(true, 0, 0, Optional.empty(), Optional.empty(), Optional.empty(), "", "");
    StatedWhen after =
        new StatedWhen(false, 0, 0, Optional.empty(), Optional.empty(), Optional.empty(), "", "");
    String both = report(List.of(finding, finding), List.of(before, after), false).text();

    assertThat(both)
        .contains(
            "A verdict needs p <= .05: at most five tables in a hundred have a wrong verdict on a"
                + " claim that was stated before the results. Verdicts");
  }

  @Test
  void theNoteNamesNoIntervalsWhereThereAreNone() {
    String intervals = "the intervals in brackets";

    assertThat(report(true, finding(ClaimVerdict.INCONCLUSIVE, 5), false).text())
        .contains(intervals);
    assertThat(report(true, finding(ClaimVerdict.INCONCLUSIVE, 1), false).text())
        .doesNotContain(intervals);
  }

  /** Tables in Markdown have no mark, as exports have none. */
  @Test
  void theTerminalAndThePageMarkTheLeastThatSeedsCanGive() {
    Finding least = finding(ClaimVerdict.REPRODUCED, 5, true);
    ReproductionReport report = report(true, least, false);
    String note = "(least): so few seeds can give no smaller p before Holm's adjustment";

    assertThat(report.text()).contains(" .0300 (least) ", note + "\n");
    assertThat(report.markdown()).doesNotContain("least");
    assertThat(ReproductionJson.of(report.reproduction()).toString())
        .contains(note)
        .containsPattern("p_is_least\\W+true");
    assertThat(report(true, finding(ClaimVerdict.REPRODUCED, 5), false).text())
        .doesNotContain("least");
  }

  @Test
  void anIntervalWithoutAnEndIsExplained() {
    String note = "∞: the interval has no end there, as seeds are too few or failed";
    Finding bounded = finding(ClaimVerdict.REPRODUCED, 5);
    Finding.FoundEffect effect =
        new Finding.FoundEffect.Difference(
            5, 1, 0.2, 0.1, Double.POSITIVE_INFINITY, Finding.Test.RANKS);
    Finding open =
        new Finding(
            bounded.claim(),
            bounded.verdict(),
            5,
            0.03,
            0.03,
            false,
            effect,
            bounded.needed(),
            false);

    assertThat(report(true, open, false).text()).contains("to ∞; by ranks", note + "\n");
    assertThat(ReproductionJson.of(report(true, open, false).reproduction()).toString())
        .contains(note);
    assertThat(report(true, bounded, false).text()).doesNotContain("∞");
  }

  @Test
  void aClaimWithAnEffectAndNoPaperIsOnesOwn() {
    Claim claim = finding(ClaimVerdict.REPRODUCED, 5).claim();
    Claim near =
        new Claim(
            claim.says(),
            claim.subject(),
            Relation.NEAR,
            claim.reference(),
            0,
            Outcome.VALUE,
            "",
            "",
            Optional.empty(),
            Optional.of(StatedEffect.of(0.4)),
            Optional.empty(),
            Optional.empty());

    assertThat(near.own()).isTrue();
    assertThat(ClaimVerdict.REPRODUCED.words(near)).isEqualTo("shown");
  }

  private static ReproductionReport report(boolean before, Finding finding, boolean ignored) {
    StatedWhen when =
        new StatedWhen(before, 0, 0, Optional.empty(), Optional.empty(), Optional.empty(), "", "");
    return report(List.of(finding), List.of(when), ignored);
  }

  private static ReproductionReport report(
      List<Finding> findings, List<StatedWhen> when, boolean ignored) {
    return new ReproductionReport(
        new Reproduction(
            new Layout("", "", List.of(), Map.of(), List.of(), List.of(), Optional.empty()),
            List.of(),
            findings,
            when,
            findings.stream().map(of -> OptionalDouble.empty()).toList(),
            Looks.once(5),
            0,
            ignored,
            Set.of(),
            "Covers.",
            .05));
  }

  private static Finding finding(ClaimVerdict verdict, int seeds) {
    return finding(verdict, seeds, false);
  }

  private static Finding finding(ClaimVerdict verdict, int seeds, boolean least) {
    Claim claim =
        new Claim(
            "it helps",
            measure("gate"),
            Relation.BELOW,
            new Reference.OfCell(measure("none"), 1),
            0,
            Outcome.VALUE,
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return new Finding(
        claim,
        verdict,
        seeds,
        0.03,
        0.03,
        least,
        new Finding.FoundEffect.Difference(seeds, 0, 0.2, 0.1, 0.3, Finding.Test.MEANS),
        OptionalInt.empty(),
        false);
  }

  private static Measure measure(String cell) {
    return new Measure(cell, new Configuration(Map.of("cell", cell)), "loss");
  }
}
