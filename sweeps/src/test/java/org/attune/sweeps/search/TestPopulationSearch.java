package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members of a population, whose states are numbers that trials carry on. */
class TestPopulationSearch {

  private static final int MEMBERS = 10;
  private static final int TURNS = 10;
  private static final int STEPS = 1_000;
  private static final int SLOTS = 4;

  private static SweepSpec spec(long seed, String search) throws Exception {
    return SpecFile.read(
        "s.yaml",
        """
        sweep: s
        seed: %d
        train: {steps: %d}
        objective: {metric: loss, goal: minimize}
        axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}
        search: {%s}
        """
            .formatted(seed, STEPS, search),
        Map.of(),
        SampleCatalog.CATALOG);
  }

  private static Search population(long seed) throws Exception {
    return spec(seed, "method: population, population: %d, turns: %d".formatted(MEMBERS, TURNS))
        .newSearch(SampleCatalog.CATALOG);
  }

  /**
   * What a training gains where the best learning rate falls as it goes on: no fixed one is good
   * for long.
   */
  private static double gain(Trial trial, long from, long to) {
    double rate = trial.configuration().real("train.learning-rate");
    double at = (Math.log10(rate) + 4) / 3;
    double gain = 0;
    for (long step = from; step < to; step++) {
      double best = 0.8 - 0.6 * step / STEPS;
      gain += Math.exp(-Math.pow((at - best) / 0.12, 2)) / STEPS;
    }
    return gain;
  }

  /** The lowest loss of a whole sweep, several trials at a time that end in any order. */
  private static double sweep(Search search, long order) {
    Random random = new Random(order);
    Map<String, Double> states = new HashMap<>();
    List<Trial> out = new ArrayList<>();
    double lowest = 1;
    long steps = 0;
    while (true) {
      Proposal proposal = out.size() < SLOTS ? search.ask() : Proposal.LATER;
      if (proposal instanceof Proposal.Run run) {
        out.add(run.trial());
        continue;
      }
      if (out.isEmpty()) {
        assertThat(steps).isLessThanOrEqualTo((long) MEMBERS * STEPS);
        return lowest;
      }
      Trial trial = out.remove(random.nextInt(out.size()));
      long from = trial.origin().map(Trial.Origin::step).orElse(0L);
      double state = trial.origin().map(of -> states.get(of.trialId())).orElse(0.0);
      long to = trial.configuration().integer("train.steps");
      state += gain(trial, from, to);
      steps += to - from;
      states.put(trial.id(), state);
      lowest = Math.min(lowest, 1 - state);
      search.tell(finished(trial, 1 - state));
    }
  }

  private static Observation finished(Trial trial, double loss) {
    return new Observation(
        trial,
        Observation.Outcome.FINISHED,
        OptionalDouble.of(loss),
        trial.configuration().integer("train.steps"),
        Map.of("loss", loss));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void beatsRandomWithTheSameStepsWhereTheBestValueMoves(long seed) throws Exception {
    double random =
        sweep(
            spec(seed, "method: random, trials: " + MEMBERS).newSearch(SampleCatalog.CATALOG),
            seed);

    double population = sweep(population(seed), seed);

    assertThat(population).isLessThan(random);
  }

  @Test
  void aTurnCarriesOnWhatTheOneBeforeCameTo() throws Exception {
    Search search = population(1);
    Map<String, Trial> all = new HashMap<>();
    Set<Long> ends = new HashSet<>();
    Set<String> carried = new HashSet<>();
    int begun = 0;
    for (Proposal next = search.ask(); next != Proposal.DONE; next = search.ask()) {
      Trial trial = ((Proposal.Run) next).trial();
      assertThat(all.put(trial.id(), trial)).isNull();
      long end = trial.configuration().integer("train.steps");
      ends.add(end);
      if (trial.origin().isPresent()) {
        // Another training from the same state by the same values would have the same digits.
        assertThat(carried.add(trial.configuration() + " after " + trial.origin().get())).isTrue();
        Trial origin = all.get(trial.origin().get().trialId());
        assertThat(trial.origin().get().step())
            .isEqualTo(origin.configuration().integer("train.steps"))
            .isEqualTo(end - STEPS / TURNS);
      } else {
        begun++;
      }
      search.tell(finished(trial, all.size()));
    }
    assertThat(begun).isEqualTo(MEMBERS);
    assertThat(all).hasSize(MEMBERS * TURNS);
    assertThat(ends).hasSize(TURNS).contains((long) STEPS);
    assertThat(all.values()).noneMatch(t -> search.mayCarryOn(new Trial.Origin(t.id(), 100)));
  }

  @Test
  void whatFailedIsGivenUpForAnother() throws Exception {
    Search search = population(2);
    List<Trial> first = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      first.add(((Proposal.Run) search.ask()).trial());
    }
    for (int i = 1; i < MEMBERS; i++) {
      search.tell(finished(first.get(i), i));
    }
    search.tell(
        new Observation(
            first.get(0), Observation.Outcome.FAILED, OptionalDouble.empty(), 0, Map.of()));

    Set<String> carriedOn = new HashSet<>();
    for (int i = 0; i < MEMBERS; i++) {
      carriedOn.add(((Proposal.Run) search.ask()).trial().origin().orElseThrow().trialId());
    }
    assertThat(carriedOn).contains(first.get(1).id()).doesNotContain(first.get(0).id());
  }

