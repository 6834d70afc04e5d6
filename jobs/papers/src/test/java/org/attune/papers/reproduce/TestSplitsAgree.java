package org.attune.papers.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;
import org.apache.commons.math3.stat.inference.TTest;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.claims.ClaimRecord;
import org.attune.jobs.claims.JudgedTable;
import org.attune.jobs.claims.StoredTable;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.SealedSplit;
import org.attune.sweeps.verdict.SweepOutcomes;
import org.junit.jupiter.api.Test;

/**
 * The same networks on two held-out splits. If each seed has held-out examples of its own, the
 * difference of two cells on the validation split is that on the sealed split but for chance. Sets
 * that all seeds share differ by the same amount in every seed.
 */
class TestSplitsAgree {

  private static final Path DATA =
      Path.of(System.getProperty("attune.home", "../.."), "docs/reproduction/data");

  /**
   * How often at most the validation split's mean lies outside the sealed split's interval, if
   * networks do not differ at all by seed: both means have the noise of the examples, so the one is
   * twice as variable about the other as about the truth.
   */
  private static final double OUTSIDE = 0.17; // 2 (1 - Φ(1.96 / √2)), at the lowest level, 95 %

  /** Two means of equal populations are further apart than this level of Student's t allows. */
  private static final double APART = 0.01;

  /** So improbable a number of claims is no chance. Claims share controls, so it is small. */
  private static final double SURPRISE = 1e-4;

  /**
   * One claim on both splits.
   *
   * @param inside whether the validation split's difference lies in the sealed split's interval
   * @param apart whether both differences, paired by seed, are too far apart for chance
   */
  private record Compared(String claim, boolean inside, boolean apart) {}

  /** What is added to each validated difference, in half widths of the interval. */
  private record Planted(double halfWidths) {}

  private static final Planted NOTHING = new Planted(0);

  private static boolean hasOwnExamples(Path results) throws Exception {
    ClaimRecord record = ClaimRecord.read(results);
    return record.run(record.runs()).flatMap(run -> run.text("held_out")).isPresent();
  }

  private static List<Compared> compared(List<PaperTable> tables, Planted planted)
      throws Exception {
    List<Compared> all = new ArrayList<>();
    for (PaperTable of : tables) {
      JudgedTable table =
          StoredTable.judged(DATA.resolve(of.key()), of.key(), "small", new TrialCatalog())
              .orElseThrow();
      Outcomes outcomes = new SweepOutcomes(table.sweep());
      for (Finding finding : table.judged().findings()) {
        compared(of.key() + ": " + finding.claim().says(), finding, outcomes, planted)
            .ifPresent(all::add);
      }
    }
    return all;
  }

  /** A claim on both splits; empty for claims of other kinds. */
  private static Optional<Compared> compared(
      String claim, Finding finding, Outcomes outcomes, Planted planted) {
    if (!SealedSplit.isRead(finding.claim())
        || !(finding.effect() instanceof FoundEffect.Difference found)
        || found.failed() > 0
        || !Double.isFinite(found.high() - found.low())
        || !(finding.claim().reference() instanceof Reference.OfCell other)) {
      return Optional.empty();
    }
    double[] sealed = differences(finding.claim().subject(), other, outcomes, false);
    double[] validated = differences(finding.claim().subject(), other, outcomes, true);
    double mean = DoubleStream.of(sealed).average().orElse(0);
    if (sealed.length < 3 || sealed.length != validated.length || mean == 0) {
      return Optional.empty();
    }
    double unit = found.mean() / mean; // a share, or the other direction
    double shift = planted.halfWidths() * (found.high() - found.low()) / 2 / unit;
    double[] apart =
        IntStream.range(0, sealed.length)
            .mapToDouble(seed -> validated[seed] + shift - sealed[seed])
            .toArray();
    double at = (mean + DoubleStream.of(apart).average().orElse(0)) * unit;
    return Optional.of(
        new Compared(
            claim,
            found.low() <= at && at <= found.high(),
            new StandardDeviation().evaluate(apart) > 0 && new TTest().tTest(0, apart) < APART));
  }

  private static double[] differences(
      Measure subject, Reference.OfCell other, Outcomes outcomes, boolean validation) {
    Configuration one = subject.chosen(outcomes).orElseThrow();
    Configuration two = other.measure().chosen(outcomes).orElseThrow();
    return IntStream.range(0, Math.min(outcomes.ended(one), outcomes.ended(two)))
        .mapToObj(
            seed -> {
              OptionalDouble a = value(outcomes, one, seed, subject.metric(), validation);
              OptionalDouble b = value(outcomes, two, seed, other.measure().metric(), validation);
              return a.isPresent() && b.isPresent()
                  ? OptionalDouble.of(a.getAsDouble() - other.times() * b.getAsDouble())
                  : OptionalDouble.empty();
            })
        .flatMapToDouble(OptionalDouble::stream)
        .toArray();
  }

  private static OptionalDouble value(
      Outcomes outcomes, Configuration cell, int seed, String metric, boolean validation) {
    return outcomes.value(
        cell, seed, validation ? metric.substring(Metric.SEALED.length()) : metric);
  }

  /** The probability of as many claims or more by chance. */
  private static double chance(List<String> found, int of, double each) {
    return 1 - new BinomialDistribution(of, each).cumulativeProbability(found.size() - 1);
  }

  private static List<String> outside(List<Compared> claims) {
    return claims.stream().filter(claim -> !claim.inside()).map(Compared::claim).toList();
  }

  private static List<String> apart(List<Compared> claims) {
    return claims.stream().filter(Compared::apart).map(Compared::claim).toList();
  }

  private static List<PaperTable> tablesWithOwnExamples() throws Exception {
    List<PaperTable> tables = new ArrayList<>();
    for (PaperTable table : KnownPapers.tables()) {
      Path results = DATA.resolve(table.key());
      if (Files.exists(results) && hasOwnExamples(results)) {
        tables.add(table);
      }
    }
    return tables;
  }

  @Test
  void differencesOnBothSplitsAgreeWhereSeedsHaveExamplesOfTheirOwn() throws Exception {
    List<PaperTable> tables = tablesWithOwnExamples();
    assumeThat(tables).as("tables whose seeds have held-out examples of their own").isNotEmpty();
    List<Compared> claims = compared(tables, NOTHING);

    assertThat(claims).isNotEmpty();
    assertThat(chance(outside(claims), claims.size(), OUTSIDE))
        .as("%d of %d outside: %s", outside(claims).size(), claims.size(), outside(claims))
        .isGreaterThan(SURPRISE);
    assertThat(chance(apart(claims), claims.size(), APART))
        .as("%d of %d apart: %s", apart(claims).size(), claims.size(), apart(claims))
        .isGreaterThan(SURPRISE);
  }

  /** Validation sets that favour one cell of each claim, as a set that all seeds share may. */
  @Test
  void aTableWhoseSplitsDisagreeIsFound() throws Exception {
    List<Compared> claims =
        compared(
            List.of(
                KnownPapers.table("kvq-fewshot").orElseThrow(),
                KnownPapers.table("split-q-noise").orElseThrow(),
                KnownPapers.table("mad").orElseThrow()),
            new Planted(1.5));

    assertThat(claims).hasSizeGreaterThan(5);
    assertThat(chance(outside(claims), claims.size(), OUTSIDE)).isLessThan(SURPRISE);
    assertThat(chance(apart(claims), claims.size(), APART)).isLessThan(SURPRISE);
  }
}
