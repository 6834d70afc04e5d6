package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.export.StrictMlflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of {@code docs/analysing.md} and {@code docs/exporting.md}, on a sweep with the
 * metrics of the quickstart's.
 */
class TestAnalysingPage {

  @TempDir Path folder;

  @Test
  void everyCommandButServersRuns() throws Exception {
    Path runs = folder.resolve("quickstart");
    record(runs);
    for (String compared : List.of("short", "long")) {
      record(folder.resolve(compared));
    }
    List<String> commands = new ArrayList<>(PageCommands.of("analysing.md"));
    commands.addAll(PageCommands.of("exporting.md"));
    commands.removeIf(command -> command.contains("--serve"));
    try (StrictMlflow mlflow = new StrictMlflow()) {
      run(commands, runs, mlflow.address());
    }
  }

  private void run(List<String> commands, Path runs, String mlflow) {
    assertThat(commands).hasSizeGreaterThan(7).anyMatch(c -> c.contains("http://127.0.0.1:5000"));
    for (String command : commands) {
      Object[] words =
          command
              .replace("runs/quickstart", runs.toString())
              .replaceAll("runs/(short|long)", folder + "/$1")
              .replaceAll("(gates|both)\\.html", folder + "/$1.html")
              .replace("http://127.0.0.1:5000", mlflow)
              .split(" ");
      Printed printed = Printed.of(words);
      assertThat(printed.exit()).as("%s\n%s", command, printed.error()).isZero();
    }
  }

  private static void record(Path runs) throws Exception {
    Map<String, String> settings =
        Map.of("task", "text", "model.layers", "2", "model.heads", "4", "attention.gate", "none");
    Map<String, Double> metrics = new HashMap<>();
    new TrialCatalog()
        .metrics(new Configuration(settings))
        .forEach(metric -> metrics.put(metric.name(), 0.5));
    try (RecordedSweep sweep =
        RecordedSweep.in(
            runs, "quickstart", new Objective("validation_loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "learned")) {
        for (int seed = 0; seed < 2; seed++) {
          metrics.put("validation_loss", gate.length() + 0.1 * seed);
          sweep.finished(Map.of("attention.gate", gate), seed, Map.copyOf(metrics), 8, 7);
        }
      }
    }
  }
}
