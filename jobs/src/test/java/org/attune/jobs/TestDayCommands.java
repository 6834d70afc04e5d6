package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.scheduler.Ending;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.Request;
import org.attune.sweeps.store.RequestBox;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one asks of a sweep day by day, beside a driver that lives and after one. */
class TestDayCommands {

  private static final String SWEEP =
      """
      sweep: live
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 2, batch: 2}
      axes:
        attention.gate: [none, learned]
        train.learning-rate: [1e-3, 3e-3]
      replicates: 2
      objective: {metric: validation_loss, goal: minimize}
      execution: {retries: 0}
      """;

  @TempDir Path folder;
  private Path results;

  @BeforeEach
  void name() {
    results = folder.resolve("live");
  }

  /** Learned gates end better, and later seeds a little worse. */
  private static TrialWork.Result trained(TrialContext trial, TrialWork.Reporter reporter)
      throws Exception {
    boolean gated = trial.configuration().get("attention.gate").equals("learned");
    double seed = trial.trial().endsWith("-1") ? 0.01 : 0;
    double rate = Double.parseDouble(trial.configuration().get("train.learning-rate"));
    return new TrialWork.Result(
        Map.of("validation_loss", (gated ? 0.6 : 0.7) + seed - rate, "train_loss", 0.5), Map.of());
  }

  /** Reports until it is stopped. */
  private static TrialWork.Result endless(TrialContext trial, TrialWork.Reporter reporter)
      throws Exception {
    for (long step = 1; ; step++) {
      reporter.report(step, Map.of("validation_loss", 1.0 / step));
      Thread.sleep(20);
    }
  }

  private static TrialWork.Result gatesFail(TrialContext trial, TrialWork.Reporter reporter)
      throws Exception {
    if (trial.configuration().get("attention.gate").equals("learned")) {
      throw new TrialException(Cause.TRIAL_FAULT, "no gate today");
    }
    return trained(trial, reporter);
  }

  private void complete(TrialWork work) throws Exception {
    assertThat(LiveSweep.start(SWEEP, results, work).await().kind())
        .isEqualTo(Ending.Kind.COMPLETE);
  }

  @Test
  void stopEndsALivingDriverInOrder() throws Exception {
    LiveSweep driver = LiveSweep.start(SWEEP, results, TestDayCommands::endless);
    LiveSweep.until(results, sweep -> sweep.counts().running() == 2);

    Printed stopped = Printed.of("stop", results);

    assertThat(stopped.exit()).as(stopped.error()).isZero();
    assertThat(stopped.output())
        .isEqualTo(
            "its driver has ended (stopped by a user): 0 of 8 trials have ended; rerun the"
                + " command that started it to resume\n");
    assertThat(driver.await().kind()).isEqualTo(Ending.Kind.INTERRUPTED);
    assertThat(Printed.of("stop", results).output())
        .startsWith("no driver runs " + results + ": it has ended: stopped by a user");
    complete(TestDayCommands::trained);
    assertThat(Printed.of("stop", results).output()).contains("it is complete");
  }

  @Test
  void stopEndsOneTrialOnly() throws Exception {
    LiveSweep driver = LiveSweep.start(SWEEP, results, TestDayCommands::endless);
    SweepView sweep = LiveSweep.until(results, view -> view.counts().running() == 2);
    String id = sweep.runningAttempts().get(0).trial().id();

    Printed stopped = Printed.of("stop", results, "--trial", id, "--json");

    assertThat(stopped.exit()).as(stopped.error()).isZero();
    assertThat(stopped.json().get("ended").asBoolean()).isTrue();
    assertThat(stopped.json().get("message").asText()).matches("trial .* at step \\d+: stopped");
    TrialStatus trial = LiveSweep.until(results, view -> true).trial(id).orElseThrow();
    assertThat(trial.state()).isEqualTo(TrialState.STOPPED);
    assertThat(trial.attempt().orElseThrow().metrics()).containsKey("validation_loss");
    assertThat(Printed.of("stop", results, "--trial", id).output()).contains("has ended: stopped");
    assertThat(Printed.of("stop", results, "--trial", "nothing").exit())
        .isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(Printed.of("stop", results).exit()).isZero();
    driver.await();
  }

  @Test
  void failedTrialsAreTriedAgainByTheNextRun() throws Exception {
    complete(TestDayCommands::gatesFail);
    assertThat(Printed.of("status", results).output())
        .contains("4 failed", "gate=learned, learning-rate=0.001", "no gate today")
        .contains("./attune retry " + results + " --failed");

    Printed retried = Printed.of("retry", results, "--failed");

    assertThat(retried.exit()).as(retried.error()).isZero();
    assertThat(retried.output())
        .isEqualTo("4 failed trials run again with the next 'attune run'\n");
    assertThat(Printed.of("status", results).output())
        .contains("interrupted: failed trials are pending again", "4 pending, 0 failed");
    complete(TestDayCommands::trained);
    SweepView sweep = LiveSweep.until(results, view -> view.completed().isPresent());
    assertThat(sweep.counts().finished()).isEqualTo(8);
    assertThat(Printed.of("retry", results, "--failed").output()).contains("no trial");
    String finished = sweep.best().orElseThrow().trial().id();
    assertThat(Printed.of("retry", results, "--trial", finished).exit())
        .isEqualTo(ExitCode.WRONG_INPUT);
  }

