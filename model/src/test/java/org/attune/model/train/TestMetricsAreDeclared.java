package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.Metric;
import org.attune.api.catalog.Configuration;
import org.attune.model.ModelCatalog;
import org.attune.model.engine.Natives;
import org.attune.model.task.Task;
import org.attune.model.task.Tasks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What trials report is what their tasks declare, no more and no less. */
class TestMetricsAreDeclared {

  private static final Map<String, String> SMALL =
      Map.of(
          "model.width", "16",
          "model.heads", "2",
          "model.layers", "2");

  /** What each small trial has reported: several tests ask the same one. */
  private static final Map<List<String>, Set<String>> REPORTED = new HashMap<>();

  @BeforeAll
  static void threads() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  static Stream<String> tasks() {
    return Tasks.all().stream().map(task -> task.option().name());
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void allThatATrialReportsIsDeclared(String task) throws Exception {
    List<String> declared = names(task);

    assertThat(reported(task, "attention.gate", "learned"))
        .extracting(TestMetricsAreDeclared::unsealed)
        .allMatch(name -> declared.stream().anyMatch(name::matches), "is among " + declared);
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void allThatATaskDeclaresIsReported(String task) throws Exception {
    Set<String> reported = new HashSet<>(reported(task, "attention.gate", "learned"));
    if (task.equals("text")) {
      // text that follows is measured on this split alone, and this corpus alone has an oracle
      reported.addAll(reported(task, "task.split", "leaky-windows", "task.corpus", "words"));
    }

    for (Metric metric : taskOf(task).metrics()) {
      assertThat(reported).as(metric.name()).anyMatch(name -> name.matches(pattern(metric)));
    }
  }

  @Test
  void allThatIsDeclaredOfEveryTrialIsReported() throws Exception {
    Set<String> reported = new HashSet<>(reported("text", "attention.gate", "learned"));
    reported.addAll(reported("text", "attention.weights", "filtered"));

    for (Metric metric : TrialTrainer.metrics()) {
      assertThat(reported).as(metric.name()).anyMatch(name -> name.matches(pattern(metric)));
    }
  }

  private static Set<String> reported(String task, String... keysAndValues) throws Exception {
    List<String> trial = new ArrayList<>(List.of(keysAndValues));
    trial.add(task);
    if (!REPORTED.containsKey(trial)) {
      REPORTED.put(trial, train(task, keysAndValues));
    }
    return REPORTED.get(trial);
  }

  private static Set<String> train(String task, String... keysAndValues) throws Exception {
    Map<String, String> settings = new TreeMap<>(SMALL);
    settings.put("task", task);
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    settings.putAll(SmallTask.named(task).settings());
    settings.put("train.batch", "4");
    settings.put("train.steps", "2");
    return TrialTrainer.train(settings, 1, SmallTask.DATA, (step, metrics) -> true)
        .metrics()
        .keySet();
  }

  /** A metric on the sealed split bears the name of a declared one, after a prefix. */
  private static String unsealed(String metric) {
    return Metric.isSealed(metric) ? metric.substring(Metric.SEALED.length()) : metric;
  }

  private static Task taskOf(String name) {
    return Tasks.all().stream()
        .filter(task -> task.option().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> names(String task) {
    return new ModelCatalog()
        .metrics(new Configuration(Map.of("task", task))).stream()
            .map(TestMetricsAreDeclared::pattern)
            .toList();
  }

  private static String pattern(Metric metric) {
    return metric.name().replaceAll("<[a-z]+>", "\\\\d+");
  }
}
