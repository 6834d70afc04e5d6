package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

/** Seeds that are added to a sweep until a verdict changes. */
class TestSeedLooks {

  private static final String FILE =
      """
      sweep: gates
      cells: {plain: {}, gated: {attention.gate: learned}}
      replicates: %d
      objective: {metric: loss, goal: minimize}
      """;

  private static final Objective LOSS = new Objective("loss", Goal.MINIMIZE);

  /** By itself, on twelve seeds, the pair has p .032. */
  private static final double[] GAINS = {.3, -.1, .2, .1, .3, -.2, .2, .1, .3, .2, 0, 0};

  /** A sweep with fewer looks may have no error left, where one with more has planned them all. */
  @Test
  void ofTwoSweepsTheLooksThatHaveSpentTheErrorCount() throws Exception {
    SeedLooks planned = SeedLooks.planned(List.of(3, 5, 8));
    SeedLooks extended = pairs(ran(0, 5, 8)).orElseThrow().looks();

    assertThat(planned.spent()).isFalse();
    assertThat(extended.spent()).isTrue();
    assertThat(planned.count()).isGreaterThan(extended.count());
    assertThat(planned.stricter(extended)).isSameAs(extended);
    assertThat(extended.stricter(planned)).isSameAs(extended);
    assertThat(SeedLooks.planned(List.of(3)).stricter(planned)).isSameAs(planned);
    assertThat(planned.stricter(planned)).isSameAs(planned);
  }

  @Test
  void everyExtensionIsALookThatMultipliesPAndMarksTheVerdict() throws Exception {
    CellPairs planned = pairs(ran(0, 12)).orElseThrow();
    CellPairs later = pairs(ran(0, 5, 8, 12)).orElseThrow();
    CellPair before = planned.pairs().get(0);
    CellPair after = later.pairs().get(0);

    assertThat(planned.looks().added()).isFalse();
    assertThat(planned.label(before)).isEqualTo("better");
    assertThat(later.looks().seeds()).containsExactly(5, 8, 12);
    assertThat(after.adjusted()).isCloseTo(3 * before.adjusted(), within(1e-9));
    assertThat(new LookNotes(later.looks()).all())
        .startsWith(
            "Look 3: seeds were added after results.",
            "Looks at 5, 8, 12 seeds: p is multiplied by 3.",
            "The first look has spent the error: what this one shows is marked 'to confirm', in a new"
                + " sweep with another seed.")
        .hasSize(3)
        .allMatch(note -> note.endsWith("."));
  }

  @Test
  void thePlannedLooksAreNamedToo() {
    SeedLooks looks = SeedLooks.planned(List.of(3, 4, 5));

    assertThat(new LookNotes(looks).all())
        .containsExactly("Looks at 3, 4, 5 seeds: p is multiplied by 3.");
    assertThat(looks.mark()).isEmpty();
  }

  @Test
  void whatALaterLookShowsIsToBeConfirmed() throws Exception {
    CellPairs later = pairs(ran(.04, 5, 8, 12)).orElseThrow();

    assertThat(later.label(later.pairs().get(0))).isEqualTo("to confirm");
    assertThat(later.pairs().get(0).verdict().shown()).isFalse();
    assertThat(later.looks().label("shown")).isEqualTo("to confirm");
    assertThat(later.looks().mark()).isEqualTo(", to confirm");
  }

  /** Its p was .002 on the five seeds of the first look. */
  @Test
  void aVerdictOnceGivenStands() throws Exception {
    CellPairs later = pairs(ran(1, 5, 8, 12)).orElseThrow();

    assertThat(later.label(later.pairs().get(0))).isEqualTo("better, look 1");
    assertThat(later.pairs().get(0).verdict().shown()).isTrue();
  }

