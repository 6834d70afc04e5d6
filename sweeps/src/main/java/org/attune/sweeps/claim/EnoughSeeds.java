package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.SeedDifferences;

/**
 * Whether a sweep's seeds can decide its claims: the least probability that the tests of {@link
 * Judge} give when all seeds agree, beside the level that Holm asks of the first claim.
 *
 * @param claims testable claims that compare values, at least one
 * @param shared the level that they share
 * @param looks numbers of seeds at which the claims are tested
 */
public record EnoughSeeds(int claims, double shared, Looks looks) {

  private static final int MOST_SEEDS = 100;

  /**
   * Claims that no result of the planned seeds can decide.
   *
   * @param says what is wrong, for the user
   * @param enough the least number of seeds that could decide them; empty if more than 100
   */
  public record Undecidable(String says, OptionalInt enough) {}

  /**
   * Whether the seeds leave claims open whatever they show; empty if they can decide them.
   *
   * @param shared the level that the claims share
   */
  public static Optional<Undecidable> undecidable(List<Claim> claims, double shared, Looks looks) {
    return of(claims, shared, looks).flatMap(EnoughSeeds::undecidable);
  }

  /**
   * A warning for the user; empty if the seeds can decide the claims, also by ranks.
   *
   * @param shared the level that the claims share
   */
  public static Optional<String> warning(List<Claim> claims, double shared, Looks looks) {
    return of(claims, shared, looks).flatMap(EnoughSeeds::warning);
  }

  /**
   * The least number of seeds, tested once, that can decide comparisons; empty if more than 100.
   *
   * @param compared how many share the level, at least one
   * @param ranks whether ranks judge, as they do where a seed fails or values are bimodal; else
   *     Student's t
   */
  public static OptionalInt least(int compared, double shared, boolean ranks) {
    return new EnoughSeeds(compared, shared, Looks.once(1)).enough(ranks);
  }

  /** The number of claims that compare values in a test, and so share the level. */
  public static int compared(List<Claim> claims) {
    return (int)
        claims.stream()
            .filter(Claim::testable)
            .filter(claim -> claim.outcome() instanceof Outcome.PlainValue)
            .count();
  }

  private static Optional<EnoughSeeds> of(List<Claim> claims, double shared, Looks looks) {
    int compared = compared(claims);
    return compared == 0 ? Optional.empty() : Optional.of(new EnoughSeeds(compared, shared, looks));
  }

  private double level() {
    return shared / claims;
  }

  private String needed() {
    String p = "p %s or less".formatted(Rounded.probability(level()));
    return claims == 1
        ? p
        : "%s (%s shared by %d claims)".formatted(p, Rounded.level(shared), claims);
  }

  private Optional<Undecidable> undecidable() {
    if (byMeans(looks) <= level()) {
      return Optional.empty();
    }
    OptionalInt enough = enough(false);
    return Optional.of(
        new Undecidable(
            "replicates: %d seeds cannot decide a claim: at best they give p %s, and a verdict needs %s%s"
                .formatted(
                    looks.last(), Rounded.probability(byMeans(looks)), needed(), use(enough)),
            enough));
  }

  private Optional<String> warning() {
    Optional<Undecidable> undecidable = undecidable();
    if (undecidable.isPresent() || byRanks(looks) <= level()) {
      return undecidable.map(Undecidable::says);
    }
    return Optional.of(
        ("replicates: %d seeds may not decide a claim: if a seed fails or the values are bimodal,"
                + " ranks give p %s at best, and a verdict needs %s%s")
            .formatted(
                looks.last(), Rounded.probability(byRanks(looks)), needed(), use(enough(true))));
  }

  private OptionalInt enough(boolean ranks) {
    return IntStream.rangeClosed(looks.last(), MOST_SEEDS)
        .filter(
            n -> {
              Looks more =
                  looks.seeds().size() == 1
                      ? Looks.once(n)
                      : Looks.between(looks.seeds().get(0), n);
              return (ranks ? byRanks(more) : byMeans(more)) <= level();
            })
        .findFirst();
  }

  private static String use(OptionalInt enough) {
    return enough.isPresent() ? "; use %d or more".formatted(enough.getAsInt()) : "";
  }

  private static double byMeans(Looks looks) {
    return looks.seeds().stream().mapToDouble(MeanTest::leastOfPairs).min().orElse(1) * 2;
  }

  private static double byRanks(Looks looks) {
    return looks.seeds().stream()
            .mapToDouble(n -> SeedDifferences.leastByRanks(n, looks))
            .min()
            .orElse(1)
        * 2;
  }
}
