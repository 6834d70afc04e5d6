package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Setting;
import org.attune.api.catalog.Settings;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.space.Coordinates;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every search method keeps to: {@link Search}'s words, tried on each that is registered. */
class TestSearchContract {

  private static final int CELLS = 14;
  private static final int ALL_CELLS = 30;
  private static final int STARTUP = 5;
  private static final int SLOTS = 5;
  static final String FINITE =
      """
      sweep: s
      seed: 3
      objective: {metric: loss, goal: minimize}
      axes:
        attention.query: [current, {split: {fraction: [0.25, 0.5]}}]
        attention.weights: [softmax, {ridge: {lambda: {log-uniform: [1e-3, 1e2], points: 4}}}]
        train.steps: [100, 200]
      replicates: 2
      """;
  static final String ENDLESS =
      """
      sweep: s
      seed: 3
      model: {heads: 1}
      objective: {metric: loss, goal: maximize}
      axes:
        attention.gate: [none, learned, computed]
        attention.query: [current, shift, split]
        attention.weights: [softmax, {ridge: {lambda: {log-uniform: [1e-3, 1e2]}}}]
        train.steps: {uniform: [100, 200]}
        train.learning-rate: {log-uniform: [1e-4, 1e-1]}
      search: {method: random, trials: 1}
      """;

  static Stream<Arguments> methods() throws Exception {
    return SearchMethods.all().stream()
        .flatMap(
            method ->
                method.exhaustive()
                    ? Stream.of(Arguments.of(method, FINITE))
                    : Stream.of(Arguments.of(method, FINITE), Arguments.of(method, ENDLESS)));
  }

  /** A call to a search and what came of it. */
  private interface Call {
    /** Makes the call; empty text for one that answers nothing. */
    String on(Search search);
  }

  private record Ask() implements Call {
    @Override
    public String on(Search search) {
      return search.ask().toString();
    }
  }

