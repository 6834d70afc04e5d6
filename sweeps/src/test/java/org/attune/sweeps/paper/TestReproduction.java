package org.attune.sweeps.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Verdict;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.search.Proposal;
import org.attune.sweeps.search.Search;
import org.attune.sweeps.search.Trial;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.trial.Cause;
import org.junit.jupiter.api.Test;

/** A table from a sweep's states, with a paper in it that is wrong by construction. */
class TestReproduction {

  /** The loss that a trial ends with is 3 with a gate and 1 without, but for a seed's little. */
  private static final String PLANTED =
      """
      sweep: planted
      cells:
        plain: {}
        gated: {attention.gate: learned}
        broken: {attention.gate: computed}
      replicates: 5
      objective: {metric: loss, goal: minimize}
      claims:
        - {says: A gate halves the loss, cell: gated, is: below, of: plain, by: 0.5,
           paper: 1.0 against 3.0, where: a planted paper}
        - {says: No gate is better, cell: plain, is: below, of: gated, by: 0.5}
        - {says: No gate is near one, cell: plain, is: near, of: 1, by: 0.5}
        - {says: It breaks, cell: broken, is: above, of: plain}
      table:
        title: A planted wrong paper
        columns: [{metric: loss, floor: 0.25, paper: {gated: 1.0, plain: 3.0 ± 0.1}}]
        controls: {gated: plain}
      """;

  @Test
  void aWrongPaperIsNotReproducedAndTheTruthIs() throws Exception {
    Reproduction table = reproduce(5);

    assertThat(table.findings())
        .extracting(Finding::verdict)
        .containsExactly(
            Verdict.NOT_REPRODUCED, Verdict.REPRODUCED, Verdict.REPRODUCED, Verdict.INCONCLUSIVE);
  }

  @Test
  void everyCellIsThereWithPaperFloorControlAndBothCounts() throws Exception {
    Reproduction table = reproduce(5);

    assertThat(table.rows())
        .extracting(Reproduction.Row::label)
        .containsExactly("plain", "gated", "broken");
    Reproduction.Row gated = table.rows().get(1);
    assertThat(gated.parameters()).isEqualTo(64 * 64);
    assertThat(gated.nonEmbedding()).isEqualTo(64);
    Reproduction.Entry loss = gated.entries().get(0);
    assertThat(loss.paper()).contains("1.0");
    assertThat(loss.ours().mean()).isCloseTo(3.02, within(1e-9));
    assertThat(loss.ours().n()).isEqualTo(5);
    assertThat(loss.seeds()).hasSize(5).startsWith(OptionalDouble.of(3.0));
    assertThat(loss.floor()).hasValue(0.25);
    assertThat(loss.control()).contains("plain");
    assertThat(loss.controls().mean()).isCloseTo(1.02, within(1e-9));
  }

  @Test
  void seedsThatFailAreCountedAndLeftOut() throws Exception {
    Reproduction.Row broken = reproduce(5).rows().get(2);

    assertThat(broken.failed()).isEqualTo(5);
    assertThat(broken.entries().get(0).ours().n()).isZero();
    assertThat(broken.entries().get(0).seeds()).containsOnly(OptionalDouble.empty());
  }

  @Test
  void anUnfinishedSweepHasNoVerdictsYet() throws Exception {
    assertThat(reproduce(3).findings())
        .allSatisfy(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
              assertThat(finding.seeds()).isZero();
            });
  }

  private static Reproduction reproduce(int seeds) throws Exception {
    SweepSpec spec = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    Search search = spec.newSearch(SampleCatalog.CATALOG);
    while (search.ask() instanceof Proposal.Run run) {
      if (run.trial().replicate() < seeds) {
        end(state, run.trial());
      }
    }
    return Reproduction.of(spec, state.view(), SampleCatalog.CATALOG);
  }

  private static void end(SweepState state, Trial trial) {
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    String gate = trial.configuration().text("attention.gate");
    if (gate.equals("computed")) {
      state.apply(Events.failed(trial, 1, Cause.DIVERGENCE));
    } else {
      double seed = 0.01 * trial.replicate();
      double own =
          gate.equals("learned")
              ? 3 + seed
              : 1 + 0.02 * List.of(0, 1, 2, 0, 2).get(trial.replicate());
      state.apply(Events.finished(trial, 1, own));
    }
  }
}