  @Test
  void ofSeveralLooksEachSpendsHalfOfWhatIsLeft() throws Exception {
    String gates = "axes.attention.gate[0]: none\n";
    String both = gates + "axes.attention.gate[1]: learned\n";
    SeedLooks first = looks("replicates: 5\nlooks: several\n" + gates);
    SeedLooks third =
        looks(
            "replicates: 5\nlooks: several\n" + gates,
            "replicates: 5\nlooks: several\n" + both,
            "replicates: 8\nlooks: several\n" + both);

    assertThat(first.multiplier()).isEqualTo(2);
    assertThat(first.cost().paid(5, .01)).isEqualTo(.02);
    assertThat(first.label("better")).isEqualTo("better");
    assertThat(new LookNotes(first).all())
        .containsExactly(
            "p is multiplied by 2: 'looks: several' leaves half of the error to looks after"
                + " results.");
    assertThat(third.multiplier()).isEqualTo(8);
    assertThat(third.cost().paid(8, .01)).isEqualTo(.08);
    assertThat(third.label("better")).isEqualTo("better, look 3");
    assertThat(new LookNotes(third).all())
        .containsExactly(
            "Look 3: seeds and cells were added after results.",
            "Looks at 5 seeds, then with added cells at 5, 8 seeds: p is multiplied by 8.",
            "Each look spends half of the error that those before it have left.",
            "This p is too small if earlier results led you to add seeds and cells: confirm a marked"
                + " verdict in a new sweep with another seed.");
  }

  /** One seed and two can decide nothing, so those who looked saw no verdict. */
  @Test
  void looksThatCanDecideNoRowAreFree() throws Exception {
    CellPairs later = pairs(ran(0, 1, 2, 12)).orElseThrow();

    assertThat(later.looks().seeds()).containsExactly(12);
    assertThat(later.label(later.pairs().get(0))).isEqualTo("better");
  }

  @Test
  void cellsAddedAfterResultsAreALook() {
    String gates = "axes.attention.gate[0]: none";
    SeedLooks looks =
        looks(
            "replicates: 5\n" + gates,
            "replicates: 5\n" + gates + "\naxes.attention.gate[1]: learned",
            "replicates: 8\n" + gates + "\naxes.attention.gate[1]: learned");

    assertThat(looks.count()).isEqualTo(3);
    assertThat(looks.seeds()).containsExactly(5, 5, 8);
    assertThat(new LookNotes(looks).all())
        .startsWith(
            "Look 3: seeds and cells were added after results.",
            "Looks at 5 seeds, then with added cells at 5, 8 seeds: p is multiplied by 3.");
    assertThat(looks("").added()).as("a plan without seeds").isFalse();
  }

  @Test
  void trialsAddedToARandomSearchAreCells() throws Exception {
    String file =
        FILE + "axes: {model.layers: [1, 2, 3, 4]}\nsearch: {method: random, trials: %d}\n";
    SeedLooks looks =
        looks(
            CanonicalText.of(spec(file.formatted(5, 2))),
            CanonicalText.of(spec(file.formatted(5, 4))));

    assertThat(looks.mark()).isEqualTo(", to confirm");
    assertThat(new LookNotes(looks).all()).startsWith("Look 2: cells were added after results.");
  }

  /** Such a search takes its cells from the budget, which is not a part of a spec's text. */
  @Test
  void aLargerBudgetOfASobolSearchAddsCells() throws Exception {
    String file =
        FILE.formatted(3)
            + "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}\nsearch: {method: sobol}\n";
    SweepState state = new SweepState(opened(1, file, 12));
    Trial trial = Trial.of(0, new Configuration(Map.of("train.learning-rate", "0.01")), 0, 0);
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(Events.finished(trial, 1, 1));
    state.apply(new Event.Completed("done", Events.NOON));
    assertThat(SeedLooks.of(state.view()).count()).isEqualTo(1);
    state.apply(opened(2, file, 24));
    state.apply(opened(3, file, 48));
    state.apply(opened(4, file, 48));

    assertThat(SeedLooks.of(state.view()).count()).isEqualTo(3);
    assertThat(new LookNotes(SeedLooks.of(state.view())).all())
        .startsWith(
            "Look 3: cells were added after results.",
            "Looks at 3 seeds, then with added cells at 3 seeds, then with added cells at 3 seeds:"
                + " p is multiplied by 3.");
  }

