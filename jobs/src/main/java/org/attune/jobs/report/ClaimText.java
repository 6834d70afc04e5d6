package org.attune.jobs.report;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.claim.StatedEffect;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.statistics.Looks;

/** A claim in words: its test and its verdict. {@link FoundText} has the effect found. */
public final class ClaimText {

  /** Stands where a claim has nothing to show. */
  static final String NONE = "n/a";

  /** Nobody runs more seeds of a cell to decide a claim. */
  private static final int MOST_SEEDS = 1_000;

  /** A larger number of seeds is a rough estimate: without its price it is no plan. */
  private static final int MOST_UNPRICED = 100;

  private static final String OPPOSED = "the means go the other way";

  private ClaimText() {}

  /**
   * The verdict, with the number of seeds that would decide it and their price, or why it is not
   * testable.
   *
   * @param price in processor seconds; empty if unknown
   * @param looks at which the claim is tested; they say whether added seeds count
   */
  public static String verdict(Finding finding, OptionalDouble price, Looks looks) {
    String advice = advice(finding, price, looks);
    return advice.isEmpty() ? words(finding) : words(finding) + before(finding) + advice;
  }

  /** The verdict alone, for a column; a user's own claim is shown, not reproduced. */
  public static String words(Finding finding) {
    return label(finding, finding.verdict().words(finding.claim()));
  }

