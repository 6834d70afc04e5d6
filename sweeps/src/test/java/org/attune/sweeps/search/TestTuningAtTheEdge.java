package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleBiFunction;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Outcomes;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** An arm whose best value lies at the edge of those tried is tuned on, and so are the others. */
class TestTuningAtTheEdge {

  private static final String HEAD =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      cells: {plain: {}, gated: {attention.gate: learned}}
      """;

  private static final String CLAIM =
      """
      claims:
        - {says: a gate helps, cell: {cell: gated, best-over: [model.layers]}, is: below,
           of: {cell: plain, best-over: [model.layers]}, effect: 2}
      """;

  private static final String SPEC =
      HEAD
          + """
          axes: {model.layers: [1, 2, 3, 4, 5, 6, 7]}
          replicates: {at-least: 5, at-most: 8, until: decided, tune-first: {model.layers: [2, 4]}}
          """
          + CLAIM;

  /** The best numbers of layers; every arm is better by its distance to its own. */
  private static ToDoubleBiFunction<Boolean, Integer> best(int gated, int plain) {
    return (gate, layers) -> Math.abs(layers - (gate ? gated : plain)) + (gate ? 1 : 9);
  }

  @Test
  void allArmsTryTheNextValuesUntilNoneIsBestAtAnEdge() throws Exception {
    Map<String, TreeSet<Integer>> tuned = tuned(play(SPEC, 1, best(5, 3)));

    assertThat(tuned)
        .containsEntry("learned", new TreeSet<>(List.of(2, 3, 4, 5, 6)))
        .containsEntry("none", new TreeSet<>(List.of(2, 3, 4, 5, 6)));
  }

  @Test
  void bothEdgesWidenWhereArmsPullApart() throws Exception {
    assertThat(tuned(play(SPEC, 1, best(2, 4))))
        .containsEntry("learned", new TreeSet<>(List.of(1, 2, 3, 4, 5)))
        .containsEntry("none", new TreeSet<>(List.of(1, 2, 3, 4, 5)));
  }

  @Test
  void nothingWidensWhereTheBestIsWithinOrOthersAreAsGood() throws Exception {
    TreeSet<Integer> first = new TreeSet<>(List.of(2, 3, 4));

    assertThat(tuned(play(SPEC, 1, best(3, 3))).values()).containsOnly(first);
    assertThat(tuned(play(SPEC, 1, (gate, layers) -> gate ? 1 : 9)).values()).containsOnly(first);
    assertThat(tuned(play(SPEC, 1, (gate, layers) -> Double.NaN)).values()).containsOnly(first);
  }

  @Test
  void theFilesValuesAreTheLimitAndTheArmSaysSo() throws Exception {
    List<Trial> all = play(SPEC, 1, best(99, 3));

    assertThat(tuned(all)).containsEntry("none", new TreeSet<>(List.of(2, 3, 4, 5, 6, 7)));
    assertThat(all).filteredOn(trial -> !Tuning.isTuning(trial.replicate())).isNotEmpty();
    Claim claim = read(SPEC).comparison().claims().get(0);
    Tuning gated = claim.measures().get(0).tuning().orElseThrow();
    Tuning plain = claim.measures().get(1).tuning().orElseThrow();
    Outcomes results = outcomes(best(99, 3));
    assertThat(gated.limits(results)).isEqualTo(Map.of("model.layers", true));
    assertThat(plain.limits(results)).isEmpty();
    assertThat(gated.tried(results).settings()).hasSize(6);
    assertThat(gated.first().trials()).isEqualTo(6);
    assertThat(gated.trials()).isEqualTo(14);
  }

  @Test
  void whatIsRunFollowsFromResultsAloneAndIsNeverMoreThanPlanned() throws Exception {
    List<Trial> all = play(SPEC, 1, best(5, 3));

    for (int slots : new int[] {2, 5, 40}) {
      assertThat(ids(play(SPEC, slots, best(5, 3)))).isEqualTo(ids(all));
    }
    assertThat(begin(SPEC).trials()).isGreaterThanOrEqualTo(all.size());
  }

  @Test
  void aResumedSearchWidensAsAnUninterruptedOne() throws Exception {
    List<Trial> all = play(SPEC, 1, best(5, 3));
    for (int killedAt = 1; killedAt < all.size(); killedAt += 3) {
      Search resumed = begin(SPEC);
      List<Trial> again = new ArrayList<>();
      while (resumed.ask() instanceof Proposal.Run run) {
        again.add(run.trial());
        resumed.tell(ended(run.trial(), best(5, 3)));
        if (again.size() == killedAt) {
          resumed = begin(SPEC);
          for (Trial trial : again) {
            assertThat(((Proposal.Run) resumed.ask()).trial()).isEqualTo(trial);
            resumed.tell(ended(trial, best(5, 3)));
          }
        }
      }
      assertThat(again).isEqualTo(all);
    }
  }

  /** Only one arm has the key: the other tries no more settings, but is tuned no less. */
  @Test
  void anArmWithoutTheKeyIsTunedAsMuch() throws Exception {
    String spec =
        HEAD.replace(
                "gated: {attention.gate: learned}",
                "thin: {attention.gate: learned}, mid: {attention.gate: learned, model.width: 128},"
                    + " wide: {attention.gate: learned, model.width: 256}")
            + """
            axes: {model.layers: [1, 2]}
            replicates: {at-least: 5, at-most: 8, until: decided, tune-first: {width: [64, 128]}}
            claims:
              - {says: x, cell: {cell: mid, best-over: [width, layers]}, is: below,
                 of: {cell: plain, best-over: [layers]}, effect: 2}
            """;
    Claim claim = read(spec).comparison().claims().get(0);

    assertThat(claim.measures().get(0).tuning().orElseThrow().first().settings()).hasSize(4);
    assertThat(claim.measures().get(0).tuning().orElseThrow().trials()).isEqualTo(12);
    assertThat(claim.measures().get(1).tuning().orElseThrow().first().trials()).isEqualTo(12);
  }

  @Test
  void cellsWithoutAClaimRunWhereTuningBegins() throws Exception {
    String spec = SPEC.replace("cells: {", "cells: {other: {attention.gate: from-query}, ");
    List<Trial> all = play(spec, 1, best(5, 3));

    assertThat(all)
        .filteredOn(trial -> trial.configuration().text("attention.gate").equals("from-query"))
        .hasSize(3 * 5)
        .extracting(trial -> trial.configuration().text("model.layers"))
        .containsOnly("2", "3", "4");
    assertThat(begin(spec).trials()).isEqualTo(begin(SPEC).trials() + 3 * 5);
  }

  @Test
  void theLastWordOfAKeySaysAsMuch() throws Exception {
    String spec = SPEC.replace("cells: {", "cells: {other: {attention.gate: from-query}, ");
    String brief = spec.replace("tune-first: {model.layers:", "tune-first: {layers:");

    assertThat(brief).isNotEqualTo(spec);
    assertThat(layersOfTheCellWithoutAClaim(brief))
        .isEqualTo(layersOfTheCellWithoutAClaim(spec))
        .containsOnly("2", "3", "4");
  }

  private static List<String> layersOfTheCellWithoutAClaim(String spec) throws Exception {
    return play(spec, 1, best(5, 3)).stream()
        .map(Trial::configuration)
        .filter(cell -> cell.text("attention.gate").equals("from-query"))
        .map(cell -> cell.text("model.layers"))
        .toList();
  }

  @Test
  void theRecordOfAClaimSaysWhereTuningBegins() throws Exception {
    assertThat(CanonicalText.line(read(SPEC).comparison().claims().get(0)))
        .startsWith(
            "gated best of 7 by loss, 2 seeds each, first model.layers from 2 to 4 loss below");
  }

  @Test
  void rangesThatFitNoArmAreRefused() {
    refused(
        "{model.layers: [4, 2]}", "must be two numbers, [from, to], the first below the second");
    refused("{model.layers: [2]}", "must be two numbers, [from, to], the first below the second");
    refused("{model.layers: [3, 3.5]}", "'gated' needs two of its values from 3 to 3.5; it has 1,");
    refused("{model.layers: [1, 7]}", "no arm has a value beyond; list further values, or remove");
    refused("{model.width: [1, 7]}", "no arm tunes it; name a key of best-over, or remove it");
    assertThatThrownBy(() -> read(SPEC.replace("tune-first", "tuning: 1, tune-first")))
        .hasMessageContaining(
            "replicates.tuning: must be at least 2 with tune-first: one seed may put a best value"
                + " at the edge by luck");
  }

  private static void refused(String ranges, String why) {
    assertThatThrownBy(() -> read(SPEC.replace("{model.layers: [2, 4]}", ranges)))
        .hasMessageContaining("replicates.tune-first")
        .hasMessageContaining(why);
  }

  private static SweepSpec read(String yaml) throws Exception {
    return SpecFile.read("s.yaml", yaml, Map.of(), SampleCatalog.CATALOG);
  }

  private static Search begin(String yaml) throws Exception {
    return read(yaml).newSearch(SampleCatalog.CATALOG);
  }

  private static List<Trial> play(
      String yaml, int slots, ToDoubleBiFunction<Boolean, Integer> losses) throws Exception {
    return PlayedSearch.trials(
        begin(yaml), slots, new Random(slots), trial -> ended(trial, losses));
  }

  private static double loss(Configuration cell, ToDoubleBiFunction<Boolean, Integer> losses) {
    return losses.applyAsDouble(
        cell.text("attention.gate").equals("learned"), Integer.parseInt(cell.text("model.layers")));
  }

  private static Observation ended(Trial trial, ToDoubleBiFunction<Boolean, Integer> losses) {
    double loss = loss(trial.configuration(), losses);
    return PlayedSearch.finished(trial, loss);
  }

  private static Outcomes outcomes(ToDoubleBiFunction<Boolean, Integer> losses) {
    return Outcomes.ended(8, (cell, seed, metric) -> OptionalDouble.of(loss(cell, losses)));
  }

  private static Map<String, TreeSet<Integer>> tuned(List<Trial> trials) {
    Map<String, TreeSet<Integer>> tuned = new TreeMap<>();
    trials.stream()
        .filter(trial -> Tuning.isTuning(trial.replicate()))
        .forEach(
            trial ->
                tuned
                    .computeIfAbsent(
                        trial.configuration().text("attention.gate"), gate -> new TreeSet<>())
                    .add(Integer.parseInt(trial.configuration().text("model.layers"))));
    return tuned;
  }

  private static TreeSet<String> ids(List<Trial> trials) {
    TreeSet<String> ids = new TreeSet<>();
    trials.forEach(trial -> ids.add(trial.id()));
    return ids;
  }
}
