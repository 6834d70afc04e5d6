package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.Reproduction.CellEntry;

/** What the verdicts of a table rest on, and what they do not show. */
record ClaimNotes(Reproduction reproduction) {

  private static final String STEPS = "train.steps";

  /** On which split the claims are judged, and how often it was opened. */
  String split() {
    List<Claim> claims = reproduction.findings().stream().map(Finding::claim).toList();
    long sealed = claims.stream().filter(SealedSplit::isRead).count();
    if (sealed == 0) {
      boolean tuned =
          claims.stream()
              .flatMap(claim -> claim.measures().stream())
              .anyMatch(measure -> measure.tuning().isPresent());
      boolean trains =
          claims.stream()
              .flatMap(Claim::candidates)
              .anyMatch(cell -> !"0".equals(cell.values().get(STEPS)));
      return trains
          ? "Judged on the validation split%s: these results have no sealed split."
              .formatted(tuned ? ", which tuning also used" : "")
          : "Nothing is trained and nothing chosen, so there is no sealed split.";
    }
    int openings = reproduction.openings().size();
    return ("%s judged on the sealed split: examples that no trial trained on and no search,"
            + " stopping rule or tuning read. It was %s.")
        .formatted(
            sealed == claims.size()
                ? "Claims are"
                : "%d of %d claims are".formatted(sealed, claims.size()),
            openings == 0
                ? "not opened yet"
                : openings == 1 ? "opened once" : "opened " + openings + " times");
  }

  /** How the p and the verdicts come about. */
  String rule() {
    String seeds =
        reproduction.looks().seeds().stream().map(String::valueOf).collect(Collectors.joining(", "))
            + (reproduction.looks().last() == 1 ? " seed" : " seeds");
    List<Claim> effects =
        reproduction.findings().stream()
            .map(Finding::claim)
            .filter(claim -> claim.effect().isPresent())
            .toList();
    return ("p is two-sided and paired by seed. It is adjusted for the tests after %s and, by"
            + " Holm, for all claims of the table. A verdict needs p <= %s%s.%s%s%s")
        .formatted(
            seeds,
            Rounded.level(reproduction.level()),
            guarantee(),
            hasInterval()
                ? " Verdicts follow from the intervals in brackets, which have the level of the test. "
                    + reproduction.coverage()
                : "",
            effects.isEmpty()
                ? ""
                : " A difference must exceed %s of the %s effect."
                    .formatted(
                        ClaimText.stated(Claim.MARGIN),
                        effects.stream().allMatch(Claim::own) ? "stated" : "paper's"),
            notes().stream().map(" "::concat).collect(Collectors.joining()));
  }

  private boolean hasInterval() {
    return reproduction.findings().stream()
        .anyMatch(
            each -> each.effect() instanceof FoundEffect.Difference found && found.seeds() > 1);
  }

  /** What the level promises, and for which verdicts; empty where it promises nothing. */
  private String guarantee() {
    if (reproduction.level() != Judge.LEVEL) {
      return ": the level that the lab gave these claims, so that few of all its discoveries are"
          + " wrong";
    }
    if (reproduction.statedAfter() == 0) {
      return ": at most five tables in a hundred have a wrong one";
    }
    long testable =
        reproduction.findings().stream().map(Finding::claim).filter(Claim::testable).count();
    return reproduction.statedAfter() == testable
        ? ""
        : ": at most five tables in a hundred have a wrong verdict on a claim that was stated"
            + " before the results";
  }

  /** What a reader must know of these verdicts: one note of one or two sentences each. */
  List<String> notes() {
    return Stream.of(statedAfter(), dropped(), added()).filter(note -> !note.isEmpty()).toList();
  }

  /** What marks in the columns mean: of a least p, and of an interval without an end. */
  List<String> marks() {
    boolean least =
        reproduction.findings().stream().anyMatch(finding -> !LeastP.mark(finding).isEmpty());
    List<String> notes = new ArrayList<>(LeastP.note(least, "seeds", LeastP.BEFORE_HOLM));
    if (reproduction.findings().stream()
        .anyMatch(finding -> finding.verdict() == ClaimVerdict.SMALLER)) {
      notes.add(
          "p beside 'smaller' says that the difference is smaller than the stated effect, not that"
              + " there is one");
    }
    if (reproduction.findings().stream().anyMatch(ClaimNotes::isUnbounded)) {
      notes.add("∞: the interval has no end there, as seeds are too few or failed");
    }
    return notes;
  }

  /** Says what became of the seeds that no mean of the table counts. */
  List<String> missing() {
    List<CellEntry> shown =
        reproduction.rows().stream()
            .filter(row -> !row.passedOver())
            .flatMap(row -> row.entries().stream())
            .toList();
    List<String> notes = new ArrayList<>();
    if (shown.stream().anyMatch(entry -> entry.failed() > 0)) {
      notes.add(
          "A failed seed is in no mean, but claims count it: its trial failed, or finished without"
              + " a finite value.");
    }
    if (shown.stream().anyMatch(entry -> entry.stopped() > 0)) {
      notes.add("A stopped seed is in no mean: its value is of an earlier step.");
    }
    return notes;
  }

  private static boolean isUnbounded(Finding finding) {
    return finding.effect() instanceof FoundEffect.Difference found
        && found.seeds() > 1
        && (Double.isInfinite(found.low()) || Double.isInfinite(found.high()));
  }

  /** What the remark on a claim that was stated after the results costs. */
  private String statedAfter() {
    return reproduction.statedAfter() == 0
        ? ""
        : "A claim that was stated after the results may be picked from them: its p promises"
            + " nothing. To confirm it, run a new sweep with another seed.";
  }

  /** Names the claims that Holm counts and the file no longer has. */
  private String dropped() {
    if (reproduction.dropped() == 0) {
      return "";
    }
    long testable =
        reproduction.findings().stream().map(Finding::claim).filter(Claim::testable).count();
    return "The journal has %s that the file no longer has; %s still %s (Holm over %d)."
        .formatted(
            Counted.of(reproduction.dropped(), "claim"),
            reproduction.dropped() == 1 ? "it" : "they",
            reproduction.dropped() == 1 ? "counts" : "count",
            testable + reproduction.dropped());
  }

  /** Says what added seeds do for the claims, if they cannot decide any. */
  private String added() {
    if (reproduction.looks().open()) {
      return "";
    }
    if (reproduction.ignored()) {
      return "More seeds were added after results were known: they do not count here. To test"
          + " again, run a new sweep with another seed.";
    }
    boolean undecided =
        reproduction.findings().stream()
            .anyMatch(each -> each.verdict() == ClaimVerdict.INCONCLUSIVE && !each.open());
    return undecided
        ? "Seeds that are added now do not count: to decide an open claim, run a new sweep with"
            + " another seed, and with until: decided."
        : "";
  }
}
