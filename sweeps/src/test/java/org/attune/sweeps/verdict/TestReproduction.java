package org.attune.sweeps.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.ClaimVerdict;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
            ClaimVerdict.OPPOSITE,
            ClaimVerdict.REPRODUCED,
            ClaimVerdict.REPRODUCED,
            ClaimVerdict.INCONCLUSIVE);
  }

  /** Eight cells whose losses are known, and a paper that is wrong about three of them. */
  @Test
  void ofAPaperWithThreeFalseClaimsExactlyTheThreeAreRefused() throws Exception {
    StringBuilder cells = new StringBuilder();
    StringBuilder claims = new StringBuilder();
    for (int layers = 2; layers <= 9; layers++) {
      boolean planted = layers == 3 || layers == 6 || layers == 8;
      cells.append("  c%d: {model.layers: %d}\n".formatted(layers, layers));
      claims.append(
          "  - {says: claim %d, source: paper, where: Table 1, cell: c%d, is: %s, of: c1, effect: %s}\n"
              .formatted(layers, layers, planted ? "above" : "below", "0.2"));
    }
    String file =
        """
        sweep: wrong
        cells:
          c1: {model.layers: 1}
        %sreplicates: 8
        objective: {metric: loss, goal: minimize}
        claims:
        %s\
        """
            .formatted(cells, claims);
    SweepSpec spec = SpecFile.read("wrong.yaml", file, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    Search search = spec.newSearch(SampleCatalog.CATALOG);
    while (search.ask() instanceof Proposal.Run run) {
      Trial trial = run.trial();
      state.apply(Events.suggested(trial));
      state.apply(Events.started(trial, 1));
      double noise = new Random(trial.id().hashCode()).nextGaussian() / 50;
      boolean control = trial.configuration().text("model.layers").equals("1");
      state.apply(Events.finished(trial, 1, (control ? 3 : 2.8) + noise));
    }

    List<Finding> findings = Reproduction.of(spec, state.view(), SampleCatalog.CATALOG).findings();

    assertThat(findings)
        .filteredOn(finding -> finding.verdict() != ClaimVerdict.REPRODUCED)
        .allMatch(finding -> finding.verdict() == ClaimVerdict.OPPOSITE)
        .extracting(finding -> finding.claim().says())
        .containsExactly("claim 3", "claim 6", "claim 8");
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
    Reproduction.CellEntry loss = gated.entries().get(0);
    assertThat(loss.paper()).contains("1.0");
    assertThat(loss.ours().mean()).isCloseTo(3.02, within(1e-9));
    assertThat(loss.ours().n()).isEqualTo(5);
    assertThat(loss.seeds()).hasSize(5).startsWith(OptionalDouble.of(3.0));
    assertThat(loss.floor()).hasValue(0.25);
    assertThat(loss.control()).contains("plain");
    assertThat(loss.controls().mean()).isCloseTo(1.02, within(1e-9));
  }

  @Test
  void seedsThatFailAreCounted() throws Exception {
    Reproduction.Row broken = reproduce(5).rows().get(2);

    assertThat(broken.entries().get(0).failed()).isEqualTo(5);
    assertThat(broken.entries().get(0).ours().n()).isZero();
    assertThat(broken.entries().get(0).seeds()).containsOnly(OptionalDouble.empty());
  }

  /** On a finished sweep a claim is added, another loosened: both are marked, the rest is not. */
  @Test
  void claimsThatAreStatedAfterTheResultsAreMarked() throws Exception {
    SweepSpec first = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    state.apply(new Event.Stated(StatedWhen.unstated(first, state.view()), Events.NOON));
    run(first, state, 0, 5);

    String loosened =
        PLANTED
            .replace("near, of: 1, by: 0.5", "near, of: 1, by: 0.9")
            .replace(
                "claims:\n",
                "claims:\n  - {says: New, cell: gated, is: above, of: plain, by: 1}\n");
    SweepSpec second = SpecFile.read("planted.yaml", loosened, Map.of(), SampleCatalog.CATALOG);
    List<StatedWhen> shown = Reproduction.of(second, state.view(), SampleCatalog.CATALOG).stated();
    List<String> unstated = StatedWhen.unstated(second, state.view());
    state.apply(new Event.Stated(unstated, Events.NOON));
    List<StatedWhen> stated = Reproduction.of(second, state.view(), SampleCatalog.CATALOG).stated();

    assertThat(unstated).hasSize(2);
    assertThat(stated)
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("at")
        .isEqualTo(shown);
    assertThat(stated)
        .extracting(StatedWhen::label)
        .containsExactly("after", "before", "before", "after", "before");
    assertThat(stated.get(3).remark()).isEqualTo("stated after the results; 1 earlier wording");
    assertThat(stated.get(1).remark()).isEmpty();
    assertThat(Reproduction.of(first, state.view(), SampleCatalog.CATALOG).stated())
        .extracting(StatedWhen::label)
        .containsOnly("before");
  }

  /** A running trial's reports are results: whoever reads them may state what they show. */
  @Test
  void claimsThatAreStatedAfterTheFirstReportAreMarkedToo() throws Exception {
    SweepSpec first = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    Trial trial = Trial.of(0, first.comparison().cells().get("plain"), 0, 7);
    state.apply(new Event.Suggested(trial, 0, 0, Events.NOON));
    state.apply(new Event.Started(trial.id(), 1, "slot", "host", "cpu", Map.of(), Events.NOON));
    assertThat(state.view().hasResults()).isFalse();

    state.apply(
        new Event.Measured(trial.id(), 1, 10, Map.of("loss", 1.0), 1, Events.NOON.plusSeconds(5)));
    state.apply(
        new Event.Stated(StatedWhen.unstated(first, state.view()), Events.NOON.plusSeconds(9)));

    assertThat(state.view().firstResult()).contains(Events.NOON.plusSeconds(5));
    assertThat(StatedWhen.of(first, state.view()))
        .allSatisfy(
            when -> {
              assertThat(when.label()).isEqualTo("after");
              assertThat(when.at()).contains(Events.NOON.plusSeconds(9));
              assertThat(when.hash()).hasSize(64);
            });
  }

  /**
   * The same test under another sentence: it was stated before the results, the sentence was not.
   */
  @Test
  void aSentenceThatIsChangedAfterTheResultsIsShownWithTheFirst() throws Exception {
    SweepSpec first = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    state.apply(new Event.Stated(StatedWhen.unstated(first, state.view()), Events.NOON));
    String said = first.comparison().claims().get(0).says();
    SweepSpec second =
        SpecFile.read(
            "planted.yaml",
            PLANTED.replaceFirst(said, "The opposite"),
            Map.of(),
            SampleCatalog.CATALOG);

    assertThat(remark(second, state)).as("no result yet").isEmpty();

    run(first, state, 0, 5);
    String shown = remark(second, state);
    state.apply(new Event.Stated(StatedWhen.unstated(second, state.view()), Events.NOON));

    assertThat(shown).isEqualTo("reworded after the results; it was: \"" + said + "\"");
    assertThat(remark(second, state)).isEqualTo(shown);
    assertThat(remark(first, state)).isEmpty();
  }

  /** Who claims it, and where, is part of what was stated. */
  @Test
  void anOriginThatIsChangedAfterTheResultsIsShownWithTheFirst() throws Exception {
    SweepSpec first = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    state.apply(new Event.Stated(StatedWhen.unstated(first, state.view()), Events.NOON));
    SweepSpec second =
        SpecFile.read(
            "planted.yaml",
            PLANTED.replace("where: a planted paper", "where: Table 7, source: ours"),
            Map.of(),
            SampleCatalog.CATALOG);

    assertThat(remark(second, state)).as("no result yet").isEmpty();

    run(first, state, 0, 5);
    String shown = remark(second, state);
    state.apply(new Event.Stated(StatedWhen.unstated(second, state.view()), Events.NOON));

    assertThat(shown)
        .isEqualTo(
            "origin changed after the results; it was: paper 1.0 against 3.0, where a planted paper");
    assertThat(remark(second, state)).isEqualTo(shown);
    assertThat(remark(first, state)).isEmpty();
  }

  /** Journals of earlier versions have no origins, and the first ones no sentences. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void ofWhatNobodyKeptNothingIsSaid(int fields) throws Exception {
    SweepSpec spec = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    List<String> tests =
        StatedWhen.unstated(spec, state.view()).stream()
            .map(entry -> String.join("\t", List.of(entry.split("\t")).subList(0, fields)))
            .toList();
    state.apply(new Event.Stated(tests, Events.NOON));
    run(spec, state, 0, 5);

    assertThat(remark(spec, state)).isEmpty();
    assertThat(Reproduction.of(spec, state.view(), SampleCatalog.CATALOG).stated())
        .extracting(StatedWhen::label)
        .containsOnly("before");
    assertThat(StatedWhen.unstated(spec, state.view())).as("what a run would journal").isEmpty();
  }

  private static String remark(SweepSpec spec, SweepState state) {
    return Reproduction.of(spec, state.view(), SampleCatalog.CATALOG).stated().get(0).remark();
  }

  /**
   * Five seeds were planned, twelve were run: the claims stay as they were. With looks that pay for
   * added seeds they are tested again.
   */
  @Test
  void seedsAddedAfterAFixedNumberDecideNothing() throws Exception {
    String more = "{at-least: 5, at-most: 12, until: decided}";

    Reproduction planned = extended("5", "5", 5);
    Reproduction fixed = extended("5", "12", 12);
    Reproduction paid = extended("{at-least: 5, at-most: 8, until: decided}", more, 12);

    assertThat(fixed.findings()).isEqualTo(planned.findings());
    assertThat(fixed.looks().seeds()).containsExactly(5);
    assertThat(fixed.ignored()).isTrue();
    assertThat(planned.ignored()).isFalse();
    assertThat(planned.findings()).extracting(Finding::open).containsOnly(false);
    assertThat(paid.looks().seeds()).containsExactly(5, 8, 12);
    assertThat(paid.ignored()).isFalse();
    assertThat(paid.findings()).extracting(Finding::seeds).containsOnly(12);
  }

  /** The claims of a sweep that is planned, run, and extended after its results. */
  private static Reproduction extended(String planned, String then, int seeds) throws Exception {
    SweepSpec first = spec(planned);
    SweepSpec second = spec(then);
    SweepState state = new SweepState(opened(1, first));
    SweepSpec all = spec("12");
    run(all, state, 0, 5);
    state.apply(opened(2, second));
    run(all, state, 5, seeds);
    return Reproduction.of(second, state.view(), SampleCatalog.CATALOG);
  }

  private static SweepSpec spec(String replicates) throws Exception {
    String text = PLANTED.replace("replicates: 5", "replicates: " + replicates);
    return SpecFile.read("planted.yaml", text, Map.of(), SampleCatalog.CATALOG);
  }

  private static Event.Opened opened(int epoch, SweepSpec spec) {
    return new Event.Opened(Events.header(CanonicalText.of(spec)), epoch, Events.NOON);
  }

  /** On validation a gate is better; the sealed split, which chose nothing, says the opposite. */
  @Test
  void claimsReadTheSealedSplitAndEachOpeningIsCounted() throws Exception {
    SweepSpec spec = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    runSealed(spec, state, 5);
    Reproduction first = Reproduction.of(spec, state.view(), SampleCatalog.CATALOG);

    assertThat(first.findings())
        .extracting(Finding::verdict)
        .startsWith(ClaimVerdict.REPRODUCED, ClaimVerdict.OPPOSITE);
    assertThat(first.layout().columns().get(0).metric()).isEqualTo("sealed_loss");
    assertThat(first.rows().get(1).entries().get(0).ours().mean()).isCloseTo(1.02, within(1e-9));
    assertThat(first.openings()).hasSize(1);

    first.openings().forEach(seen -> state.apply(new Event.Unsealed(seen, Events.NOON)));
    assertThat(Reproduction.of(spec, state.view(), SampleCatalog.CATALOG).openings())
        .as("the same verdicts again")
        .hasSize(1);
    SweepSpec loosened =
        SpecFile.read(
            "planted.yaml", PLANTED.replace("by: 0.5", "by: 0.1"), Map.of(), SampleCatalog.CATALOG);
    assertThat(Reproduction.of(loosened, state.view(), SampleCatalog.CATALOG).openings())
        .as("other claims")
        .hasSize(2);
  }

  /** Results of an earlier version have no sealed split: one such seed, and validation judges. */
  @Test
  void resultsWithoutTheSealedSplitAreJudgedOnValidation() throws Exception {
    SweepSpec spec = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    runSealed(spec, state, 4);
    Reproduction table = Reproduction.of(spec, state.view(), SampleCatalog.CATALOG);

    assertThat(table.findings())
        .extracting(Finding::verdict)
        .startsWith(ClaimVerdict.OPPOSITE, ClaimVerdict.REPRODUCED);
    assertThat(table.layout().columns().get(0).metric()).isEqualTo("loss");
    assertThat(table.openings()).isEmpty();
  }

  /** Runs five seeds a cell, the first ones with a sealed loss: 4 less the loss. */
  private static void runSealed(SweepSpec spec, SweepState state, int sealed) {
    Search search = spec.newSearch(SampleCatalog.CATALOG);
    while (search.ask() instanceof Proposal.Run run) {
      Trial trial = run.trial();
      state.apply(Events.suggested(trial));
      state.apply(Events.started(trial, 1));
      boolean gated = trial.configuration().text("attention.gate").equals("learned");
      double loss = gated ? 3 - 0.01 * trial.replicate() : 1 + 0.02 * (trial.replicate() % 3);
      Event.Finished plain = Events.finished(trial, 1, loss);
      Map<String, Double> both = Map.of("loss", loss, "sealed_loss", 4 - loss);
      state.apply(
          new Event.Finished(
              plain.trialId(),
              1,
              trial.replicate() < sealed ? both : plain.metrics(),
              plain.provenance(),
              plain.time()));
    }
  }

  @Test
  void anUnfinishedSweepHasNoVerdictsYet() throws Exception {
    assertThat(reproduce(3).findings())
        .allSatisfy(
            finding -> {
              assertThat(finding.verdict()).isEqualTo(ClaimVerdict.INCONCLUSIVE);
              assertThat(finding.seeds()).isZero();
              assertThat(finding.open()).isTrue();
            });
  }

  /** No arm tunes the third cell, and no result could make the search try its outer values. */
  @Test
  void valuesThatOnlyTuningWidensToAreNoRowsOfOtherCells() throws Exception {
    String file =
        PLANTED.substring(0, PLANTED.indexOf("replicates:"))
            + """
            axes: {model.layers: [1, 2, 3, 4]}
            replicates: {at-least: 5, at-most: 5, until: decided, tune-first: {model.layers: [2, 3]}}
            objective: {metric: loss, goal: minimize}
            claims:
              - {says: A gate hurts, cell: {cell: gated, best-over: [model.layers]}, is: above,
                 of: {cell: plain, best-over: [model.layers]}}
            """;
    SweepSpec spec = SpecFile.read("widens.yaml", file, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    run(spec, state, 0, Integer.MAX_VALUE);

    assertThat(Reproduction.of(spec, state.view(), SampleCatalog.CATALOG).rows())
        .filteredOn(row -> row.label().startsWith("broken") && !row.passedOver())
        .extracting(Reproduction.Row::label)
        .containsExactly("broken / layers=2", "broken / layers=3");
  }

  private static Reproduction reproduce(int seeds) throws Exception {
    SweepSpec spec = SpecFile.read("planted.yaml", PLANTED, Map.of(), SampleCatalog.CATALOG);
    SweepState state = new SweepState(Events.opened());
    run(spec, state, 0, seeds);
    return Reproduction.of(spec, state.view(), SampleCatalog.CATALOG);
  }

  /** Runs the seeds from one on, up to another. */
  private static void run(SweepSpec spec, SweepState state, int from, int to) {
    Search search = spec.newSearch(SampleCatalog.CATALOG);
    while (search.ask() instanceof Proposal.Run run) {
      if (run.trial().replicate() >= from && run.trial().replicate() < to) {
        end(state, run.trial());
      }
    }
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
              : 1 + 0.02 * List.of(0, 1, 2, 0, 2).get(trial.replicate() % 5);
      state.apply(Events.finished(trial, 1, own));
    }
  }
}