  @Test
  void eachLookSaysWhatItAdded() {
    Set<String> first = Set.of("axes.gate[0]: none");
    Set<String> rule = Set.of("axes.gate[0]: none", "stop: {median: {}}");
    Set<String> cells = Set.of("axes.gate[0]: learned, none", "stop: {median: {}}");
    SeedLooks looks =
        new SeedLooks(
            Stream.of(first, rule, cells)
                .map(plan -> new LookPlan(List.of(6), plan, false))
                .toList());

    assertThat(new LookNotes(looks).all())
        .contains(
            "Looks at 6 seeds, then with other rules at 6 seeds, then with added cells at 6 seeds:"
                + " p is multiplied by 3.");
  }

  /** A spec's text has axes, options and values in the order of its file. */
  @Test
  void anotherOrderOfTheSameCellsIsNoLook() {
    SeedLooks looks =
        looks(
            """
            axes.attention.query[0]: current
            axes.attention.query[1]: split
            axes.attention.query[1].attention.query.fraction: 0.25, 0.5
            axes.model.layers[0]: 1, 2
            axes.train.learning-rate[0]: 0.001, 0.01
            replicates: 5
            """,
            """
            axes.train.learning-rate[0]: 0.01, 0.001
            axes.model.layers[0]: 1, 2
            axes.attention.query[0]: split
            axes.attention.query[0].attention.query.fraction: 0.5, 0.25
            axes.attention.query[1]: current
            replicates: 5
            """);

    assertThat(looks.count()).isEqualTo(1);
    assertThat(new LookNotes(looks).all()).isEmpty();
  }

  @Test
  void theJournalKnowsAddedValues() throws Exception {
    String file = FILE.formatted(5) + "axes: {train.learning-rate: [1e-3, 1e-2]}\n";
    SweepState state = new SweepState(opened(1, file));
    SweepSpec spec = spec(file);
    Trial trial = Trial.of(0, spec.space(SampleCatalog.TREE).cell(0), 0, 0);
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(Events.finished(trial, 1, 1));
    state.apply(opened(2, file.replace("1e-2]", "1e-2, 1e-1]")));

    assertThat(SeedLooks.of(state.view()).count()).isEqualTo(2);
    assertThat(new LookNotes(SeedLooks.of(state.view())).all())
        .startsWith("Look 2: cells were added after results.");
    state.apply(opened(3, file.replace("1e-2]", "1e-2, 1e-1]") + "budget: {trials: 50}\n"));
    state.apply(opened(4, file.replace("1e-3, 1e-2]", "1e-1, 1e-2, 1e-3]")));
    assertThat(SeedLooks.of(state.view()).count()).isEqualTo(2);
  }

  @Test
  void specsThatRanBeforeAnyResultAreNoLooks() throws Exception {
    SweepState state = new SweepState(opened(1, 5));
    state.apply(opened(2, 8));

    assertThat(state.view().plans()).hasSize(1).first().asString().contains("replicates: 8");
  }

  /**
   * Two equal cells, and someone who adds seeds until a verdict is shown: after 5, 8 and 12. Tested
   * without regard to looks, more than one table in ten shows something.
   */
  @Test
  void threeLooksAtEqualCellsShowNoMoreThanOne() {
    Random random = new Random(7);
    int sweeps = 4_000;
    int naive = 0;
    int unmarked = 0;
    int last = 0;
    for (int i = 0; i < sweeps; i++) {
      List<Run> runs = new ArrayList<>();
      List<LookPlan> plans = new ArrayList<>();
      boolean anyNaive = false;
      boolean anyUnmarked = false;
      boolean shown = false;
      for (int look : List.of(5, 8, 12)) {
        for (int seed = runs.size() / 2; seed < look; seed++) {
          runs.add(run("none", seed, random.nextGaussian()));
          runs.add(run("learned", seed, random.nextGaussian()));
        }
        plans.add(new LookPlan(List.of(look), Set.of()));
        CellPairs pairs = CellPairs.of(observed(runs, new SeedLooks(plans))).orElseThrow();
        CellPair pair = pairs.pairs().get(0);
        shown = pair.adjusted() <= Effect.LEVEL;
        anyNaive |= pair.probability() / pairs.looks().count() <= Effect.LEVEL;
        anyUnmarked |= pair.verdict().shown();
      }
      naive += anyNaive ? 1 : 0;
      unmarked += anyUnmarked ? 1 : 0;
      last += shown ? 1 : 0;
    }

    double most = Effect.LEVEL + 3 * Math.sqrt(.05 * .95 / sweeps);
    assertThat(naive / (double) sweeps).as("without regard to looks").isGreaterThan(.08);
    assertThat(unmarked / (double) sweeps).as("unmarked").isLessThanOrEqualTo(most);
    assertThat(last / (double) sweeps).as("at the last look").isLessThanOrEqualTo(.03);
  }