  /** The sample catalog, whose trainings take some steps at a time and know the whole if told. */
  private record Knowing(ToLongFunction<Configuration> strides) implements AxisCatalog {

    Knowing(long stride) {
      this(cell -> stride);
    }

    /**
     * Takes 60 steps at a time where the learning rate is above a share of its logarithmic axis.
     */
    static Knowing slowAbove(double share) {
      return new Knowing(
          cell -> (Math.log10(cell.real("train.learning-rate")) + 4) / 3 > share ? 60 : 1);
    }

    @Override
    public List<Parameter> parameters() {
      List<Parameter> all = new ArrayList<>(SampleCatalog.CATALOG.parameters());
      all.add(
          Parameter.integer("train.schedule-steps", "schedule_steps", 0, 100_000, 0, "the whole")
              .added());
      return all;
    }

    @Override
    public List<String> conflicts(Configuration configuration) {
      return SampleCatalog.CATALOG.conflicts(configuration);
    }

    @Override
    public List<Metric> metrics(Configuration configuration) {
      return SampleCatalog.CATALOG.metrics(configuration);
    }

    @Override
    public Cost cost(Configuration configuration) {
      return SampleCatalog.CATALOG.cost(configuration);
    }

    @Override
    public long stride(Configuration configuration) {
      return strides.applyAsLong(configuration);
    }
  }

  private static Search of(AxisCatalog catalog) throws Exception {
    return of(catalog, 4);
  }

  private static Search of(AxisCatalog catalog, int seed) throws Exception {
    return SpecFile.read(
            "s.yaml",
            """
            sweep: s
            seed: %d
            train: {steps: 100}
            objective: {metric: loss, goal: minimize}
            axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}
            search: {method: population, population: 3, turns: 4}
            """
                .formatted(seed),
            Map.of(),
            catalog)
        .newSearch(catalog);
  }

  private static void refused(AxisCatalog catalog, int steps, int turns, String message) {
    refused(catalog, 3, steps, turns, message);
  }

  private static void refused(
      AxisCatalog catalog, int members, int steps, int turns, String message) {
    String file =
        """
        sweep: s
        train: {steps: %d}
        objective: {metric: loss, goal: minimize}
        axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}
        search: {method: population, population: %d, turns: %d}
        """
            .formatted(steps, members, turns);
    assertThatThrownBy(() -> SpecFile.read("s.yaml", file, Map.of(), catalog))
        .hasMessageContaining("search: " + message);
  }

  @Test
  void turnsWithoutAStepAreRefused() {
    refused(
        new Knowing(10),
        25,
        4,
        "turns: 4 leaves turns without a step: a training has train.steps 25 and goes on by 10 at a"
            + " time; give turns: 2 or fewer");
    refused(
        new Knowing(10),
        15,
        2,
        "turns: 2 leaves turns without a step: a training has train.steps 15 and goes on by 10 at a"
            + " time; give train.steps 20 or more");
    refused(
        SampleCatalog.CATALOG,
        5,
        10,
        "turns: 10 leaves turns without a step: a training has train.steps 5; give turns: 5 or"
            + " fewer");
  }

  /** The first 100 members take one step at a time, and some later one takes 60. */
  @Test
  void turnsWithoutAStepOfALateMemberAreRefused() {
    refused(
        Knowing.slowAbove(0.997),
        400,
        100,
        4,
        "turns: 4 leaves turns without a step: a training has train.steps 100 and goes on by 60 at a"
            + " time; give train.steps 240 or more");
  }

