package org.attune.jobs.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.Rounded;

/** The effect that a claim's seeds show, in words, with as many digits as they support. */
public final class FoundText {

  /** The finest precision of a printed effect, as a share of the effect. */
  private static final double FINEST = 1e-3;

  /** The finest precision of an interval's end, as a share of the usual one. */
  private static final double FINEST_BOUND = 1e-6;

  /** Significant digits of a number without a spread. */
  private static final int DIGITS = 4;

  private FoundText() {}

  /**
   * The effect in words: {@code 0.85 above (0.84 to 0.86)}, or {@code 0.02 above (-0.01 to 0.05);
   * claimed: below}.
   */
  public static String of(Finding finding) {
    if (finding.seeds() == 0) {
      return ClaimText.NONE;
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
      return failed.isEmpty() ? ClaimText.NONE : failed;
    }
    if (finding.verdict() == ClaimVerdict.ROUNDING && found.mean() == 0) {
      return "0 at every seed";
    }
    Relation claimed = finding.claim().relation();
    boolean opposed = finding.opposed();
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
        Stream.of(interval, ranks(shown, finding.claim()), failed)
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

  /** Says that ranks judge, and which cells' two modes are the reason; empty where t judges. */
  private static String ranks(FoundEffect.Difference found, Claim claim) {
    List<Measure> measures = claim.measures();
    return found.test() != Finding.Test.RANKS
        ? ""
        : "by ranks"
            + found.modes().stream()
                .sorted()
                .map(arm -> measures.get(arm == Arm.CELL ? 0 : measures.size() - 1))
                .map(measure -> Numbers.readableLabel(measure.label()))
                .distinct()
                .reduce((one, other) -> one + " and " + other)
                .map(": two modes of "::concat)
                .orElse("");
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
      return "%s at every seed, against %s".formatted(plain(mean), ClaimText.stated(number));
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
                ranks(shown, claim),
                failed)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return "%s%s against %s"
        .formatted(
            Rounded.number(mean, spread(shown)),
            details.isEmpty() ? "" : " (" + details + ")",
            ClaimText.stated(number));
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
    return ClaimText.stated(new BigDecimal(value).round(new MathContext(DIGITS)).doubleValue());
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
}