  private static SeedLooks looks(String... specs) {
    return new SeedLooks(
        Stream.of(specs)
            .map(
                spec -> new SweepHeader("s-1", "s", spec, 0, 1, LOSS, 0, 1, new TreeMap<>()).plan())
            .map(LookPlan::of)
            .toList());
  }

  private static Run run(String gate, int seed, double loss) {
    Configuration cell = new Configuration(Map.of("attention.gate", gate));
    return new Run(gate + seed, cell, seed, loss);
  }

  private static Observations observed(List<Run> runs, SeedLooks looks) {
    return KnownSweep.after(
        looks, Observations.of("loss", Optional.of(Goal.MINIMIZE), runs, KnownSweep.NONE));
  }

  private static Optional<CellPairs> pairs(Observations of) {
    return CellPairs.of(of);
  }

  /** A sweep that was planned with the first number of seeds and extended to each of the others. */
  private static Observations ran(double more, int... replicates) throws Exception {
    SweepState state = new SweepState(opened(1, replicates[0]));
    int seeds = 0;
    for (int epoch = 1; epoch <= replicates.length; epoch++) {
      state.apply(opened(epoch, replicates[epoch - 1]));
      SweepSpec spec = spec(replicates[epoch - 1]);
      for (; seeds < replicates[epoch - 1]; seeds++) {
        for (int i = 0; i < 2; i++) {
          Configuration cell = spec.space(SampleCatalog.TREE).cell(i);
          Trial trial = Trial.of(2 * seeds + i, cell, seeds, 0);
          state.apply(Events.suggested(trial));
          state.apply(Events.started(trial, 1));
          boolean gated = cell.text("attention.gate").equals("learned");
          state.apply(Events.finished(trial, 1, gated ? 1 - more - GAINS[seeds] : 1));
        }
      }
      state.apply(new Event.Completed("done", Events.NOON));
    }
    return Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE));
  }

  private static Event.Opened opened(int epoch, int replicates) throws Exception {
    SweepHeader header = SpecHeader.of(spec(replicates), 2L * replicates, 1, Map.of());
    return new Event.Opened(header, epoch, Events.NOON);
  }

  private static Event.Opened opened(int epoch, String file) throws Exception {
    return new Event.Opened(SpecHeader.of(spec(file), 10, 1, Map.of()), epoch, Events.NOON);
  }

  /** A driver whose budget allows this many trials. */
  private static Event.Opened opened(int epoch, String file, int trials) throws Exception {
    SweepSpec spec = spec(file + "budget: {trials: " + trials + "}\n");
    long planned = spec.budget().trialsOf(spec.newSearch(SampleCatalog.CATALOG));
    return new Event.Opened(SpecHeader.of(spec, planned, 1, Map.of()), epoch, Events.NOON);
  }

  private static SweepSpec spec(int replicates) throws Exception {
    return spec(FILE.formatted(replicates));
  }

  private static SweepSpec spec(String file) throws Exception {
    return SpecFile.read("gates.yaml", file, Map.of(), SampleCatalog.CATALOG);
  }

  /** Whoever adopts trials knows what they showed. */
  @Test
  void theLooksOfASweepWhoseTrialsAreAdoptedComeFirst() {
    SweepState state = new SweepState(Events.opened());
    state.apply(
        new Event.Reused(
            "/runs/first",
            "s-1",
            List.of("axes.a[0]: 1\naxes.a[1]: 2\nreplicates: 7\n"),
            List.of(""),
            Events.NOON));

    List<LookPlan> plans = SeedLooks.of(state.view()).plans();

    assertThat(plans).hasSize(2);
    assertThat(plans.get(0).seeds()).containsExactly(7);
    assertThat(plans.get(0).cells()).hasSize(2);
  }
}
