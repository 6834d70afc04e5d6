package org.attune.sweeps.claim;

import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;
import org.attune.sweeps.statistics.Looks;
import org.attune.sweeps.statistics.Summary;

/**
 * The evidence of all looks at a claim so far. The smallest probability of any look counts,
 * corrected for all looks. Added seeds can only lower it, so a result once shown stays shown.
 *
 * @param claim the tested claim
 * @param looks the times of testing
 * @param seeds at the last look; 0 before the first, and where nothing is judged
 * @param evidence one entry per look, in order
 * @param unjudged why the results tell nothing; empty if they do
 */
record Looked(
    Claim claim,
    Looks looks,
    int seeds,
    List<Evidence> evidence,
    Optional<Finding.Effect> unjudged) {

  /** Beyond this many standard steps an interval counts as unbounded. */
  private static final int STEPS = 60;

  private static final int HALVINGS = 50;

  /** What halving leaves of 0 where all seeds agree. */
  private static final double TRACE = 1e-20;

  static Looked of(Claim claim, Looks looks, Outcomes outcomes) {
    Optional<Finding.Effect> unjudged =
        claim.measures().stream().flatMap(of -> unjudged(of, outcomes).stream()).findFirst();
    if (unjudged.isPresent()) {
      return new Looked(claim, looks, 0, List.of(), unjudged);
    }
    int ended = claim.cells(outcomes).stream().mapToInt(outcomes::ended).min().orElse(0);
    List<Integer> at = looks.reached(ended);
    List<Evidence> evidence = at.stream().map(seeds -> evidence(claim, outcomes, seeds)).toList();
    return new Looked(claim, looks, at.isEmpty() ? 0 : at.get(at.size() - 1), evidence, unjudged);
  }

  private static Optional<Finding.Effect> unjudged(Measure of, Outcomes outcomes) {
    if (!reported(of, outcomes)) {
      return Optional.of(new Finding.Effect.Unreported(of.label(), of.metric()));
    }
    int failed = of.tuning().map(tuning -> tuning.lost(outcomes)).orElse(0);
    return of.tuning()
        .filter(tuning -> failed > 0)
        .map(t -> new Finding.Effect.Lost(of.label(), t.keys(), failed, t.seeds()));
  }

  private static boolean reported(Measure measure, Outcomes outcomes) {
    return measure
        .chosen(outcomes)
        .map(cell -> outcomes.reports(cell, measure.metric()))
        .orElse(true);
  }

  private static Evidence evidence(Claim claim, Outcomes outcomes, int seeds) {
    return claim.outcome() instanceof Outcome.Solved solved
        ? SolvedCounts.of(claim, solved, outcomes, seeds)
        : Differences.of(claim, outcomes, seeds);
  }

  /** The probability of results this high at any look if the difference is at most a margin. */
  double above(double margin) {
    return least(each -> each.above(margin, looks));
  }

  /** The probability of results this low at any look if the difference is at least the margin. */
  double below(double margin) {
    return least(each -> each.below(margin, looks));
  }

  private double least(ToDoubleFunction<Evidence> probability) {
    return evidence.stream().mapToDouble(probability).min().orElse(1);
  }

  /** The lowest level of a two-sided interval that shows something: see {@link #verdict}. */
  double probability() {
    double margin = claim.margin();
    double higher = above(margin);
    if (claim.relation() == Relation.NEAR) {
      double inside = Math.max(above(-margin), below(margin));
      return twice(Math.min(inside, Math.min(higher, below(-margin))));
    }
    return twice(Math.min(higher, below(Math.max(claim.expected(), 0))));
  }

  /** Whether so few seeds can give no smaller {@link #probability}. */
  boolean least() {
    double probability = probability();
    return probability < 1
        && evidence.stream()
            .filter(look -> alone(look) == probability)
            .anyMatch(look -> look.least(probability / 2, claim.margin(), looks));
  }

  private static double twice(double oneSided) {
    return Math.min(1, 2 * oneSided);
  }

  /** The verdict from a two-sided interval at a level, half of it on each side. */
  Verdict verdict(double level) {
    double side = level / 2;
    double margin = claim.margin();
    if (!claim.testable()) {
      return Verdict.NOT_TESTABLE;
    }
    if (seeds == 0) {
      return Verdict.INCONCLUSIVE;
    }
    boolean inside = margin > 0 && above(-margin) <= side && below(margin) <= side;
    if (claim.relation() == Relation.NEAR) {
      boolean outside = above(margin) <= side || below(-margin) <= side;
      return inside ? Verdict.REPRODUCED : outside ? Verdict.OPPOSITE : Verdict.INCONCLUSIVE;
    }
    if (above(margin) <= side) {
      return Verdict.REPRODUCED;
    }
    if (inside) {
      return Verdict.NO_DIFFERENCE;
    }
    if (below(0) <= side) {
      return Verdict.OPPOSITE;
    }
    return claim.expected() > 0 && below(claim.expected()) <= side
        ? Verdict.SMALLER
        : Verdict.INCONCLUSIVE;
  }

  /** The effect found, with the interval behind {@link #verdict}. */
  Finding.Effect effect(double level) {
    if (unjudged.isPresent()) {
      return unjudged.get();
    }
    if (evidence.isEmpty()) {
      return new Finding.Effect.Difference(0, 0, Double.NaN, Double.NaN, Double.NaN, test());
    }
    Evidence last = evidence.get(evidence.size() - 1);
    if (!(last instanceof Differences differences)) {
      return last.effect(claim.margin(), Double.NaN, Double.NaN);
    }
    double side = level / 2;
    double mean = differences.mean();
    double step = Math.max(differences.deviation(), 1e-9 * Math.abs(mean));
    if (Double.isNaN(mean)) {
      return differences
          .effect(claim.margin(), Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
          .by(decidingTest(differences));
    }
    step = step > 0 ? step : 1e-9;
    double low = end(mean, -step, margin -> above(margin) <= side);
    double high = end(mean, step, margin -> below(margin) <= side);
    double trace = Math.max(TRACE, 2 * Summary.rounding(differences.largest()));
    return differences
        .effect(claim.margin(), Math.abs(low) < trace ? 0 : low, Math.abs(high) < trace ? 0 : high)
        .by(decidingTest(differences));
  }

  /** The test of the look that gave {@link #probability}, the last of equals. */
  private Finding.Test decidingTest(Differences last) {
    Evidence deciding = last;
    double least = Double.POSITIVE_INFINITY;
    for (Evidence each : evidence) {
      double probability = alone(each);
      if (probability <= least) {
        deciding = each;
        least = probability;
      }
    }
    return ((Differences) deciding).test(claim.margin());
  }

  private double alone(Evidence look) {
    return new Looked(claim, looks, seeds, List.of(look), unjudged).probability();
  }

  private Finding.Test test() {
    return claim.outcome() instanceof Outcome.Solved ? Finding.Test.COUNTS : Finding.Test.MEANS;
  }

  /**
   * The excluded margin nearest to those that are not, in the direction of the step; infinite if
   * none is excluded. The start may be excluded: earlier looks show that the true difference is not
   * the last mean.
   */
  private static double end(double start, double step, DoublePredicate excluded) {
    boolean back = excluded.test(start);
    double stride = (back ? -step : step) / 1024;
    double near = start;
    double far = start + stride;
    int steps = 0;
    while (excluded.test(far) == back) {
      if (++steps > STEPS) {
        return step > 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
      }
      near = far;
      stride *= 2;
      far += stride;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = near + (far - near) / 2;
      if (excluded.test(middle) == back) {
        near = middle;
      } else {
        far = middle;
      }
    }
    return back ? near : far;
  }
}
