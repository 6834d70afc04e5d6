package org.attune.sweeps.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

/** Adopted trials are evidence for claims that were stated before they ran, and for no others. */
class TestAdoptedEvidence {

  private static final List<Double> GAINS = List.of(9., 9., 9., 9., .3, -.1, .2, .25);
  private static final Instant BEFORE = Events.NOON.minusSeconds(3600);
  private static final Instant AFTER = Events.NOON.plusSeconds(3600);

  @Test
  void aClaimIsJudgedByTheSeedsThatNobodyKnew() throws Exception {
    Reproduction adopted = judged(8, 4, BEFORE, new TreeSet<>());
    Reproduction fresh = judged(GAINS.subList(4, 8), 0, BEFORE, new TreeSet<>());

    assertThat(adopted.findings().get(0).seeds()).isEqualTo(4);
    assertThat(adopted.findings().get(0).probability())
        .isEqualTo(fresh.findings().get(0).probability());
    assertThat(adopted.findings().get(0).verdict()).isEqualTo(fresh.findings().get(0).verdict());
    assertThat(adopted.stated().get(0).remark())
        .isEqualTo(
            "judged without the first 4 seeds, which another sweep ran before it was stated");
  }

  @Test
  void aClaimOfWhichAllSeedsAreAdoptedHasNoEvidence() throws Exception {
    Reproduction all = judged(8, 8, BEFORE, new TreeSet<>());

    assertThat(all.findings().get(0).seeds()).isZero();
    assertThat(all.findings().get(0).probability()).isEqualTo(1);
  }

  @Test
  void seedsCountThatRanAfterTheClaimWasStatedHereOrThere() throws Exception {
    SortedSet<String> there = new TreeSet<>();
    there.add(ClaimEntry.digest(spec(8).comparison().claims().get(0)));
    double all = judged(8, 0, BEFORE, new TreeSet<>()).findings().get(0).probability();

    for (Reproduction counted :
        List.of(judged(8, 4, BEFORE, there), judged(8, 4, AFTER, new TreeSet<>()))) {
      assertThat(counted.findings().get(0).seeds()).isEqualTo(8);
      assertThat(counted.findings().get(0).probability()).isEqualTo(all);
      assertThat(counted.stated().get(0).remark()).isEmpty();
    }
  }

  /** What a sweep states before its results is what an adopting sweep may rely on. */
  @Test
  void aSweepTellsWhichClaimsItStatedBeforeItsResults() throws Exception {
    SweepSpec spec = spec(8);
    SweepState before = new SweepState(Events.opened());
    before.apply(new Event.Stated(StatedWhen.unstated(spec, before.view()), Events.NOON));
    SweepState after = new SweepState(Events.opened());
    Trial trial = ((Proposal.Run) spec.newSearch(SampleCatalog.CATALOG).ask()).trial();
    after.apply(Events.suggested(trial));
    after.apply(Events.started(trial, 1));
    after.apply(Events.finished(trial, 1, 1));
    after.apply(new Event.Stated(StatedWhen.unstated(spec, after.view()), Events.NOON));

    assertThat(ClaimEntry.before(before.view()))
        .containsExactly(ClaimEntry.digest(spec.comparison().claims().get(0)));
    assertThat(ClaimEntry.before(after.view())).isEmpty();
  }

  private static Reproduction judged(
      int seeds, int adopted, Instant started, SortedSet<String> claims) throws Exception {
    return judged(GAINS.subList(0, seeds), adopted, started, claims);
  }

  /** The first seeds of both cells are adopted. */
  private static Reproduction judged(
      List<Double> gains, int adopted, Instant started, SortedSet<String> claims) throws Exception {
    SweepSpec spec = spec(gains.size());
    SweepState state = new SweepState(Events.opened());
    state.apply(new Event.Stated(StatedWhen.unstated(spec, state.view()), Events.NOON));
    Search search = spec.newSearch(SampleCatalog.CATALOG);
    while (search.ask() instanceof Proposal.Run run) {
      Trial trial = run.trial();
      state.apply(Events.suggested(trial));
      Event.Started start = Events.started(trial, 1);
      state.apply(
          trial.replicate() < adopted
              ? new Event.Started(
                  trial.id(), 1, "", "", "cpu", origin(started, claims), start.time())
              : start);
      boolean gated = trial.configuration().text("attention.gate").equals("learned");
      state.apply(Events.finished(trial, 1, gated ? 1 + gains.get(trial.replicate()) : 1));
    }
    return Reproduction.of(spec, state.view(), SampleCatalog.CATALOG);
  }

  private static Map<String, String> origin(Instant started, SortedSet<String> claims) {
    return new TreeMap<>(new AdoptedFrom("/runs/first", "s-1", 1, started, claims).provenance());
  }

  private static SweepSpec spec(int seeds) throws SpecException {
    String file =
        """
        sweep: edited
        cells: {plain: {}, gated: {attention.gate: learned}}
        replicates: %d
        objective: {metric: loss, goal: minimize}
        claims:
        - {says: A, cell: gated, is: above, of: plain}
        """
            .formatted(seeds);
    return SpecFile.read("edited.yaml", file, Map.of(), SampleCatalog.CATALOG);
  }
}
