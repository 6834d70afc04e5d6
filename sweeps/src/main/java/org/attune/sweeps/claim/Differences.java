package org.attune.sweeps.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.attune.api.Metric.Better;
import org.attune.api.catalog.Configuration;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.MeanTest;
import org.attune.sweeps.statistics.Modes;
import org.attune.sweeps.statistics.SignedRanks;
import org.attune.sweeps.statistics.Summary;

/**
 * One difference per seed: how far the subject is beyond the reference in the claimed direction,
 * minus a margin times the seed's unit.
 *
 * @param seeds one entry per seed, including failed seeds
 * @param modes whether a cell's values are bimodal
 * @param largest absolute value of both cells
 */
record Differences(List<Seed> seeds, boolean modes, double largest) implements Evidence {

  /**
   * One seed. A failed cell has the worst value: the difference is then infinite. If the better
   * direction of the metric is unknown, the difference takes the value least favourable to the
   * hypothesis.
   *
   * @param low the difference if a failure counts against the claim
   * @param high the difference if a failure counts for the claim
   * @param unit the size of a margin of 1: 1, or the control's distance from its floor
   */
  record Seed(double low, double high, double unit) {

    boolean failed() {
      return Double.isInfinite(low) || Double.isInfinite(high);
    }
  }

  static Differences of(Claim claim, Outcomes outcomes, int seeds) {
    Configuration subject = claim.subject().chosen(outcomes).orElseThrow();
    List<Seed> all = new ArrayList<>();
    List<Double> own = new ArrayList<>();
    List<Double> others = new ArrayList<>();
    for (int seed = 0; seed < seeds; seed++) {
      OptionalDouble value = outcomes.value(subject, seed, claim.subject().metric());
      OptionalDouble other = reference(claim, outcomes, seed);
      all.add(seed(claim, value, other, unit(claim, other, outcomes, seed)));
      value.ifPresent(own::add);
      other.ifPresent(others::add);
    }
    boolean paired = claim.reference() instanceof Reference.OfCell;
    boolean modes = Modes.areTwo(array(own)) || (paired && Modes.areTwo(array(others)));
    double largest =
        Stream.of(own, others).flatMap(List::stream).mapToDouble(Math::abs).max().orElse(0);
    return new Differences(all, modes, largest);
  }

  private static Seed seed(Claim claim, OptionalDouble own, OptionalDouble other, double unit) {
    double sign = claim.relation() == Relation.BELOW ? -1 : 1;
    if (own.isPresent() && other.isPresent() && !Double.isNaN(unit)) {
      double difference = sign * (own.getAsDouble() - other.getAsDouble());
      return new Seed(difference, difference, unit);
    }
    Better better = claim.subject().better();
    if (own.isEmpty() == other.isEmpty() || better == Better.NEITHER) {
      return new Seed(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
    }
    double worst = better == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    double difference = sign * (own.isEmpty() ? worst : -worst);
    return new Seed(difference, difference, 0);
  }

  private static OptionalDouble reference(Claim claim, Outcomes outcomes, int seed) {
    if (claim.reference() instanceof Reference.OfCell of) {
      Configuration cell = of.measure().chosen(outcomes).orElseThrow();
      OptionalDouble value = outcomes.value(cell, seed, of.measure().metric());
      return value.isEmpty() ? value : OptionalDouble.of(of.times() * value.getAsDouble());
    }
    return OptionalDouble.of(((Reference.OfNumber) claim.reference()).value());
  }

  /** The unit of the effect at this seed. */
  private static double unit(Claim claim, OptionalDouble control, Outcomes outcomes, int seed) {
    Optional<Layout.Floor> floor = claim.floor();
    if (floor.isEmpty() || control.isEmpty()) {
      return 1;
    }
    Measure of = claim.measures().get(claim.measures().size() - 1);
    Configuration cell = of.chosen(outcomes).orElseThrow();
    OptionalDouble lowest = floor.get().value(metric -> outcomes.value(cell, seed, metric));
    return lowest.isEmpty() ? Double.NaN : Math.abs(control.getAsDouble() - lowest.getAsDouble());
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  @Override
  public double above(double margin, Looks looks) {
    double[] values = less(margin, Seed::low);
    return byRanks(values)
        ? looks.paidOfAny(seeds.size(), SignedRanks.above(values))
        : byMeans(MeanTest.ofDifferences(values, largest).above(0), looks);
  }

  @Override
  public double below(double margin, Looks looks) {
    double[] values = less(margin, Seed::high);
    return byRanks(values)
        ? looks.paidOfAny(seeds.size(), SignedRanks.below(values))
        : byMeans(MeanTest.ofDifferences(values, largest).below(0), looks);
  }

  private double byMeans(double probability, Looks looks) {
    return Math.max(looks.paid(seeds.size(), probability), MeanTest.leastOfPairs(seeds.size()));
  }

  @Override
  public boolean least(double probability, double margin, Looks looks) {
    int n = seeds.size();
    double[] values = less(margin, Seed::low);
    if (byRanks(values)) {
      return MeanTest.isLeast(probability, looks.paidOfAny(n, Math.pow(2, -n)));
    }
    boolean equal = MeanTest.ofDifferences(values, largest).bySigns();
    return MeanTest.isLeast(
        probability, equal ? byMeans(MeanTest.leastBySigns(n), looks) : MeanTest.leastOfPairs(n));
  }

  /** Whether ranks decide: seeds failed, or the values are bimodal and their modes matter. */
  private boolean byRanks(double[] values) {
    return failed() > 0 || (modes && Modes.matter(values));
  }

  private double[] less(double margin, ToDoubleFunction<Seed> value) {
    return seeds.stream()
        .mapToDouble(seed -> value.applyAsDouble(seed) - margin * seed.unit())
        .toArray();
  }

  /** Whether ranks decide at a margin of 0. */
  boolean ranked() {
    return byRanks(less(0, Seed::low));
  }

  int failed() {
    return (int) seeds.stream().filter(Seed::failed).count();
  }

  Finding.Test test(double margin) {
    return byRanks(less(margin, Seed::low)) ? Finding.Test.RANKS : Finding.Test.MEANS;
  }

  private List<Seed> known() {
    return seeds.stream().filter(seed -> !seed.failed()).toList();
  }

  /** The mean difference, in the unit of the claim's effect; NaN if there are no values. */
  double mean() {
    double units = known().stream().mapToDouble(Seed::unit).sum();
    return known().stream().mapToDouble(Seed::low).sum() / units;
  }

  /** The standard deviation over seeds, in the same unit; NaN for fewer than two values. */
  double deviation() {
    double mean = mean();
    double unit = known().stream().mapToDouble(Seed::unit).average().orElse(Double.NaN);
    return Summary.of(known().stream().mapToDouble(s -> s.low() - mean * s.unit()).toArray()).std()
        / unit;
  }

  @Override
  public Finding.Effect.Difference effect(double margin, double low, double high) {
    return new Finding.Effect.Difference(known().size(), failed(), mean(), low, high, test(margin));
  }
}