  @Test
  void failedTrialsAreTriedAgainByALivingDriver() throws Exception {
    LiveSweep driver =
        LiveSweep.start(
            SWEEP,
            results,
            (trial, reporter) -> {
              if (trial.configuration().get("attention.gate").equals("none")) {
                return endless(trial, reporter);
              }
              if (trial.attempt() == 1) {
                throw new TrialException(Cause.TRIAL_FAULT, "not the first time");
              }
              return trained(trial, reporter);
            });
    LiveSweep.until(results, view -> view.counts().running() == 2);
    for (int i = 0; i < 2; i++) { // the gateless ones, one after another
      SweepView now = LiveSweep.until(results, view -> view.counts().running() == 2);
      Printed.of("stop", results, "--trial", now.runningAttempts().get(0).trial().id());
    }
    LiveSweep.until(results, view -> view.counts().failed() == 2);

    Printed retried = Printed.of("retry", results, "--failed");

    assertThat(retried.output()).contains("again in the run that is going on");
    assertThat(Printed.of("stop", results).exit()).isZero();
    driver.await();
  }

  @Test
  void theBestTrialIsNamedByWhatItIs() throws Exception {
    complete(TestDayCommands::trained);

    Printed best = Printed.of("best", results);

    assertThat(best.exit()).as(best.error()).isZero();
    assertThat(best.output())
        .startsWith("gate=learned, learning-rate=0.003, replicate 0 (trial ")
        .containsPattern("validation_loss +0\\.597 +0\\.6020 ± 0\\.0071 +2");
    JsonNode object = Printed.of("best", results, "--json").json();
    assertThat(object.get("cell").asText()).isEqualTo("gate=learned, learning-rate=0.003");
    assertThat(object.get("params").get("attention.gate").asText()).isEqualTo("learned");
    assertThat(object.get("over_seeds").get("validation_loss").get("n").asInt()).isEqualTo(2);
  }

  @Test
  void aSweepWithoutAResultHasNoBest() throws Exception {
    complete(
        (trial, reporter) -> {
          throw new TrialException(Cause.TRIAL_FAULT, "nothing works");
        });

    Printed best = Printed.of("best", results);

    assertThat(best.exit()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(best.error()).contains("has no best trial", "attune status " + results);
  }

  @Test
  void runsAreListedTheNewestFirst() throws Exception {
    complete(TestDayCommands::trained);
    LiveSweep driver = LiveSweep.start(SWEEP, folder.resolve("newer"), TestDayCommands::endless);
    LiveSweep.until(folder.resolve("newer"), view -> view.counts().running() == 2);
    Files.createDirectories(folder.resolve("no-sweep"));

    Printed list = Printed.of("list", "runs", folder);
    JsonNode objects = Printed.of("list", "runs", folder, "--json").json();

    assertThat(list.output().lines().skip(1))
        .hasSize(2)
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .contains("/newer", "running, alive", "0 of 8")
                    .as("names the zone of the time")
                    .containsPattern("\\d\\d:\\d\\d [A-Z+-]"),
            second ->
                assertThat(second)
                    .contains("/live", "completed", "8 of 8")
                    .contains(
                        "validation_loss 0.6020 ± 0.0071 (2): gate=learned, learning-rate=0.003"));
    assertThat(objects).hasSize(2);
    assertThat(objects.get(0).get("driver_alive").asBoolean()).isTrue();
    assertThat(objects.get(1).get("best").get("name").asText()).contains("gate=learned");
    Printed.of("stop", folder.resolve("newer"));
    driver.await();
    assertThat(Printed.of("list", "runs", folder.resolve("nowhere")).exit())
        .isEqualTo(ExitCode.WRONG_INPUT);
  }

  @Test
  void watchFollowsASweepToItsEnd() throws Exception {
    LiveSweep driver = LiveSweep.start(SWEEP, results, TestDayCommands::endless);
    LiveSweep.until(results, view -> view.counts().running() == 2);

    Printed watched = Printed.ofFollowing(this::stopLater, "watch", results, "--every", "1");
    driver.await();

    assertThat(watched.exit()).as(watched.error()).isEqualTo(ExitCode.FAILED);
    assertThat(watched.output().lines().toList())
        .hasSizeGreaterThan(1)
        .doesNotHaveDuplicates()
        .first()
        .asString()
        .startsWith("0/8 done, 2 running");
    assertThat(watched.output()).endsWith("0/8 done, 0 running, interrupted with 2 trials begun\n");
    Printed again = Printed.of("watch", results, "--json");
    assertThat(new ObjectMapper().readTree(again.output()).get("state").asText())
        .isEqualTo("interrupted");
  }

  /** Stops the sweep after reports that change no line: a second has a hundred. */
  private void stopLater() {
    CompletableFuture.runAsync(
        () -> {
          try {
            LiveSweep.until(results, view -> view.metrics().size() > 400);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          stop();
        });
  }

  private void stop() {
    try {
      new RequestBox(new LocalStorage(results), 1).post(new Request.StopSweep());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void statusSaysWhetherADriverLivesAndHowLongItTakes() throws Exception {
    LiveSweep driver = LiveSweep.start(SWEEP, results, TestDayCommands::endless);
    SweepView sweep = LiveSweep.until(results, view -> view.counts().running() == 2);
    String id = sweep.runningAttempts().get(0).trial().id();
    Printed.of("stop", results, "--trial", id);

    Printed status = Printed.of("status", results);
    JsonNode object = Printed.of("status", results, "--json").json();
    Printed.of("stop", results);
    driver.await();

    assertThat(status.output())
        .containsPattern("driver: alive, \\d+ s of running, about \\d+ s left")
        .containsPattern("5 pending")
        .containsPattern("best trial: gate=none, learning-rate=0.001: validation_loss [0-9.]+ \\(");
    assertThat(object.get("driver_alive").asBoolean()).isTrue();
    assertThat(object.get("expected_seconds_left").isNull()).isFalse();
    assertThat(Printed.of("status", results).output()).contains("driver: none; ");
  }
}
