package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.claim.StatedEffect.PaperControl;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.LookCost;
import org.attune.sweeps.statistics.LookEvidence;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.Rounding;
import org.attune.sweeps.statistics.SeedComparison;
import org.attune.sweeps.statistics.SeedDifferences;
import org.attune.sweeps.statistics.SeedPair;

/**
 * A claim beside its seeds so far: how far the subject is beyond the reference in the claimed
 * direction ({@link Relation#NEAR}: subject less reference).
 *
 * @param claim the tested claim
 * @param looks the times of testing
 * @param seeds at the last look; 0 before the first, and where nothing is judged
 * @param evidence of the looks so far
 * @param control how far our control is from the paper's, if that is farther than the effect is
 *     large; in the metric's unit
 * @param unjudged why the results tell nothing; empty if they do
 */
record Looked(
    Claim claim,
    Looks looks,
    int seeds,
    SeedComparison evidence,
    OptionalDouble control,
    Optional<Finding.FoundEffect> unjudged) {

  /** An interval of this level must lie beyond the effect before a control counts as another. */
  private static final double OF_CONTROL = 0.95;

  private static final double ROUNDING = 1e-9;

  static Looked of(Claim claim, Looks looks, Outcomes outcomes) {
    Optional<Finding.FoundEffect> unjudged =
        claim.measures().stream()
            .flatMap(measure -> unjudged(measure, outcomes).stream())
            .findFirst();
    if (unjudged.isPresent()) {
      SeedComparison none = new SeedComparison(List.of(), looks);
      return new Looked(claim, looks, 0, none, OptionalDouble.empty(), unjudged);
    }
    int ended = claim.cells(outcomes).stream().mapToInt(outcomes::ended).min().orElse(0);
    List<Integer> at = looks.reached(ended);
    int last = at.isEmpty() ? 0 : at.get(at.size() - 1);
    Claim chosen = claim.chosen(outcomes).orElse(claim); // once, not at each seed
    return new Looked(
        claim,
        looks,
        last,
        evidence(chosen, outcomes, at, looks),
        control(chosen, outcomes, last),
        unjudged);
  }

  private static Optional<Finding.FoundEffect> unjudged(Measure measure, Outcomes outcomes) {
    if (!reported(measure, outcomes)) {
      return Optional.of(new Finding.FoundEffect.Unreported(measure.label(), measure.metric()));
    }
    int failed = measure.tuning().map(tuning -> tuning.lost(outcomes)).orElse(0);
    return measure
        .tuning()
        .filter(tuning -> failed > 0)
        .map(t -> new Finding.FoundEffect.Lost(measure.label(), t.keys(), failed, t.seeds()));
  }

  private static boolean reported(Measure measure, Outcomes outcomes) {
    return measure
        .chosen(outcomes)
        .map(cell -> outcomes.reports(cell, measure.metric()))
        .orElse(true);
  }

  private static SeedComparison evidence(
      Claim claim, Outcomes outcomes, List<Integer> at, LookCost cost) {
    if (claim.outcome() instanceof Outcome.Solved solved) {
      List<LookEvidence> counts =
          at.stream()
              .map(seeds -> (LookEvidence) SolvedCounts.of(claim, solved, outcomes, seeds))
              .toList();
      return new SeedComparison(counts, cost);
    }
    List<SeedPair> pairs =
        IntStream.range(0, at.isEmpty() ? 0 : at.get(at.size() - 1))
            .mapToObj(seed -> pair(claim, outcomes, seed))
            .toList();
    return SeedComparison.of(pairs, claim.subject().better(), at, cost);
  }

  /** A seed's pair, whose difference is positive in the claimed direction. */
  private static SeedPair pair(Claim claim, Outcomes outcomes, int seed) {
    Configuration subject = claim.subject().chosen(outcomes).orElseThrow();
    double value = known(outcomes.value(subject, seed, claim.subject().metric()));
    double other = reference(claim, outcomes, seed);
    double unit = unit(claim, other, outcomes, seed);
    SeedPair pair = SeedPair.of(value, other, unit, rounding(claim, outcomes));
    return claim.relation() == Relation.BELOW ? pair.swapped() : pair;
  }

  /** That of the networks, where no cell is a program's. */
  private static Rounding rounding(Claim claim, Outcomes outcomes) {
    return claim.measures().stream()
            .map(measure -> TrainedMetric.rounding(measure.chosen(outcomes).orElseThrow()))
            .allMatch(Rounding.FLOAT32::equals)
        ? Rounding.FLOAT32
        : Rounding.FLOAT64;
  }

  private static double known(OptionalDouble value) {
    return value.orElse(Double.NaN);
  }

  private static double reference(Claim claim, Outcomes outcomes, int seed) {
    if (claim.reference() instanceof Reference.OfCell reference) {
      Configuration cell = reference.measure().chosen(outcomes).orElseThrow();
      return reference.times() * known(outcomes.value(cell, seed, reference.measure().metric()));
    }
    return ((Reference.OfNumber) claim.reference()).value();
  }

  /** The unit of the effect at this seed: 1, or the control's distance from its floor. */
  private static double unit(Claim claim, double control, Outcomes outcomes, int seed) {
    Optional<Layout.Floor> floor = claim.floor();
    if (floor.isEmpty() || Double.isNaN(control)) {
      return 1;
    }
    Measure measure = claim.measures().get(claim.measures().size() - 1);
    Configuration cell = measure.chosen(outcomes).orElseThrow();
    return Math.abs(
        control - known(floor.get().value(metric -> outcomes.value(cell, seed, metric))));
  }

  /** How far our control is from the paper's, where that is more than the paper's effect. */
  private static OptionalDouble control(Claim claim, Outcomes outcomes, int seeds) {
    Optional<PaperControl> paper = claim.effect().flatMap(StatedEffect::control);
    if (paper.isEmpty()
        || claim.relation() == Relation.NEAR
        || !(claim.reference() instanceof Reference.OfCell)) {
      return OptionalDouble.empty();
    }
    MeanTest apart =
        MeanTest.of(
            IntStream.range(0, seeds)
                .mapToDouble(seed -> reference(claim, outcomes, seed) - paper.get().value())
                .filter(Double::isFinite)
                .toArray());
    double mean = apart.summary().mean();
    Interval interval =
        apart.summary().alike() ? new Interval(mean, mean) : apart.interval(OF_CONTROL);
    double size = paper.get().difference();
    return interval.low() > size || interval.high() < -size
        ? OptionalDouble.of(mean)
        : OptionalDouble.empty();
  }

  /** The lowest level of a two-sided interval that shows something: see {@link MarginRule}. */
  double probability() {
    return probability(evidence);
  }

  private double probability(SeedComparison comparison) {
    return MarginRule.of(claim, comparison).probability();
  }

  /** Whether {@link #probability} is the smallest that this number of seeds can give. */
  boolean least() {
    double probability = probability();
    return probability < 1
        && evidence.looks().stream()
            .filter(look -> probability(evidence.alone(look)) == probability)
            .anyMatch(look -> look.least(probability / 2, claim.margin(), looks));
  }

  /** The verdict from a two-sided interval at a level, half of it on each side. */
  ClaimVerdict verdict(double level) {
    if (!claim.testable()) {
      return ClaimVerdict.NOT_TESTABLE;
    }
    if (seeds == 0) {
      return ClaimVerdict.INCONCLUSIVE;
    }
    ClaimVerdict verdict = MarginRule.of(claim, evidence).verdict(level);
    return verdict == ClaimVerdict.INCONCLUSIVE ? undecided() : verdict;
  }

  /** With a margin, more seeds may show that a difference lies within it. */
  private ClaimVerdict undecided() {
    return claim.margin() == 0 && claim.expected() == 0 && evidence.rounded()
        ? ClaimVerdict.ROUNDING
        : ClaimVerdict.INCONCLUSIVE;
  }

  /** The effect found, with the interval behind {@link #verdict}. */
  Finding.FoundEffect effect(double level) {
    if (unjudged.isPresent()) {
      return unjudged.get();
    }
    if (seeds == 0) {
      return new Finding.FoundEffect.Difference(0, 0, Double.NaN, Double.NaN, Double.NaN, test());
    }
    Optional<SeedDifferences> last = evidence.last();
    if (last.isEmpty()) {
      return ((SolvedCounts) evidence.looks().get(evidence.looks().size() - 1)).effect();
    }
    SeedDifferences differences = last.get();
    Interval interval = evidence.interval(level);
    boolean none = Double.isNaN(interval.low());
    SeedDifferences deciding = deciding();
    boolean ranks = deciding.ranks(claim.margin());
    return new Finding.FoundEffect.Difference(
        differences.seeds().size() - differences.failed(),
        differences.failed(),
        differences.mean(),
        none ? Double.NEGATIVE_INFINITY : interval.low(),
        none ? Double.POSITIVE_INFINITY : interval.high(),
        ranks ? Finding.Test.RANKS : Finding.Test.MEANS,
        none ? Optional.empty() : earlier(interval, level),
        ranks && deciding.failed() == 0 ? modes(deciding) : Set.of());
  }

  private Set<Arm> modes(SeedDifferences look) {
    return claim.relation() == Relation.BELOW
        ? look.modes().stream().map(Arm::swapped).collect(Collectors.toSet())
        : look.modes();
  }

  /** The first look that gave an end of the interval of all looks, if the last look did not. */
  private Optional<Finding.FoundEffect.Difference.EarlierLook> earlier(Interval all, double level) {
    List<LookEvidence> each = evidence.looks();
    Interval last = evidence.alone(each.get(each.size() - 1)).interval(level);
    boolean low = !alike(last.low(), all.low());
    boolean high = !alike(last.high(), all.high());
    if (!low && !high) {
      return Optional.empty();
    }
    for (LookEvidence look : each) {
      Interval interval = evidence.alone(look).interval(level);
      if (low && alike(interval.low(), all.low()) || high && alike(interval.high(), all.high())) {
        SeedDifferences seeds = (SeedDifferences) look;
        boolean both = alike(interval.low(), all.low()) && alike(interval.high(), all.high());
        return Optional.of(
            new Finding.FoundEffect.Difference.EarlierLook(
                seeds.seeds().size(), seeds.mean(), both));
      }
    }
    return Optional.empty();
  }

  private static boolean alike(double end, double other) {
    return end == other || Math.abs(end - other) <= ROUNDING * Math.abs(other);
  }

  /** The look that gave {@link #probability}, the last of equals. */
  private SeedDifferences deciding() {
    LookEvidence deciding = evidence.looks().get(0);
    double least = Double.POSITIVE_INFINITY;
    for (LookEvidence each : evidence.looks()) {
      double probability = probability(evidence.alone(each));
      if (probability <= least) {
        deciding = each;
        least = probability;
      }
    }
    return (SeedDifferences) deciding;
  }

  private Finding.Test test() {
    return claim.outcome() instanceof Outcome.Solved ? Finding.Test.COUNTS : Finding.Test.MEANS;
  }
}