  /** What would decide a claim, or why nothing is said of it yet; empty if its verdict says all. */
  static String advice(Finding finding, OptionalDouble price, Looks looks) {
    if (finding.effect() instanceof FoundEffect.Unreported missing) {
      return "no finished trial of %s has the metric %s; run it in a new folder"
          .formatted(Numbers.readableLabel(missing.cell()), missing.metric());
    }
    if (lost(finding)) {
      FoundEffect.Lost lost = (FoundEffect.Lost) finding.effect();
      return "%d of %d tuning seeds failed at a value of %s that is the best of %s at the others; retry them (attune retry DIR --failed), or leave that value out of all cells in a new sweep"
          .formatted(
              lost.failed(),
              lost.seeds(),
              String.join(", ", lost.keys()),
              Numbers.readableLabel(lost.arm()));
    }
    return switch (finding.verdict()) {
      case INCONCLUSIVE ->
          Stream.of(finding.opposed() ? OPPOSED : "", needed(finding, price, looks))
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining("; "));
      case CONTROL_DIFFERS -> control(finding.claim());
      case NOT_TESTABLE -> finding.claim().notTestable().orElse("");
      default -> "";
    };
  }

  private static String label(Finding finding, String verdict) {
    if (finding.effect() instanceof FoundEffect.Unreported) {
      return "not yet judged";
    }
    return finding.verdict() == ClaimVerdict.SMALLER
            && finding.effect() instanceof FoundEffect.Difference found
            && found.low() <= 0
        ? verdict + ", or none"
        : verdict;
  }

  /** What stands between a verdict and its advice in one sentence. */
  private static String before(Finding finding) {
    return finding.verdict() != ClaimVerdict.INCONCLUSIVE
            || lost(finding)
            || finding.effect() instanceof FoundEffect.Unreported
        ? ": "
        : finding.opposed() ? ", and " : "; ";
  }

  private static boolean lost(Finding finding) {
    return finding.effect() instanceof FoundEffect.Lost
        && finding.verdict() == ClaimVerdict.INCONCLUSIVE;
  }

  /**
   * Whether failures against the claim outweigh all other seeds by ranks, however many those are: a
   * share q of them holds 1 - (1 - q)² of the ranks' sum, and at more than half nothing is shown.
   */
  private static boolean isOutweighed(FoundEffect.Difference found, int seeds) {
    return found.low() == Double.NEGATIVE_INFINITY && found.failed() > (1 - Math.sqrt(0.5)) * seeds;
  }

  private static String failed(FoundEffect.Difference found, int seeds) {
    return "%d of %d fail".formatted(found.failed(), seeds);
  }

  private static String control(Claim claim) {
    return claim
        .effect()
        .flatMap(StatedEffect::control)
        .map(
            control ->
                "ours is farther from the paper's %s than its effect of %s is large"
                    .formatted(stated(control.value()), stated(control.difference())))
        .orElse("");
  }

  private static String needed(Finding finding, OptionalDouble price, Looks looks) {
    if (finding.open()) {
      return "planned trials are open: let the sweep end, then judge";
    }
    if (finding.needed().isEmpty()) {
      return finding.effect() instanceof FoundEffect.Difference found
              && isOutweighed(found, finding.seeds())
          ? "more seeds would not decide it while %s: mend what fails them, and retry"
              .formatted(failed(found, finding.seeds()))
          : "";
    }
    int seeds = finding.needed().getAsInt();
    if (seeds > MOST_SEEDS) {
      return "no practical number of seeds would decide it";
    }
    return "%s%s seeds a cell would decide it%s%s"
        .formatted(
            looks.open() ? "" : "in a new sweep, ",
            price.isEmpty() && seeds > MOST_UNPRICED
                ? "more than " + MOST_UNPRICED
                : "some " + seeds,
            isByModes(finding)
                ? " by ranks (two modes), if new seeds differ as these do"
                : isAssumed(finding.claim()) ? "" : " if the difference found is the true one",
            price.isEmpty()
                ? ""
                : ", %s of processor time more"
                    .formatted(TimeText.of(Duration.ofSeconds(Math.round(price.getAsDouble())))));
  }

  /** Whether ranks judge, though no seed failed: the number of seeds is that of their ranks. */
  private static boolean isByModes(Finding finding) {
    return finding.effect() instanceof FoundEffect.Difference found
        && found.test() == Finding.Test.RANKS
        && found.failed() == 0
        && finding.claim().relation() != Relation.NEAR
        && finding.claim().effect().isEmpty();
  }

  /** Whether the number of seeds takes the stated effect as true, and not the difference found. */
  private static boolean isAssumed(Claim claim) {
    return claim.effect().isPresent() && claim.relation() != Relation.NEAR;
  }

  /** The seeds of the last look; before the first one, the number that it waits for. */
  public static String seeds(Finding finding, Looks looks) {
    return finding.open() && finding.seeds() == 0
        ? "waits for " + looks.seeds().get(0)
        : String.valueOf(finding.seeds());
  }

  /** What a claim's p tests; a small p beside "smaller" does not say that there is an effect. */
  static String tested(Finding finding) {
    if (finding.claim().relation() == Relation.NEAR) {
      return "whether the difference lies inside or beyond the margin";
    }
    return switch (finding.verdict()) {
      case REPRODUCED, LARGER -> "whether the difference exceeds the margin";
      case SMALLER, OPPOSITE, NO_DIFFERENCE ->
          "whether the difference is smaller than %s, not whether there is one"
              .formatted(finding.claim().effect().isPresent() ? "the stated effect" : "claimed");
      default -> "whether the difference exceeds the margin, or is smaller than claimed";
    };
  }

  /** A claim's test in words: the metric, the cells, the direction and the margin. */
  public static String test(Claim claim) {
    String metric = claim.subject().metric();
    String measured =
        claim.outcome() instanceof Outcome.Solved solved
            ? "seeds with %s %s %s"
                .formatted(metric, solved.atLeast() ? ">=" : "<=", stated(solved.threshold()))
            : metric;
    String margin =
        claim.margin() == 0
            ? ""
            : " by "
                + stated(claim.margin())
                + (claim.floor().isPresent() ? " of its distance to the floor" : "");
    return "%s: %s %s %s%s"
        .formatted(
            measured, arm(claim.subject()), claim.relation().label(), reference(claim), margin);
  }

  /**
   * The reference that the claim compares a cell with. It names the reference's metric if that
   * differs from the cell's.
   */
  private static String reference(Claim claim) {
    if (!(claim.reference() instanceof Reference.OfCell cell)) {
      return claim.reference().toString();
    }
    String metric = cell.measure().metric();
    return (cell.times() == 1 ? "" : stated(cell.times()) + " times ")
        + (metric.equals(claim.subject().metric()) ? "" : metric + " of ")
        + arm(cell.measure());
  }

  /** A cell's label; for a tuned arm, with the number of its settings and tuning trials. */
  private static String arm(Measure measure) {
    return Numbers.readableLabel(measure.label())
        + measure.tuning().map(ClaimText::tuned).orElse("");
  }

  private static String tuned(Tuning tuning) {
    Tuning first = tuning.first();
    return " (best of %d settings, %d tuning trials%s)"
        .formatted(
            first.settings().size(),
            first.trials(),
            first.trials() == tuning.trials()
                ? ""
                : "; of up to %d, %d if a best value lies at an edge"
                    .formatted(tuning.settings().size(), tuning.trials()));
  }

  /** A number as a sweep file states it. */
  static String stated(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
