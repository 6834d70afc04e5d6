package org.attune.sweeps.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.Metric.Better;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Finding.FoundEffect.Unreported;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.claim.Measure;
import org.attune.sweeps.claim.Outcome;
import org.attune.sweeps.claim.Reference;
import org.attune.sweeps.claim.Relation;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.statistics.Looks;
import org.junit.jupiter.api.Test;

/** A claim about a metric that finished trials lack, as those of an earlier version do. */
class TestUnreportedMetrics {

  private static final int SEEDS = 8;

  private final SweepState state = new SweepState(Events.opened());
  private final List<Trial> first = new ArrayList<>();

  TestUnreportedMetrics() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Trial trial = Events.trial(0, seed);
      first.add(trial);
      start(trial);
    }
  }

  private void start(Trial trial) {
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
  }

  private Finding judged(String metric) {
    Measure measure =
        new Measure("plain", first.get(0).configuration(), metric, Better.LOWER, Optional.empty());
    Claim claim =
        new Claim(
            "plain is below 2",
            measure,
            Relation.BELOW,
            new Reference.OfNumber(2),
            0,
            Outcome.VALUE,
            "",
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return Judge.findings(
            List.of(claim), Judge.LEVEL, 0, Looks.once(SEEDS), new SweepOutcomes(state.view()))
        .get(0);
  }

  @Test
  void isNotJudged() {
    first.forEach(trial -> state.apply(Events.finished(trial, 1, 1 + trial.replicate() / 10.0)));

    assertThat(judged("loss").verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    Finding finding = judged("other_loss");
    assertThat(finding.effect()).isEqualTo(new Unreported("plain", "other_loss"));
    assertThat(finding.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
    assertThat(finding.seeds()).isZero();
    assertThat(finding.needed()).isEmpty();
  }

  @Test
  void whereEachSeedFailedTheClaimIsJudged() {
    first.forEach(trial -> state.apply(Events.failed(trial, 1, Cause.DIVERGENCE)));

    assertThat(judged("loss").verdict()).isEqualTo(ClaimVerdict.OPPOSITE);
  }
}
