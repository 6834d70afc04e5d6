package org.attune.sweeps.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.junit.jupiter.api.Test;

/** When a claim reads the sealed split: where every seed that has the metric was scored there. */
class TestSealedSplit {

  private static final String LOSS = Metric.SEALED + "loss";

  /** Three seeds of each cell, some without the metric and some without a sealed score. */
  private static Outcomes results(Set<String> failed, Set<String> unscored) {
    return new Outcomes() {
      @Override
      public int ended(Configuration cell) {
        return 3;
      }

      @Override
      public OptionalDouble value(Configuration cell, int replicate, String metric) {
        return given(failed, cell, replicate);
      }

      @Override
      public OptionalDouble sealed(Configuration cell, int replicate, String metric) {
        return failed.contains(name(cell, replicate))
            ? OptionalDouble.empty()
            : given(unscored, cell, replicate);
      }
    };
  }

  private static OptionalDouble given(Set<String> without, Configuration cell, int replicate) {
    return without.contains(name(cell, replicate)) ? OptionalDouble.empty() : OptionalDouble.of(1);
  }

  private static String name(Configuration cell, int replicate) {
    return cell.text("cell") + replicate;
  }

  private static Claim read(Outcomes outcomes) {
    StatedEffect effect = new StatedEffect(1, Optional.of(new Layout.Floor.OfMetric("floor")));
    Claim claim = SeedResults.claim("a", Relation.BELOW, "b", 0, Outcome.VALUE);
    return SealedSplit.claim(
        claim.about(
            claim.subject(), claim.reference(), Optional.of(effect), Optional.of(claim.subject())),
        outcomes);
  }

  private static String metric(Claim claim) {
    return claim.subject().metric();
  }

  @Test
  void allOfTheClaimIsAboutTheSealedSplit() {
    Claim read = read(results(Set.of(), Set.of()));

    assertThat(SealedSplit.isRead(read)).isTrue();
    assertThat(read.measures()).extracting(Measure::metric).containsExactly(LOSS, LOSS);
    assertThat(read.floor()).contains(new Layout.Floor.OfMetric(Metric.SEALED + "floor"));
    assertThat(SealedSplit.claim(read, results(Set.of(), Set.of()))).isSameAs(read);
  }

  @Test
  void oneSeedThatWasNotScoredLeavesTheValidation() {
    assertThat(metric(read(results(Set.of(), Set.of("a2"))))).isEqualTo("loss");
    assertThat(metric(read(results(Set.of(), Set.of("b0"))))).isEqualTo("loss");
    assertThat(metric(read(results(Set.of("b0"), Set.of("b0"))))).as("it failed").isEqualTo(LOSS);
  }

  /** A cell whose seeds all failed forbids nothing, but one of the two must have been scored. */
  @Test
  void cellsThatAlwaysFailedShowNoSealedSplit() {
    Set<String> b = Set.of("b0", "b1", "b2");

    assertThat(metric(read(results(b, Set.of())))).isEqualTo(LOSS);
    assertThat(metric(read(results(Set.of("a0", "a1", "a2", "b0", "b1", "b2"), Set.of()))))
        .isEqualTo("loss");
  }

  @Test
  void aColumnReadsItWhereAllItsCellsHoldIt() {
    Layout.LayoutColumn column =
        new Layout.LayoutColumn(
            "loss", Map.of("a", "1.2"), Optional.of(new Layout.Floor.OfNumber(0.5)));
    List<Configuration> cells =
        List.of(SeedResults.configuration("a"), SeedResults.configuration("b"));

    assertThat(SealedSplit.column(column, cells, results(Set.of(), Set.of())))
        .isEqualTo(new Layout.LayoutColumn(LOSS, column.paper(), column.floor()));
    assertThat(SealedSplit.column(column, cells, results(Set.of(), Set.of("b1"))))
        .isEqualTo(column);
    Set<String> all = Set.of("a0", "a1", "a2", "b0", "b1", "b2");
    assertThat(SealedSplit.column(column, cells, results(all, all))).isEqualTo(column);
  }
}
