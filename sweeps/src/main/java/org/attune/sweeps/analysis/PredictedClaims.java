package org.attune.sweeps.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.attune.api.search.Objective;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect;
import org.attune.sweeps.claim.Ladder;
import org.attune.sweeps.claim.Layout;
import org.attune.sweeps.claim.MarginRule;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.MeanTest.Interval;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * A table's claims at the paper's size, as the trends of its ladder predict them.
 *
 * <p>A claim is judged by {@link MarginRule}, as at our size. The difference is the one to which
 * the seeds' lines lead, and its interval shares the error with all predictions of the ladder.
 *
 * @param ladder that the table names
 * @param claims in the ladder's order
 * @param trends of the ladder's cells
 */
public record PredictedClaims(Ladder ladder, List<PredictedClaim> claims, Trends trends) {

  /**
   * A claim as predicted.
   *
   * @param trend of the two cells; empty if the ladder's results give none
   * @param finding the verdict, with the difference and its interval; empty if no line is carried
   *     on
   */
  public record PredictedClaim(
      Claim claim,
      Ladder ladder,
      Ladder.Answer answer,
      Optional<Trend> trend,
      Optional<Finding> finding) {

    /** The predicted difference, in the claimed direction, with its interval. */
    public Optional<FoundEffect.Difference> found() {
      return finding.map(judged -> (FoundEffect.Difference) judged.effect());
    }

    /** The verdict in words; instead of one, why there is none. */
    public String verdict() {
      return finding
          .map(found -> found.verdict().label())
          .orElse(trend.filter(Trend::bends).isPresent() ? "none: it bends" : "none: no line");
    }
  }

  public PredictedClaims {
    claims = List.copyOf(claims);
  }

  /**
   * The claims as a ladder's results predict them.
   *
   * @param claims of the table; those that the ladder does not answer are left out
   * @param sweep the ladder's, ended
   */
  public static PredictedClaims of(Ladder ladder, List<Claim> claims, SweepView sweep) {
    Claim first = answered(ladder.answers().get(0), claims).orElseThrow();
    String metric = first.subject().metric();
    Objective objective = sweep.header().objective();
    Observations observations =
        Observations.of(
            sweep,
            metric,
            Optional.of(objective.goal()).filter(goal -> objective.metric().equals(metric)));
    boolean swept = Trends.keys(observations).contains(ladder.along());
    return of(
        ladder,
        claims,
        observations,
        swept
            ? Optional.empty()
            : Optional.of(Observations.of(sweep, ladder.along(), Optional.empty())),
        first.floor().map(floor -> floor(floor, sweep)));
  }

  private static Trends.Floor floor(Layout.Floor floor, SweepView sweep) {
    return floor instanceof Layout.Floor.OfNumber number
        ? new Trends.Floor(Optional.empty(), number.value())
        : new Trends.Floor(
            Optional.of(
                Observations.of(sweep, ((Layout.Floor.OfMetric) floor).metric(), Optional.empty())),
            Double.NaN);
  }

  /** The claims beside the ladder's observations of their metric. */
  static PredictedClaims of(
      Ladder ladder,
      List<Claim> claims,
      Observations observations,
      Optional<Observations> measured,
      Optional<Trends.Floor> floor) {
    List<Trends.CellBeside> pairs =
        ladder.answers().stream().map(PredictedClaims::pair).distinct().toList();
    Trends trends =
        Trends.of(
            observations,
            new Trends.Asked(
                ladder.along(), measured, floor, OptionalDouble.of(ladder.at()), pairs));
    List<PredictedClaim> predicted = new ArrayList<>();
    for (Ladder.Answer answer : ladder.answers()) {
      Optional<Claim> claim = answered(answer, claims);
      Optional<Trend> trend =
          trends.rows().stream()
              .filter(row -> row.cell().equals(answer.cell()))
              .filter(row -> row.control().equals(answer.control()))
              .findFirst();
      claim.ifPresent(
          one ->
              predicted.add(
                  new PredictedClaim(
                      one, ladder, answer, trend, trend.flatMap(row -> judged(one, row)))));
    }
    return new PredictedClaims(ladder, predicted, trends);
  }

  private static Trends.CellBeside pair(Ladder.Answer answer) {
    return new Trends.CellBeside(answer.cell(), answer.control());
  }

  private static Optional<Claim> answered(Ladder.Answer answer, List<Claim> claims) {
    return claims.stream().filter(claim -> claim.says().equals(answer.says())).findFirst();
  }

  /** A claim beside a prediction; earlier looks that spent the error leave nothing to show. */
  private static Optional<Finding> judged(Claim claim, Trend trend) {
    return trend
        .prediction()
        .map(
            prediction -> {
              SeedComparison differences = prediction.differences();
              MarginRule rule = MarginRule.ofCellLessControl(claim, differences);
              double probability = rule.probability();
              int rows = (int) Math.round(SeedComparison.LEVEL / prediction.error());
              return new Finding(
                  claim,
                  trend.spent() ? ClaimVerdict.INCONCLUSIVE : rule.verdict(prediction.error()),
                  trend.seeds(),
                  Math.min(1, rows * probability),
                  probability,
                  false,
                  effect(claim, trend.seeds(), prediction),
                  OptionalInt.empty(),
                  false);
            });
  }

  /** In the claimed direction, with the interval behind the verdict. */
  private static FoundEffect.Difference effect(
      Claim claim, int seeds, Trend.Prediction prediction) {
    Interval interval = prediction.differences().interval(prediction.error());
    boolean none = Double.isNaN(interval.low());
    FoundEffect.Difference lessControl =
        new FoundEffect.Difference(
            seeds,
            0,
            prediction.mean(),
            none ? Double.NEGATIVE_INFINITY : interval.low(),
            none ? Double.POSITIVE_INFINITY : interval.high(),
            Finding.Test.MEANS);
    return claim.relation() == Relation.BELOW ? lessControl.reversed() : lessControl;
  }
}
