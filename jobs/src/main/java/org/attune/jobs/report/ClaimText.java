package org.attune.jobs.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
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
import org.attune.sweeps.statistics.Rounded;

/** A claim in words: its test, its verdict and the effect found. */
public final class ClaimText {

  /** Stands where a claim has nothing to show. */
  static final String NONE = "n/a";

  /** The finest precision of a printed effect, as a share of the effect. */
  private static final double FINEST = 1e-3;

  /** The finest precision of an interval's end, as a share of the usual one. */
  private static final double FINEST_BOUND = 1e-6;

  /** Significant digits of a number without a spread. */
  private static final int DIGITS = 4;

  /** Nobody runs more seeds of a cell to decide a claim. */
  private static final int MOST_SEEDS = 1_000;

  /** A larger number of seeds is a rough estimate: without its price it is no plan. */
  private static final int MOST_UNPRICED = 100;

  private ClaimText() {}

  /**
   * The verdict, with the number of seeds that would decide it and their price, or why it is not
   * testable.
   *
   * @param price in processor seconds; empty if unknown
   * @param looks at which the claim is tested; they say whether added seeds count
   */
  public static String verdict(Finding finding, OptionalDouble price, Looks looks) {
    return verdict(finding, finding.verdict().label(), price, looks);
  }

  /** Like {@link #verdict}; a user's own claim is shown, not reproduced. */
  static String words(Finding finding, OptionalDouble price, Looks looks) {
    return verdict(finding, finding.verdict().words(finding.claim()), price, looks);
  }

  private static String verdict(Finding finding, String label, OptionalDouble price, Looks looks) {
    if (finding.effect() instanceof FoundEffect.Unreported missing) {
      return "not yet judged: no finished trial of %s has the metric %s; run it in a new folder"
          .formatted(Numbers.readableLabel(missing.cell()), missing.metric());
    }
    if (finding.effect() instanceof FoundEffect.Lost lost
        && finding.verdict() == ClaimVerdict.INCONCLUSIVE) {
      return "%s: %d of %d tuning seeds failed at a value of %s that is the best of %s at the others; retry them (attune retry DIR --failed), or leave that value out of all cells in a new sweep"
          .formatted(
              label,
              lost.failed(),
              lost.seeds(),
              String.join(", ", lost.keys()),
              Numbers.readableLabel(lost.arm()));
    }
    return label
        + switch (finding.verdict()) {
          case INCONCLUSIVE ->
              (isOpposed(finding) ? ", and the means go the other way" : "")
                  + needed(finding, price, looks);
          case CONTROL_DIFFERS -> ": " + control(finding.claim());
          case NOT_TESTABLE -> ": " + finding.claim().notTestable().orElse("");
          case SMALLER ->
              finding.effect() instanceof FoundEffect.Difference found && found.low() <= 0
                  ? ", or none"
                  : "";
          default -> "";
        };
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
      return "; planned trials are open: let the sweep end, then judge";
    }
    if (finding.needed().isEmpty()) {
      return finding.effect() instanceof FoundEffect.Difference found
              && isOutweighed(found, finding.seeds())
          ? "; more seeds would not decide it while %s: mend what fails them, and retry"
              .formatted(failed(found, finding.seeds()))
          : "";
    }
    int seeds = finding.needed().getAsInt();
    if (seeds > MOST_SEEDS) {
      return "; no practical number of seeds would decide it";
    }
    return "; %s%s seeds a cell would decide it%s%s"
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

  /** Whether the difference found has the direction opposite to the claimed one. */
  private static boolean isOpposed(Finding finding) {
    return finding.claim().relation() != Relation.NEAR
        && finding.effect() instanceof FoundEffect.Difference found
        && found.mean() < 0;
  }

  /**
   * The effect in words: {@code 0.85 above (0.84 to 0.86)}, or {@code 0.02 above (-0.01 to 0.05);
   * claimed: below}.
   */
  public static String found(Finding finding) {
    if (finding.seeds() == 0) {
      return NONE;
    }
    if (finding.effect() instanceof FoundEffect.Solved solved) {
      String subject = solved.solved() + " of " + solved.seeds() + " seeds";
      return solved.otherOf() == 0
          ? subject
          : subject + " against " + solved.otherSolved() + " of " + solved.otherOf();
    }
    FoundEffect.Difference found = (FoundEffect.Difference) finding.effect();
    String failed = found.failed() == 0 ? "" : found.failed() + " seeds failed";
    if (found.seeds() == 0) {
      return failed.isEmpty() ? NONE : failed;
    }
    if (finding.verdict() == ClaimVerdict.ROUNDING && found.mean() == 0) {
      return "0 at every seed";
    }
    Relation claimed = finding.claim().relation();
    boolean opposed = isOpposed(finding);
    boolean turned = opposed || claimed == Relation.NEAR && found.mean() < 0; // no distance is < 0
    FoundEffect.Difference shown = turned ? found.reversed() : found;
    String direction =
        claimed == Relation.NEAR ? "apart" : (opposed ? claimed.opposite() : claimed).label();
    if (finding.claim().reference() instanceof Reference.OfNumber number
        && finding.claim().floor().isEmpty()) {
      return beside(number.value(), found, finding.claim(), failed);
    }
    if (shown.failed() == 0 && isEqual(shown)) {
      return "%s%s %s at every seed%s"
          .formatted(
              plain(shown.mean()),
              finding.claim().floor().isPresent() ? " of the distance to the floor" : "",
              direction,
              opposed ? "; claimed: " + claimed.label() : "");
    }
    String interval =
        shown.seeds() == 1
            ? ""
            : "%s to %s"
                    .formatted(
                        bound(shown.low(), shown, finding.claim()),
                        bound(shown.high(), shown, finding.claim()))
                + earlier(shown);
    String details =
        Stream.of(interval, shown.test() == Finding.Test.RANKS ? "by ranks" : "", failed)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return "%s%s %s%s%s"
        .formatted(
            rounded(shown.mean(), shown),
            finding.claim().floor().isPresent() ? " of the distance to the floor" : "",
            direction,
            details.isEmpty() ? "" : " (" + details + ")",
            opposed ? "; claimed: " + claimed.label() : "");
  }

