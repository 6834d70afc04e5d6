package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Natives;
import org.attune.model.network.Signature;
import org.attune.model.task.Batch;
import org.attune.model.task.Examples;
import org.attune.model.task.ForwardRun;
import org.attune.model.task.Metrics;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** What holds for every task there is; a new task is one more line here. */
class TestEveryTask {

  static Stream<SmallTask> tasks() {
    return SmallTask.ALL.stream();
  }

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  /** The labels of each batch's examples, dealt to other examples: nothing is left to learn. */
  private record Shuffled(Examples examples) implements Examples {
    @Override
    public Batch training(long step, int size) {
      Batch batch = examples.training(step, size);
      INDArray labels = batch.labels().dup('c');
      long each = labels.length() / size;
      INDArray rows = labels.reshape('c', size, each);
      INDArray dealt = rows.dup('c');
      for (int i = 0; i < size; i++) {
        dealt.putRow(i, rows.getRow((i + 1) % size));
      }
      return new Batch(
          batch.features(), dealt.reshape('c', batch.labels().shape()), batch.weights());
    }

    @Override
    public List<Batch> validation(int size) {
      return examples.validation(size);
    }

    @Override
    public Metrics metrics() {
      return examples.metrics();
    }

    @Override
    public Map<String, Double> floors() {
      return examples.floors();
    }

    @Override
    public String fingerprint() {
      return examples.fingerprint();
    }
  }

  private static boolean lowerIsBetter(SmallTask small) {
    return new ModelCatalog()
        .metrics(new Configuration(small.settings())).stream()
            .filter(m -> m.name().equals(small.metric()))
            .map(m -> m.better() == org.attune.api.Metric.Better.LOWER)
            .findFirst()
            .orElseThrow();
  }

  @Test
  void noTaskIsLeftOut() {
    assertThat(
            Stream.concat(SmallTask.ALL.stream(), SmallTask.UNTRAINED.stream())
                .map(SmallTask::task)
                .toList())
        .as("the tasks of SmallTask; add a line there for each that is missing")
        .containsAll(Tasks.all().stream().map(t -> t.option().name()).toList());
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void labelsDealtToOthersTeachNothing(SmallTask small) throws Exception {
    Map<String, String> configuration = small.settings();
    configuration.put("train.steps", "60");
    Configuration settings = new Configuration(configuration);
    Task task = Tasks.of(settings);
    Examples shuffled = new Shuffled(task.open(settings, 1, SmallTask.DATA));
    Map<String, Double> metrics =
        TrialTrainer.of(configuration, 1, SmallTask.DATA)
            .train(shuffled, new Placement(Optional.empty(), "cpu"), (step, m) -> true)
            .metrics();
    double value = metrics.get(small.metric());
    double floor = metrics.get(small.floor());

    if (lowerIsBetter(small)) {
      assertThat(value).isGreaterThan(floor - small.slack());
    } else {
      assertThat(value).isLessThan(floor + small.slack());
    }
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void trueLabelsTeachSomething(SmallTask small) throws Exception {
    Map<String, String> configuration = small.settings();
    configuration.put("train.steps", "240");
    Map<String, Double> metrics =
        TrialTrainer.train(configuration, 1, SmallTask.DATA, (step, m) -> true).metrics();
    double value = metrics.get(small.metric());
    double floor = metrics.get(small.floor());

    if (lowerIsBetter(small)) {
      assertThat(value).isLessThan(floor - small.slack());
    } else {
      assertThat(value).isGreaterThan(floor + small.slack());
    }
  }

  /** What is validated on and what chance reaches must not depend on the model. */
  @ParameterizedTest
  @MethodSource("tasks")
  void dataAndFloorsAreTheSameForEveryModelAndSeed(SmallTask small) throws Exception {
    Configuration settings = new Configuration(small.settings());
    Configuration other = settings.with("model.width", 32).with("model.feed-forward", 16);
    Task task = Tasks.of(settings);
    Examples one = task.open(settings, 1, SmallTask.DATA);
    // Operators that nothing is learned by are measured on each seed's own draw.
    long seed = small.settings().get("task").equals("extrapolation") ? 1 : 2;
    Examples two = task.open(other, seed, SmallTask.DATA);

    assertThat(one.floors()).isEqualTo(two.floors());
    assertThat(one.oracles()).isEqualTo(two.oracles());
    assertThat(one.fingerprint()).isEqualTo(two.fingerprint());
    assertThat(Nd4j.concat(0, features(one))).isEqualTo(Nd4j.concat(0, features(two)));
  }

  static Stream<SmallTask> allTasks() {
    return Stream.concat(SmallTask.ALL.stream(), SmallTask.UNTRAINED.stream());
  }

  /** Memory is planned by what a task says before it has data. */
  @ParameterizedTest
  @MethodSource("allTasks")
  void whatIsRunAndLookedAtIsSaidBefore(SmallTask small) throws Exception {
    Configuration settings = new Configuration(small.settings()).with("task.longest", 4);
    Task task = Tasks.of(settings);
    Examples examples = task.open(settings, 1, SmallTask.DATA);
    Signature signature = task.signature(settings);
    List<ForwardRun> run = new ArrayList<>();
    examples.evaluations().forEach(e -> run.add(new ForwardRun(e.signature(), e.changes())));
    examples.timedBeside().ifPresent(changes -> run.add(new ForwardRun(signature, changes)));

    assertThat(task.runAfterwards(settings)).containsAll(run);
    assertThat(task.probing()).isEqualTo(examples.metrics().probing());
  }

  private static INDArray[] features(Examples examples) {
    return examples.validation(32).stream().map(Batch::features).toArray(INDArray[]::new);
  }

  @Test
  void settingsOfTheSmallTasksAreKnown() {
    for (SmallTask small : SmallTask.ALL) {
      assertThat(new ModelCatalog().conflicts(new Configuration(small.settings())))
          .as(small.task())
          .isEmpty();
    }
  }
}
