package org.attune.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Start;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.cluster.LocalSpark;
import org.attune.cluster.averaging.ClusterTraining;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Population with each optimizer, schedule, warm-up, averaging, recomputation and precision: a
 * member that changed nothing has the digits of the plain trial of its configuration and seed.
 */
class TestPopulationOfTrainings {

  private static final int STEPS = 24;
  private static final TrialCatalog CATALOG = new TrialCatalog();

  private static JavaSparkContext spark;

  @BeforeAll
  static void startSpark() {
    spark = LocalSpark.start("population", 2);
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  private static SweepSpec spec(String train, String more) throws Exception {
    return SpecFile.read(
        "s.yaml",
        """
        sweep: s
        seed: 3
        task: {name: text, length: 16, validation-examples: 8}
        model: {width: 16, layers: 1, heads: 2}
        train: {steps: %d, batch: 4, learning-rate: 0.02, %s}
        objective: {metric: validation_loss, goal: minimize}
        axes: {train.clip: [0, 1]}
        search: {method: population, population: 2, turns: 3}
        %s
        """
            .formatted(STEPS, train, more),
        Map.of(),
        CATALOG);
  }

  /** Where trainings leave their last states. */
  private record Shelf(Map<String, byte[]> states, Optional<String> from, String to, long step)
      implements Checkpoints {

    @Override
    public Start start() {
      return from.map(path -> new Start(step, path, false)).orElse(Start.BEGINNING);
    }

    @Override
    public Optional<InputStream> open() {
      return from.map(path -> new ByteArrayInputStream(states.get(path)));
    }

    @Override
    public boolean due(long step) {
      return false;
    }

    @Override
    public boolean dueAtEnd() {
      return true;
    }

    @Override
    public void save(long step, Content state) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        state.writeTo(bytes);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      states.put(to, bytes.toByteArray());
    }

    @Override
    public void saveAtEnd(long step, Content state) {
      save(step, state);
    }
  }

  private static Map<String, Double> train(Trial trial, Map<String, byte[]> states)
      throws Exception {
    TrialContext context =
        new TrialContext(
            trial.id(), 1, new TreeMap<>(trial.configuration().values()), trial.seed(), 1);
    Shelf shelf =
        new Shelf(
            states,
            trial.origin().map(Trial.Origin::trialId),
            trial.id(),
            trial.origin().map(Trial.Origin::step).orElse(0L));
    TrialWork.Reporter reporter =
        new TrialWork.Reporter() {
          @Override
          public void report(long step, Map<String, Double> metrics) {}

          @Override
          public Checkpoints checkpoints() {
            return shelf;
          }
        };
    ClusterTraining work = ClusterTraining.on(Optional.empty());
    return (work.workers(context) > 0
            ? work.spread(spark, context, reporter)
            : work.run(context, reporter))
        .metrics();
  }

  /** Runs the population; returns the last turns of members that trained on with their own cell. */
  private static Map<Trial, Map<String, Double>> unchanged(SweepSpec spec) throws Exception {
    Search search = spec.newSearch(CATALOG);
    Map<String, byte[]> states = new HashMap<>();
    Map<String, String> cells = new HashMap<>();
    Set<String> changed = new HashSet<>();
    Map<Trial, Map<String, Double>> last = new HashMap<>();
    for (Proposal next = search.ask(); next != Proposal.DONE; next = search.ask()) {
      Trial trial = ((Proposal.Run) next).trial();
      Map<String, Double> metrics = train(trial, states);
      String cell = trial.configuration().text("train.clip");
      cells.put(trial.id(), cell);
      trial
          .origin()
          .filter(of -> changed.contains(of.trialId()) || !cells.get(of.trialId()).equals(cell))
          .ifPresent(of -> changed.add(trial.id()));
      if (trial.configuration().integer("train.steps") == STEPS && !changed.contains(trial.id())) {
        last.put(trial, metrics);
      }
      search.tell(
          new Observation(
              trial,
              Observation.Outcome.FINISHED,
              OptionalDouble.of(metrics.get("validation_loss")),
              trial.configuration().integer("train.steps"),
              Map.of()));
    }
    return last;
  }

  private static Map<String, Double> results(Map<String, Double> metrics) {
    Map<String, Double> all = new TreeMap<>(metrics);
    all.keySet().retainAll(Set.of("validation_loss", "train_loss", "initial_validation_loss"));
    return all;
  }

  /** What a turn carries besides the network: a schedule, a warm-up, randomness, averaged parts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "optimizer: adam, schedule: linear",
        "optimizer: adamw, decay-gains: false, embedding-learning-rate: 0.05, schedule: cosine,"
            + " warm-up: 10", // past the first part
        "optimizer: {muon: {adam-learning-rate: 0.01}}, schedule: {stable-decay: {share: 0.5}},"
            + " warm-up: 3",
        "schedule: linear, dropout: {weights: 0.2, stream: 0.1, input: 0.1}",
        "warm-up: 10, schedule: cosine | execution:"
            + " {mode: parameter-averaging, workers: 2, averaging-frequency: 4,"
            + " average-updater: false}",
      })
  void aMemberThatChangedNothingHasTheDigitsOfThePlainTrial(String settings) throws Exception {
    requireTheDigitsOfThePlainTrial(settings);
  }

  /** {@code TestCheckpoints} shows that each optimizer goes on from a checkpoint. */
  @Tag("soak")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "optimizer: sgd, schedule: {step: {factor: 0.5, every: 5}}",
        "optimizer: momentum, schedule: {exponential: {factor: 0.5, every: 5}}",
        "optimizer: heavy-ball, schedule: cosine",
        "schedule: constant, warm-up: 10",
        "schedule: linear, recompute: true",
        "schedule: linear, memory: 1",
        "schedule: linear | attention: {weights: pointer} | model.precision: one-bit",
        "schedule: linear | attention: {weights: clusters}",
        "schedule: linear | model.parametrisation: {mup: {base-width: 4}}",
        "schedule: linear | execution: {device: gpu, precision: tf32}",
        "schedule: linear | execution:"
            + " {mode: parameter-averaging, workers: 2, averaging-frequency: 5}",
      })
  void soDoesOneWithAnyOtherSetting(String settings) throws Exception {
    requireTheDigitsOfThePlainTrial(settings);
  }

  private static void requireTheDigitsOfThePlainTrial(String settings) throws Exception {
    String[] lines = settings.split(" \\| ");
    SweepSpec spec =
        spec(lines[0], String.join("\n", java.util.List.of(lines).subList(1, lines.length)));

    Map<Trial, Map<String, Double>> members = unchanged(spec);

    assertThat(members).isNotEmpty();
    for (Map.Entry<Trial, Map<String, Double>> member : members.entrySet()) {
      Configuration cell = member.getKey().configuration();
      Trial plain = Trial.of(0, cell, 0, 3);
      assertThat(plain.seed()).isEqualTo(member.getKey().seed());
      assertThat(plain.id()).isEqualTo(member.getKey().id().replaceAll("-\\d+$", ""));
      assertThat(results(member.getValue())).isEqualTo(results(train(plain, new HashMap<>())));
    }
  }
}
