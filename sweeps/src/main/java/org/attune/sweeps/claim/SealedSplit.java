package org.attune.sweeps.claim;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;

/**
 * The split on which a claim is judged. Validation chooses: tuned values, and when a training
 * stops. So a claim reads the sealed split, which chooses nothing, wherever results hold it.
 * Results of earlier versions and of tasks without that split do not; the claim then reads the
 * validation.
 */
public final class SealedSplit {

  private SealedSplit() {}

  /**
   * The claim about the sealed split if all its seeds so far were scored there; else the claim
   * unchanged. A seed without the claimed metric, as after a failure, does not matter.
   */
  public static Claim claim(Claim claim, Outcomes outcomes) {
    if (!holds(claim, outcomes)) {
      return claim;
    }
    return claim.about(
        sealed(claim.subject()),
        claim.reference().about(SealedSplit::sealed),
        claim
            .effect()
            .map(
                effect ->
                    new StatedEffect(
                        effect.size(), effect.floor().map(SealedSplit::sealed), effect.control())),
        claim.nullCell());
  }

  /**
   * The column of the sealed split if all these cells' seeds were scored there; else the column
   * unchanged.
   */
  public static Layout.LayoutColumn column(
      Layout.LayoutColumn column, List<Configuration> cells, Outcomes outcomes) {
    boolean sealed =
        cells.stream().allMatch(cell -> holds(cell, column.metric(), outcomes))
            && cells.stream().anyMatch(cell -> scored(cell, column.metric(), outcomes));
    return sealed
        ? new Layout.LayoutColumn(
            name(column.metric()), column.paper(), column.floor().map(SealedSplit::sealed))
        : column;
  }

  /** Whether a claim as judged reads the sealed split. */
  public static boolean isRead(Claim claim) {
    return Metric.isSealed(claim.subject().metric());
  }

  /** The name of a metric, or of a chance or best score of it, on the sealed split. */
  public static String name(String metric) {
    return Metric.SEALED + metric;
  }

  private static boolean holds(Claim claim, Outcomes outcomes) {
    Predicate<Measure> holds =
        measure ->
            measure
                .chosen(outcomes)
                .filter(cell -> holds(cell, measure.metric(), outcomes))
                .isPresent();
    Predicate<Measure> scored =
        measure ->
            measure
                .chosen(outcomes)
                .filter(cell -> scored(cell, measure.metric(), outcomes))
                .isPresent();
    return !isRead(claim)
        && claim.measures().stream().allMatch(holds)
        && claim.measures().stream().anyMatch(scored);
  }

  private static boolean holds(Configuration cell, String metric, Outcomes outcomes) {
    return IntStream.range(0, outcomes.ended(cell))
        .filter(seed -> outcomes.value(cell, seed, metric).isPresent())
        .allMatch(seed -> outcomes.sealed(cell, seed, metric).isPresent());
  }

  private static boolean scored(Configuration cell, String metric, Outcomes outcomes) {
    return IntStream.range(0, outcomes.ended(cell))
        .anyMatch(seed -> outcomes.sealed(cell, seed, metric).isPresent());
  }

  private static Measure sealed(Measure measure) {
    return new Measure(
        measure.label(),
        measure.cell(),
        name(measure.metric()),
        measure.better(),
        measure.tuning());
  }

  private static Layout.Floor sealed(Layout.Floor floor) {
    return floor instanceof Layout.Floor.OfMetric metric
        ? new Layout.Floor.OfMetric(name(metric.metric()))
        : floor;
  }
}