  private record Tell(Observation observation) implements Call {
    @Override
    public String on(Search search) {
      search.tell(observation);
      return "";
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void proposesNoTrialTwiceAndNoMoreThanItSays(SearchMethod method, String file) throws Exception {
    Search search = begin(method, file);
    long said = search.trials();
    Set<String> ids = new HashSet<>();
    int count = 0;
    for (Call call : sweep(method, file, 1)) {
      if (call.on(search).startsWith("Run")) {
        count++;
      }
      if (call instanceof Tell told) {
        ids.add(told.observation().trial().id());
      }
    }
    assertThat(ids).hasSize(count);
    assertThat((long) count).isPositive().isLessThanOrEqualTo(said);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theSameCallsGiveTheSameAnswersFromEveryPointOn(SearchMethod method, String file)
      throws Exception {
    List<Call> calls = sweep(method, file, 2);
    List<String> answers = play(begin(method, file), calls);

    for (int killedAt = 0; killedAt < calls.size(); killedAt++) {
      Search resumed = begin(method, file);
      List<String> before = play(resumed, calls.subList(0, killedAt));
      List<String> after = play(resumed, calls.subList(killedAt, calls.size()));
      assertThat(before).isEqualTo(answers.subList(0, killedAt));
      assertThat(after).isEqualTo(answers.subList(killedAt, calls.size()));
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void whatItRecallsNeedsNotBeAskedAgain(SearchMethod method, String file) throws Exception {
    Search undisturbed = begin(method, file);
    List<Call> calls = sweep(method, file, 2);
    List<String> answers = new ArrayList<>();
    List<Trial> proposed = new ArrayList<>();
    for (Call call : calls) {
      Proposal answer = call instanceof Ask ? undisturbed.ask() : null;
      if (call instanceof Tell told) {
        undisturbed.tell(told.observation());
      }
      answers.add(answer == null ? "" : answer.toString());
      proposed.add(answer instanceof Proposal.Run run ? run.trial() : null);
    }

    for (int killedAt = 0; killedAt < calls.size(); killedAt += 3) {
      Search resumed = begin(method, file);
      for (int i = 0; i < killedAt; i++) {
        if (proposed.get(i) != null) {
          if (!resumed.recall(proposed.get(i))) {
            assertThat(resumed.ask().toString()).isEqualTo(answers.get(i));
          }
        } else if (calls.get(i) instanceof Tell told) {
          resumed.tell(told.observation());
        }
      }
      assertThat(play(resumed, calls.subList(killedAt, calls.size())))
          .as("killed at call %d of %d", killedAt, calls.size())
          .isEqualTo(answers.subList(killedAt, calls.size()));
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void cellsThatItRecallsGetTheReplicatesThatTheyLackOnce(SearchMethod method, String file)
      throws Exception {
    List<Trial> trials = trials(sweep(begin(method, file, 3, CELLS, 1), 2));
    if (!begin(method, file).recall(trials.get(0))) {
      return; // an extended sweep skips what it knows of the method's proposals
    }
    int cells = CELLS;
    for (int replicates : new int[] {2, 3, 5}) {
      cells += replicates - 2; // at first none
      Search extended = begin(method, file, 3, cells, replicates);
      assertThat(trials).allMatch(extended::recall);
      trials.addAll(trials(sweep(extended, 2)));

      assertThat((long) trials.size())
          .isEqualTo((long) cells * replicates)
          .isEqualTo(extended.trials());
      assertThat(trials).extracting(Trial::id).doesNotHaveDuplicates();
      assertThat(trials).extracting(Trial::index).isSubsetOf(range(trials.size()));
      assertThat(trials).extracting(Trial::replicate).isSubsetOf(range(replicates));
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void proposesOnlyCellsOfTheSpaceThatMakeSense(SearchMethod method, String file) throws Exception {
    SweepSpec spec = SpecFile.read("s.yaml", file, Map.of(), SampleCatalog.CATALOG);
    Coordinates coordinates = new Coordinates(spec.space(SampleCatalog.TREE));
    if (begin(method, file).carriesOn()) {
      return; // a turn's training ends before its cell's does
    }
    for (Call call : sweep(method, file, 1)) {
      if (call instanceof Tell told) {
        Configuration cell = told.observation().trial().configuration();
        assertThat(coordinates.point(cell)).as("%s", cell).isPresent();
        assertThat(SampleCatalog.CATALOG.conflicts(cell)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void exhaustsAFiniteSpaceWithoutADuplicate(SearchMethod method, String file) throws Exception {
    if (file.equals(FINITE) && !begin(method, file).carriesOn()) {
      Set<String> ids = new HashSet<>();
      for (Call call : sweep(begin(method, file, 3, ALL_CELLS), 4)) {
        if (call instanceof Tell told) {
          ids.add(told.observation().trial().id());
        }
      }
      assertThat(ids).hasSize((1 + 2) * (1 + 4) * 2 * 2);
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void anAskThatBringsNoTrialChangesNothing(SearchMethod method, String file) throws Exception {
    Search once = begin(method, file);
    Search often = begin(method, file);
    for (Call call : sweep(method, file, 3)) {
      String answer = call.on(once);
      assertThat(call.on(often)).isEqualTo(answer);
      if (call instanceof Ask && !answer.startsWith("Run")) {
        assertThat(often.ask().toString()).isEqualTo(answer);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void endsWhateverItIsTold(SearchMethod method, String file) throws Exception {
    for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 0, -1e300}) {
      Search search = begin(method, file);
      Proposal proposal = search.ask();
      for (int i = 0; proposal instanceof Proposal.Run run; i++) {
        Observation end =
            i % 3 == 0
                ? failed(run.trial())
                : new Observation(
                    run.trial(),
                    Observation.Outcome.FINISHED,
                    OptionalDouble.of(value),
                    100,
                    Map.of("loss", value));
        search.tell(end);
        proposal = search.ask();
      }
      assertThat(proposal).isEqualTo(Proposal.DONE);
      assertThat(search.ask()).isEqualTo(Proposal.DONE);
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void anotherSeedOfTheSweepGivesTrialsOtherSeeds(SearchMethod method, String file)
      throws Exception {
    Trial one = ((Proposal.Run) begin(method, file, 3).ask()).trial();
    Trial other = ((Proposal.Run) begin(method, file, 4).ask()).trial();

    assertThat(one.seed()).isNotEqualTo(other.seed());
  }

  private static List<String> play(Search search, List<Call> calls) {
    return calls.stream().map(call -> call.on(search)).toList();
  }

  /** The trials of a sweep's calls, in the order of proposal. */
  private static List<Trial> trials(List<Call> calls) {
    return calls.stream()
        .filter(Tell.class::isInstance)
        .map(call -> ((Tell) call).observation().trial())
        .sorted(Comparator.comparing(Trial::index))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<Integer> range(int end) {
    return IntStream.range(0, end).boxed().toList();
  }

  /** The calls of a whole sweep whose trials end in an order that a seed shuffles. */
  private static List<Call> sweep(SearchMethod method, String file, long seed) throws Exception {
    return sweep(begin(method, file), seed);
  }

  private static List<Call> sweep(Search search, long seed) {
    Random order = new Random(seed);
    List<Call> calls = new ArrayList<>();
    List<Trial> out = new ArrayList<>();
    while (true) {
      calls.add(new Ask());
      Proposal proposal = search.ask();
      if (proposal instanceof Proposal.Run run) {
        out.add(run.trial());
        if (out.size() < SLOTS) {
          continue;
        }
      }
      if (out.isEmpty()) {
        assertThat(proposal).isEqualTo(Proposal.DONE);
        return calls;
      }
      Trial ended = out.remove(order.nextInt(out.size()));
      Observation end =
          order.nextInt(6) == 0
              ? failed(ended)
              : ended(order.nextInt(5) == 0, ended, loss(ended, order));
      calls.add(new Tell(end));
      search.tell(end);
    }
  }

  private static double loss(Trial trial, Random noise) {
    return noise.nextInt(10) == 0
        ? Double.NaN
        : noise.nextDouble() + trial.configuration().integer("train.steps");
  }

  private static Observation ended(boolean stopped, Trial trial, double loss) {
    return new Observation(
        trial,
        stopped ? Observation.Outcome.STOPPED : Observation.Outcome.FINISHED,
        OptionalDouble.of(loss),
        stopped ? 50 : 100,
        Map.of("loss", loss));
  }

  private static Observation failed(Trial trial) {
    return new Observation(trial, Observation.Outcome.FAILED, OptionalDouble.empty(), 0, Map.of());
  }

  private static Search begin(SearchMethod method, String file) throws Exception {
    return begin(method, file, 3);
  }

  private static Search begin(SearchMethod method, String file, long seed) throws Exception {
    return begin(method, file, seed, CELLS);
  }

  private static Search begin(SearchMethod method, String file, long seed, int cells)
      throws Exception {
    SweepSpec spec = SpecFile.read("s.yaml", file, Map.of(), SampleCatalog.CATALOG);
    return begin(method, file, seed, cells, spec.replicates().atMost());
  }

  private static Search begin(
      SearchMethod method, String file, long seed, int cells, int replicates) throws Exception {
    SweepSpec spec = SpecFile.read("s.yaml", file, Map.of(), SampleCatalog.CATALOG);
    Map<String, String> required = new TreeMap<>();
    for (Setting setting : method.settings()) {
      if (setting.required() || setting.name().equals(SearchProblem.TRIALS)) {
        required.put(setting.name(), Integer.toString(cells));
      } else if (Set.of("startup", "population").contains(setting.name())) {
        required.put(setting.name(), Integer.toString(STARTUP));
      }
    }
    return method
        .start()
        .apply(
            new SearchProblem(
                spec.space(SampleCatalog.TREE),
                SampleCatalog.CATALOG,
                spec.constraints(),
                seed,
                replicates,
                List.of(spec.objective()),
                OptionalLong.empty(),
                Settings.of(method, required),
                List.of()));
  }
}