  /** All members begin with one step at a time, and higher rates are better. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void noMemberMovesToWhereATurnHasNoStep(int seed) throws Exception {
    Search even = of(new Knowing(1), seed);
    double highest = 0;
    for (int i = 0; i < 3; i++) {
      highest = Math.max(highest, rate(((Proposal.Run) even.ask()).trial()));
    }
    Search search = of(Knowing.slowAbove((Math.log10(highest) + 4) / 3 + 0.01), seed);
    int turns = 0;
    for (Proposal next = search.ask(); next != Proposal.DONE; next = search.ask()) {
      Trial trial = ((Proposal.Run) next).trial();
      turns++;
      assertThat(trial.configuration().integer("train.steps"))
          .as(trial.toString())
          .isGreaterThan(trial.origin().map(Trial.Origin::step).orElse(0L));
      search.tell(finished(trial, -rate(trial)));
    }
    assertThat(turns).isEqualTo(12);
  }

  private static double rate(Trial trial) {
    return trial.configuration().real("train.learning-rate");
  }

  /** The file fixes the steps that schedules follow, so a part does not tell by them. */
  @Test
  void earlierPartsOfAFileWithAScheduleOfItsOwnStayToo() throws Exception {
    String file =
        """
        sweep: s
        seed: 4
        train: {steps: 100, schedule-steps: 200}
        objective: {metric: loss, goal: minimize}
        axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}
        search: {method: population, population: 3, turns: 4}
        """;
    AxisCatalog before = new Knowing(1); // ends each turn at its share, as earlier versions do
    List<Trial> earlier = all(SpecFile.read("s.yaml", file, Map.of(), before).newSearch(before));
    AxisCatalog now = new Knowing(7);
    Search resumed = SpecFile.read("s.yaml", file, Map.of(), now).newSearch(now);
    for (int i = 0; i < earlier.size(); i++) {
      resumed.recall(earlier.get(i));
      assertThat(((Proposal.Run) resumed.ask()).trial()).isEqualTo(earlier.get(i));
      resumed.tell(finished(earlier.get(i), (i + 1) % 5));
    }
  }

  /** A proposal that is not there yet does not use up what was recalled. */
  @Test
  void whatWasRecalledOutlivesAnAnswerWithoutAProposal() throws Exception {
    Search earlier = of(SampleCatalog.CATALOG);
    Search resumed = of(new Knowing(3));
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      trials.add(((Proposal.Run) earlier.ask()).trial());
      resumed.recall(trials.get(i));
      assertThat(((Proposal.Run) resumed.ask()).trial()).isEqualTo(trials.get(i));
    }
    earlier.tell(finished(trials.get(0), 1));
    Trial fourth = ((Proposal.Run) earlier.ask()).trial();
    resumed.recall(fourth);
    assertThat(resumed.ask()).isEqualTo(Proposal.LATER);
    resumed.tell(finished(trials.get(0), 1));

    assertThat(((Proposal.Run) resumed.ask()).trial()).isEqualTo(fourth);
  }

  private static List<Trial> all(Search search) {
    List<Trial> all = new ArrayList<>();
    for (Proposal next = search.ask(); next != Proposal.DONE; next = search.ask()) {
      all.add(((Proposal.Run) next).trial());
      search.tell(finished(all.get(all.size() - 1), all.size() % 5));
    }
    return all;
  }

  @Test
  void partsEndWhereTheTrainingMayBeCutAndKnowTheWhole() throws Exception {
    for (Trial trial : all(of(new Knowing(3)))) {
      Map<String, String> values = trial.configuration().values();
      long end = trial.configuration().integer("train.steps");
      assertThat(end).isIn(24L, 51L, 75L, 100L);
      assertThat(values.get("train.schedule-steps")).isEqualTo(end < 100 ? "100" : null);
    }
  }

  @Test
  void partsOfAnEarlierVersionStayAsTheJournalHasThem() throws Exception {
    List<Trial> earlier = all(of(SampleCatalog.CATALOG)); // whose parts do not know the whole
    for (int killedAt = 0; killedAt <= earlier.size(); killedAt++) {
      Search resumed = of(new Knowing(3));
      for (int i = 0; i < killedAt; i++) {
        assertThat(resumed.recall(earlier.get(i))).isFalse();
        assertThat(((Proposal.Run) resumed.ask()).trial()).isEqualTo(earlier.get(i));
        resumed.tell(finished(earlier.get(i), (i + 1) % 5));
      }
      List<Trial> rest = all(resumed);
      assertThat(rest).hasSize(earlier.size() - killedAt);
      assertThat(rest)
          .filteredOn(trial -> trial.configuration().integer("train.steps") < 100)
          .allMatch(trial -> trial.configuration().has("train.schedule-steps"));
    }
  }
}
