package org.attune.sweeps.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.claim.Judge;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

/** A file of claims that is edited after the results. */
class TestDroppedClaims {

  private static final String FIRST = "  - {says: A, cell: gated, is: above, of: plain}\n";
  private static final String OTHERS =
      """
        - {says: B, cell: gated, is: above, of: plain, by: 0.1}
        - {says: C, cell: gated, is: above, of: plain, by: 0.2}
        - {says: D, cell: gated, is: above, of: plain, by: 0.15}
      """;

  /** By itself this claim has p .0385. */
  private static final List<Double> GAINS = List.of(.3, -.1, .2, .1, .25, -.05, .3, .1);

  @Test
  void noEditAfterTheResultsLowersTheProbabilityOfAClaim() throws Exception {
    SweepState state = ran(FIRST + OTHERS);
    double all = first(FIRST + OTHERS, state).probability();

    assertThat(first(FIRST, ran(FIRST)).verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    assertThat(all).isGreaterThan(Judge.LEVEL);
    for (String edited :
        List.of(
            FIRST,
            FIRST + OTHERS.replace("says: B", "says: E"),
            FIRST + OTHERS.replace("0.2", "0.3"),
            FIRST + OTHERS.replace("by: 0.2", "by: 0.2, not-testable: too small"),
            FIRST + "  - {says: F, cell: gated, is: above, of: plain, by: 0.25}\n",
            FIRST + OTHERS)) {
      assertThat(first(edited, state).probability()).as(edited).isGreaterThanOrEqualTo(all);
    }
  }

  @Test
  void droppedTestsAreCountedAndNewSentencesAreNot() throws Exception {
    SweepState state = ran(FIRST + OTHERS);

    assertThat(reproduction(FIRST, state).dropped()).isEqualTo(3);
    assertThat(reproduction(FIRST + OTHERS.replace("says: B", "says: E"), state).dropped())
        .isZero();
    assertThat(reproduction(FIRST + OTHERS.replace("0.2", "0.3"), state).dropped()).isEqualTo(1);
    assertThat(reproduction(FIRST + OTHERS, state).dropped()).as("0.3 is dropped").isEqualTo(1);
  }

  @Test
  void aClaimThatWasNeverTestableDoesNotCount() throws Exception {
    SweepState state = ran(FIRST + OTHERS.replace("by: 0.2", "by: 0.2, not-testable: too small"));

    assertThat(reproduction(FIRST, state).dropped()).isEqualTo(2);
  }

  private static Finding first(String claims, SweepState state) throws SpecException {
    return reproduction(claims, state).findings().get(0);
  }

  /** States the file's claims, as {@code run} does, and judges them. */
  private static Reproduction reproduction(String claims, SweepState state) throws SpecException {
    SweepSpec spec = spec(claims);
    state.apply(new Event.Stated(StatedWhen.unstated(spec, state.view()), Events.NOON));
    return Reproduction.of(spec, state.view(), SampleCatalog.CATALOG);
  }

  private static SweepState ran(String claims) throws SpecException {
    SweepState state = new SweepState(Events.opened());
    reproduction(claims, state);
    Search search = spec(claims).newSearch(SampleCatalog.CATALOG);
    while (search.ask() instanceof Proposal.Run run) {
      Trial trial = run.trial();
      state.apply(Events.suggested(trial));
      state.apply(Events.started(trial, 1));
      boolean gated = trial.configuration().text("attention.gate").equals("learned");
      state.apply(Events.finished(trial, 1, gated ? 1 + GAINS.get(trial.replicate()) : 1));
    }
    return state;
  }

  private static SweepSpec spec(String claims) throws SpecException {
    String file =
        """
        sweep: edited
        cells: {plain: {}, gated: {attention.gate: learned}}
        replicates: 8
        objective: {metric: loss, goal: minimize}
        claims:
        %s\
        """
            .formatted(claims);
    return SpecFile.read("edited.yaml", file, Map.of(), SampleCatalog.CATALOG);
  }
}
