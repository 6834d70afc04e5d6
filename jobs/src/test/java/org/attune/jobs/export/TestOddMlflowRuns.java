package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.Printed.attune;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.jobs.OddSweeps;
import org.attune.jobs.OddSweepsOnce;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.MetricPoint;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Exported runs of odd sweeps are what their journals say, field by field. */
@ExtendWith(OddSweepsOnce.class)
class TestOddMlflowRuns {

  @Test
  void mlflowRunsReadBackFieldByField(OddSweeps odd, @TempDir Path folder) throws Exception {
    for (String name : OddSweeps.ALL) {
      Path store = folder.resolve("mlruns-" + name);
      attune("export", odd.run(name), "--format", "mlflow", "--to", store);
      SweepView sweep = Sweeps.read(odd.run(name).toString());
      Path experiment;
      try (Stream<Path> folders = Files.list(store)) {
        experiment = folders.filter(Files::isDirectory).findFirst().orElseThrow();
      }
      assertThat(MlflowStore.experiment(experiment).name()).isEqualTo(sweep.header().sweepId());
      Map<String, MlflowStore.Run> read = new TreeMap<>();
      try (Stream<Path> folders = Files.list(experiment)) {
        folders
            .filter(Files::isDirectory)
            .map(MlflowStore::run)
            .forEach(run -> read.put(run.tags().get("attune.trial"), run));
      }
      assertThat(read).as(name).hasSize(sweep.trials().size());
      for (TrialStatus status : sweep.trials()) {
        assertSame(read.get(status.trial().id()), status, sweep);
      }
    }
  }

  /** A trial's run is what the journal says of it. */
  private static void assertSame(MlflowStore.Run run, TrialStatus status, SweepView sweep) {
    Attempt attempt = status.attempt().orElseThrow();
    Map<String, String> params = new TreeMap<>(status.trial().configuration().values());
    params.replaceAll((key, value) -> value.replaceAll("[\\p{Cntrl}\\u0085\\u2028]+", " "));
    params.put("replicate", String.valueOf(status.trial().replicate()));
    params.put("seed", String.valueOf(status.trial().seed()));
    assertThat(run.params()).containsExactlyInAnyOrderEntriesOf(params);
    assertThat(run.status())
        .isEqualTo(
            switch (status.state()) {
              case RUNNING -> 1;
              case FINISHED -> 3;
              case FAILED -> 4;
              default -> 5;
            });
    assertThat(run.startTime()).isEqualTo(attempt.startedAt().toEpochMilli());
    assertThat(run.endTime()).isEqualTo(attempt.endedAt().map(end -> end.toEpochMilli()));
    List<MetricPoint> curve =
        sweep.metrics().stream().filter(m -> m.trialId().equals(status.trial().id())).toList();
    List<MlflowStore.Point> points = run.metrics().getOrDefault("validation_loss", List.of());
    assertThat(points).hasSizeGreaterThanOrEqualTo(curve.size());
    IntStream.range(0, curve.size())
        .forEach(
            i ->
                assertThat(points.get(i))
                    .isEqualTo(
                        new MlflowStore.Point(
                            curve.get(i).time().toEpochMilli(),
                            curve.get(i).value(),
                            curve.get(i).step())));
    attempt
        .metrics()
        .forEach(
            (metric, value) -> {
              List<MlflowStore.Point> of = run.metrics().get(metric);
              assertThat(of.get(of.size() - 1).value()).isEqualTo(value);
            });
    assertThat(run.tags())
        .containsEntry("attune.state", status.state().label())
        .containsEntry("attune.host", attempt.host())
        .containsEntry("attune.code_version", "0123456")
        .containsEntry("attune.config_hash", status.trial().configuration().hash())
        .containsEntry("mlflow.runName", run.name());
    String name = CellNames.of(sweep).of(status.trial()).replaceAll("[\\p{Cntrl}\\u2028]+", " ");
    assertThat(run.name()).isEqualTo(name.length() <= 250 ? name : name.substring(0, 247) + "...");
    attempt
        .cause()
        .ifPresent(cause -> assertThat(run.tags()).containsEntry("attune.cause", cause.label()));
    assertThat(run.tags().getOrDefault("attune.message", ""))
        .isEqualTo(attempt.message().replaceAll("[\\p{Cntrl}\\u0085\\u2028]+", " "));
  }
}
