package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestSeedsUntilDecided {

  /** Four cells; gates far apart, from-query and computed close, computed under no open claim. */
  private static final String SPEC =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      axes: {attention.gate: [none, learned, from-query, computed]}
      replicates: {at-least: 3, at-most: 12, until: decided}
      claims:
        - {says: it helps a lot, cell: learned, is: below, of: none, by: 0.5}
        - {says: it helps a little, cell: from-query, is: below, of: learned}
      """;

  private static final Map<String, Double> MEANS =
      Map.of("none", 9.0, "learned", 1.0, "from-query", 1.0, "computed", 1.0);

  @Test
  void spendsSeedsOnlyWhereClaimsAreOpen() throws Exception {
    Map<String, Integer> seeds = count(play(1, 1));

    // From-query against learned is nothing: they get all twelve. The other claim is decided early.
    assertThat(seeds)
        .containsEntry("from-query", 12)
        .containsEntry("learned", 12)
        .containsEntry("computed", 3);
    assertThat(seeds.get("none")).isIn(3, 5);
  }

  @Test
  void whatIsRunFollowsFromResultsAlone() throws Exception {
    TreeSet<String> ids = ids(play(1, 1));

    for (int slots : new int[] {2, 5, 30}) {
      assertThat(ids(play(slots, slots))).isEqualTo(ids);
    }
  }

  @Test
  void neverSaysFewerThanItRuns() throws Exception {
    Search search = begin();
    assertThat(search.trials()).isEqualTo(3 * 12 + 3);
    assertThat(play(1, 1)).hasSizeLessThanOrEqualTo(3 * 12 + 3);
  }

  @Test
  void aResumedSearchThatIsToldTheSameDecidesTheSame() throws Exception {
    List<Trial> all = play(1, 1);
    for (int killedAt : new int[] {1, 11, 12, 13, 19, all.size()}) {
      Search resumed = begin();
      List<Trial> again = new ArrayList<>();
      for (int i = 0; i < killedAt; i++) {
        again.add(run(resumed));
        resumed.tell(ended(again.get(i)));
      }
      while (resumed.ask() instanceof Proposal.Run run) {
        again.add(run.trial());
        resumed.tell(ended(run.trial()));
      }
      assertThat(again).isEqualTo(all);
    }
  }

  @Test
  void asksForNothingBetweenLooks() throws Exception {
    Search search = begin();
    List<Trial> first = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      first.add(run(search));
    }
    assertThat(search.ask()).isEqualTo(Proposal.LATER);
    first.subList(1, 12).forEach(trial -> search.tell(ended(trial)));
    assertThat(search.ask()).isEqualTo(Proposal.LATER);
    search.tell(ended(first.get(0)));
    assertThat(run(search).replicate()).isEqualTo(3);
  }

  @Test
  void seedsThatFailEndTheSearchToo() throws Exception {
    Search search = begin();
    int trials = 0;
    while (search.ask() instanceof Proposal.Run run) {
      search.tell(
          new Observation(
              run.trial(), Observation.Outcome.FAILED, OptionalDouble.empty(), 0, Map.of()));
      trials++;
    }
    assertThat(trials).isEqualTo(3 * 12 + 3);
    assertThat(search.ask()).isEqualTo(Proposal.DONE);
    assertThat(search.trials()).isEqualTo(trials);
  }

  /** Gated is best with one layer, plain with three, and gated is the better of the two. */
  private static final String TUNED =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      cells: {plain: {}, gated: {attention.gate: learned}}
      axes: {model.layers: [1, 2, 3]}
      replicates: {at-least: 5, at-most: 12, until: decided, tuning: 3}
      claims:
        - {says: a gate helps, cell: {cell: gated, best-over: [model.layers]}, is: below,
           of: {cell: plain, best-over: [model.layers]}, effect: 2}
      """;

  @Test
  void tunedArmsChooseOnTuningSeedsAndAreJudgedOnFreshOnes() throws Exception {
    Search search =
        SpecFile.read("s.yaml", TUNED, Map.of(), SampleCatalog.CATALOG)
            .newSearch(SampleCatalog.CATALOG);
    long most = search.trials();
    List<Trial> tuning = new ArrayList<>();
    List<Trial> fresh = new ArrayList<>();
    while (search.ask() instanceof Proposal.Run run) {
      Trial trial = run.trial();
      boolean gated = trial.configuration().text("attention.gate").equals("learned");
      int layers = Integer.parseInt(trial.configuration().text("model.layers"));
      double noise = 0.1 * new Random(trial.id().hashCode()).nextGaussian();
      double loss = Math.abs(layers - (gated ? 1 : 3)) + (gated ? 1 : 3) + noise;
      (Tuning.isTuning(trial.replicate()) ? tuning : fresh).add(trial);
      search.tell(
          new Observation(
              trial,
              Observation.Outcome.FINISHED,
              OptionalDouble.of(loss),
              1,
              Map.of("loss", loss)));
    }

    assertThat(tuning).as("two arms of three settings, three seeds each").hasSize(18);
    assertThat(fresh)
        .allSatisfy(
            trial ->
                assertThat(trial.configuration().text("model.layers"))
                    .isEqualTo(
                        trial.configuration().text("attention.gate").equals("learned")
                            ? "1"
                            : "3"));
    assertThat(fresh).hasSize(10).extracting(Trial::replicate).containsOnly(0, 1, 2, 3, 4);
    assertThat(most).isGreaterThanOrEqualTo(28);
  }

  private static List<Trial> play(int slots, long seed) throws Exception {
    return PlayedSearch.trials(begin(), slots, new Random(seed), TestSeedsUntilDecided::ended);
  }

  private static Observation ended(Trial trial) {
    double noise = new Random(trial.id().hashCode()).nextGaussian();
    double loss = MEANS.get(trial.configuration().text("attention.gate")) + 0.3 * noise;
    return PlayedSearch.finished(trial, loss);
  }

  private static Trial run(Search search) {
    return ((Proposal.Run) search.ask()).trial();
  }

  private static Search begin() throws Exception {
    return SpecFile.read("s.yaml", SPEC, Map.of(), SampleCatalog.CATALOG)
        .newSearch(SampleCatalog.CATALOG);
  }

  private static Map<String, Integer> count(List<Trial> trials) {
    Map<String, Integer> seeds = new TreeMap<>();
    trials.forEach(t -> seeds.merge(t.configuration().text("attention.gate"), 1, Integer::sum));
    return seeds;
  }

  private static TreeSet<String> ids(List<Trial> trials) {
    TreeSet<String> ids = new TreeSet<>();
    trials.forEach(trial -> ids.add(trial.id()));
    return ids;
  }
}