  /** Which seeds gave the interval, where those of the last look did not. */
  private static String earlier(FoundEffect.Difference difference) {
    return difference
        .earlier()
        .map(
            look ->
                "%s by the first %d seeds, whose mean is %s"
                    .formatted(
                        look.both() ? "" : ", an end",
                        look.seeds(),
                        rounded(look.mean(), difference)))
        .orElse("");
  }

  /**
   * What is compared with a number is printed itself, not its difference: {@code 0.300 (0.261 to
   * 0.340) against 2.5}.
   */
  private static String beside(
      double number, FoundEffect.Difference found, Claim claim, String failed) {
    double sign = claim.relation() == Relation.BELOW ? -1 : 1;
    double mean = number + sign * found.mean();
    if (failed.isEmpty() && isEqual(found)) {
      return "%s at every seed, against %s".formatted(plain(mean), stated(number));
    }
    FoundEffect.Difference shown = sign < 0 ? found.reversed() : found;
    double digits = Math.min(digits(shown.low(), shown, claim), digits(shown.high(), shown, claim));
    String details =
        Stream.of(
                shown.seeds() == 1
                    ? ""
                    : "%s to %s"
                        .formatted(
                            Rounded.number(number + shown.low(), digits),
                            Rounded.number(number + shown.high(), digits)),
                shown.test() == Finding.Test.RANKS ? "by ranks" : "",
                failed)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return "%s%s against %s"
        .formatted(
            Rounded.number(mean, spread(shown)),
            details.isEmpty() ? "" : " (" + details + ")",
            stated(number));
  }

  /**
   * Whether all seeds have one difference, but for rounding: then an interval has no digits. One by
   * ranks may be as narrow where most seeds have the same difference; their mean lies outside.
   */
  private static boolean isEqual(FoundEffect.Difference difference) {
    double rounding = FINEST_BOUND * Math.abs(difference.mean());
    return difference.seeds() > 1
        && Math.abs(difference.high() - difference.mean()) <= rounding
        && Math.abs(difference.low() - difference.mean()) <= rounding;
  }

  private static String plain(double value) {
    return stated(new BigDecimal(value).round(new MathContext(DIGITS)).doubleValue());
  }

  /** The seeds of the last look; before the first one, the number that it waits for. */
  public static String seeds(Finding finding, Looks looks) {
    return finding.open() && finding.seeds() == 0
        ? "waits for " + looks.seeds().get(0)
        : String.valueOf(finding.seeds());
  }

  /** A value rounded to the decimal place that half of the interval's width supports. */
  private static String rounded(double value, FoundEffect.Difference found) {
    return Rounded.number(value, spread(found));
  }

  /** An end of the interval, with as many digits as show on which side of a margin it lies. */
  private static String bound(double value, FoundEffect.Difference found, Claim claim) {
    if (found.low() == found.high()) {
      return plain(value);
    }
    double end = Math.abs(value) < spread(found) * FINEST_BOUND ? 0 : value;
    return Rounded.number(end, digits(value, found, claim));
  }

  /** The spread that gives an end as many digits as show on which side of a margin it lies. */
  private static double digits(double value, FoundEffect.Difference found, Claim claim) {
    double spread = spread(found);
    double finest = spread * FINEST_BOUND;
    double end = Math.abs(value) < finest ? 0 : value;
    while (spread > finest && hidesItsSide(end, Rounded.number(end, spread), claim)) {
      spread /= 10;
    }
    return spread;
  }

  private static double spread(FoundEffect.Difference found) {
    double spread =
        found.low() == found.high()
            ? Math.abs(found.mean() - found.low())
            : (found.high() - found.low()) / 2;
    double finest = FINEST * Math.abs(found.mean());
    return Double.isFinite(spread) ? Math.max(spread, finest) : Double.NaN;
  }

  /** Whether a rounded end lies on another side of a margin than the end itself. */
  private static boolean hidesItsSide(double value, String text, Claim claim) {
    double rounded = Double.parseDouble(text);
    return DoubleStream.of(0, claim.margin(), -claim.margin(), claim.expected(), -claim.expected())
        .anyMatch(margin -> Math.signum(value - margin) != Math.signum(rounded - margin));
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
