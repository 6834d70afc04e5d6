package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.junit.jupiter.api.Test;

/** The seeds that a note asks for can decide the row, also after the look that adds them. */
class TestTooFewSeeds {

  private final List<Run> runs = new ArrayList<>();

  /** By hand: six seeds give 2 * 2^-6 = .03125 by ranks, and this sweep has no error left. */
  @Test
  void theNumberIsThatOfANewSweep() {
    cell("none", 0, 5);
    cell("learned", -1, 5);
    fail(0);

    assertThat(pairs(5).tooFewSeeds())
        .containsExactly(
            "5 seeds cannot decide a comparison of cells: at best they give an unadjusted p of .0625 by ranks, and a"
                + " verdict needs .0500 or less; use 6 or more in a new sweep with another seed");
    assertThat(pairs(3, 5).tooFewSeeds().get(0)).contains(" by ranks (2 looks included), and");
    assertThat(pairs(5).tooFewPlanned().orElseThrow()).endsWith("use 6 or more");
    assertThat(extended(6)).isEqualTo(CellPair.PairVerdict.OPEN);
    assertThat(extended(7)).isEqualTo(CellPair.PairVerdict.TO_CONFIRM);
  }

  /** Holm's method counts the pair of cells that always failed, and no note names it. */
  @Test
  void theNotesAreOfPairsThatHaveARow() {
    cell("none", 0, 5);
    cell("computed", 0, 5);
    cell("learned", -1, 5);
    IntStream.range(0, 10).forEach(this::fail);

    assertThat(pairs(5).pairs())
        .extracting(CellPair::control)
        .containsExactly("attention.gate=learned", "attention.gate=learned");
    assertThat(pairs(5).tooFewSeeds())
        .singleElement()
        .asString()
        .startsWith("5 seeds cannot decide a comparison of cells: ")
        .contains("(.05 shared by 3 comparisons)");
  }

  /** By hand: equal differences have the sign test's p, 2 * 2^-5 = .0625; six seeds halve it. */
  @Test
  void equalDifferencesNeedMoreSeeds() {
    for (String gate : List.of("none", "learned")) {
      Configuration cell = new Configuration(Map.of("attention.gate", gate));
      IntStream.range(0, 5)
          .forEach(seed -> runs.add(new Run(gate + seed, cell, seed, gate.length())));
    }

    assertThat(pairs(5).pairs().get(0).least()).isTrue();
    assertThat(pairs(5).tooFewSeeds())
        .singleElement()
        .asString()
        .startsWith(
            "5 seeds cannot decide a comparison of cells: at best they give an unadjusted p of .0625, as their differences are equal, and");
  }

  /** Two seeds decide nothing, so that seeds added to them are the first look. */
  @Test
  void aLookThatCouldDecideNothingCostsNothing() {
    cell("none", 0, 2);
    cell("learned", -1, 2);

    assertThat(pairs(2).tooFewSeeds().get(0)).endsWith("use 3 or more");
  }

  /** By hand: beside one row that is shown, two share .05. At a second look 4 * 2^-8 = .0156. */
  @Test
  void rowsThatAreUndecidedBesideAnotherAreNamed() {
    cell("none", 0, 5);
    cell("computed", -1, 5);
    cell("learned", -1, 5);
    fail(runs.size() - 1);

    assertThat(pairs(5).pairs())
        .extracting(CellPair::verdict)
        .containsExactly(
            CellPair.PairVerdict.BETTER, CellPair.PairVerdict.OPEN, CellPair.PairVerdict.OPEN);
    assertThat(pairs(5).tooFewSeeds())
        .singleElement()
        .asString()
        .startsWith(
            "5 seeds cannot decide 2 comparisons: at best they give an unadjusted p of .0625 by ranks, and a verdict needs .0250 or less")
        .contains("use 7 or more in a new sweep with another seed")
        .endsWith(". They are: gate=learned beside gate=none; gate=learned beside gate=computed");
    assertThat(pairs(5).tooFewPlanned()).as("another row can be decided").isEmpty();
  }

  /** By hand, of three seeds without a failed one: 2 * 4^-3 = .03125. Other rows have four. */
  @Test
  void theSeedsAndThePAreOfOneRow() {
    cell("none", 0, 4);
    cell("learned", -1, 4);
    fail(0);
    cell("computed", -1, 3);

    assertThat(pairs(4).tooFewSeeds())
        .singleElement()
        .asString()
        .startsWith(
            "3 seeds cannot decide a comparison of cells: at best they give an unadjusted p of .0313, and");
  }

  /** The verdict of five seeds, one of which failed, after an extension by seeds that agree. */
  private CellPair.PairVerdict extended(int seeds) {
    runs.clear();
    cell("none", 0, seeds);
    cell("learned", -1, seeds);
    fail(0);
    return pairs(5, seeds).pairs().get(0).verdict();
  }

  private void cell(String gate, double mean, int seeds) {
    cell(Map.of("attention.gate", gate), mean, seeds);
  }

  private void cell(Map<String, String> values, double mean, int seeds) {
    Configuration cell = new Configuration(values);
    IntStream.range(0, seeds)
        .mapToObj(
            seed -> new Run(cell.hash() + seed, cell, seed, mean + .001 * seed * (seed + mean)))
        .forEach(runs::add);
  }

  private void fail(int run) {
    Run of = runs.get(run);
    runs.set(run, new Run(of.trialId(), of.cell(), of.replicate(), Double.NaN));
  }

  private CellPairs pairs(int... looks) {
    List<Run> finished = runs.stream().filter(run -> !Double.isNaN(run.value())).toList();
    Observations of =
        Observations.of("loss", Optional.of(Goal.MINIMIZE), finished, KnownSweep.NONE);
    SeedLooks plans =
        new SeedLooks(
            IntStream.of(looks).mapToObj(seeds -> new LookPlan(List.of(seeds), Set.of())).toList());
    List<Run> failed = runs.stream().filter(run -> Double.isNaN(run.value())).toList();
    return CellPairs.of(
            new Observations(
                of.metric(),
                of.goal(),
                of.factors(),
                finished,
                failed,
                List.of(),
                List.of(),
                of.summaries(),
                of.excluded(),
                of.names(),
                false,
                false,
                plans,
                Optional.empty(),
                Optional.empty()))
        .orElseThrow();
  }
}
