package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.cluster.table.Manifest;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestSweepStatus {

  @TempDir Path directory;

  @Test
  void noTimeIsLeftToTellWhereNothingRuns() throws Exception {
    assertThat(status(Optional.empty(), Optional.empty(), false).left()).isEmpty();
  }

  private Duration left(Optional<Duration> wallTime, Optional<Duration> runTime) throws Exception {
    return status(wallTime, runTime, true).left().orElseThrow();
  }

  /** A thousand trials, of which the first took a second; the next may run. */
  private SweepStatus status(
      Optional<Duration> wallTime, Optional<Duration> runTime, boolean running) throws Exception {
    Path sweep = Files.createTempDirectory(directory, "sweep");
    SweepHeader header =
        new SweepHeader(
            "long-00000000",
            "long",
            "sweep: long\n",
            Design.ofText("sweep: long\n"),
            0,
            1_000,
            List.of(new Objective("validation_loss", Objective.Goal.MINIMIZE)),
            0,
            wallTime,
            runTime,
            1,
            new TreeMap<>(),
            List.of(),
            new TreeSet<>(),
            new TreeMap<>());
    try (RecordedSweep recorded = RecordedSweep.in(sweep, header)) {
      recorded.finished(Map.of("width", "64"), 0, Map.of("validation_loss", 1.0));
      if (running) {
        recorded.running(Map.of("width", "64"), 1);
      }
      recorded.flush();
    }
    SweepView view = Sweeps.read(sweep.toString());
    return new SweepStatus("", view, true, Optional.empty(), view.startedAt());
  }

  @Test
  void aDriverWhoseTrialsWaitIsSaidToWait() throws Exception {
    String waits = "driver: alive, 1 s of running; no trial runs: it waits for a free slot";

    assertThat(text(status(Optional.empty(), Optional.empty(), false))).contains(waits);
    assertThat(text(status(Optional.empty(), Optional.empty(), true))).doesNotContain("waits");
  }

  @Test
  void tablesThatFollowTheJournalAreNoFault() throws Exception {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    Path sweep = Files.createTempDirectory(directory, "sweep");
    try (RecordedSweep recorded = RecordedSweep.in(sweep, "followed", loss)) {
      recorded.running(Map.of("width", "64"), 7).published();
      recorded.finished(Map.of("width", "32"), 0, Map.of("validation_loss", 1.0)).flush();
    }
    SweepView view = Sweeps.read(sweep.toString());
    Optional<Manifest> tables = Sweeps.tables(sweep.toString());
    String time = "(?s).*\ntables as of [-0-9]+T[0-9]{2}:[0-9]{2}:[0-9]{2}Z: ";

    assertThat(text(new SweepStatus("", view, true, tables, view.startedAt())))
        .matches(time + "what came since follows at the next publication\n.*");
    assertThat(text(new SweepStatus("", view, false, tables, view.startedAt())))
        .matches(
            time + "[0-9]+ later events are not in them, with the result of 1 trial; run the .*");
  }

  /** The last events of a sweep say that it is complete, or that the sealed split was opened. */
  @Test
  void tablesWithAllTrialsOfACompleteSweepAreUpToDate() throws Exception {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    Path sweep = Files.createTempDirectory(directory, "sweep");
    try (RecordedSweep recorded = RecordedSweep.in(sweep, "complete", loss)) {
      recorded.finished(Map.of("width", "32"), 0, Map.of("validation_loss", 1.0)).published();
      recorded.completed();
    }
    SweepView view = Sweeps.read(sweep.toString());
    Optional<Manifest> tables = Sweeps.tables(sweep.toString());
    SweepStatus status = new SweepStatus("", view, false, tables, view.startedAt());

    assertThat(status.behind(tables.orElseThrow())).isPositive();
    assertThat(text(status)).contains("\ntables: up to date\n");
  }

  @Test
  void aSmallObjectiveIsPrintedAsPeopleWriteIt() throws Exception {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep recorded = RecordedSweep.in(directory, "small", loss)) {
      recorded.finished(Map.of("width", "32"), 0, Map.of("validation_loss", 1.21e-7)).flush();
    }
    SweepView view = Sweeps.read(directory.toString());

    assertThat(text(new SweepStatus("", view, false, Optional.empty(), view.startedAt())))
        .contains("validation_loss 1.21e-7 (trial ");
  }

  /** Its cell may be worse than another over all seeds. */
  @Test
  void theBestTrialIsNamedWithItsSeed() throws Exception {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep recorded = RecordedSweep.in(directory, "seeds", loss)) {
      for (int seed = 0; seed < 2; seed++) {
        recorded.finished(Map.of("width", "32"), seed, Map.of("validation_loss", 3.0 - 2 * seed));
        recorded.finished(Map.of("width", "64"), seed, Map.of("validation_loss", 1.5));
      }
      recorded.flush();
    }
    SweepView view = Sweeps.read(directory.toString());

    assertThat(text(new SweepStatus("", view, false, Optional.empty(), view.startedAt())))
        .contains("\nbest trial: width=32, replicate 1: validation_loss 1 (trial ");
  }

  /** Only claims read the sealed split, and each reading is counted. */
  @Test
  void jsonOfATrialLeavesOutTheSealedSplit() throws Exception {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    Path sweep = Files.createTempDirectory(directory, "sweep");
    Map<String, Double> metrics = Map.of("validation_loss", 1.0, "sealed_validation_loss", 2.0);
    try (RecordedSweep recorded = RecordedSweep.in(sweep, "sealed", loss)) {
      recorded.finished(Map.of("width", "32"), 0, metrics).flush();
    }
    SweepView view = Sweeps.read(sweep.toString());
    SweepStatus status = new SweepStatus("", view, true, Optional.empty(), view.startedAt());

    assertThat(status.object().toString())
        .contains("validation_loss=1.0")
        .doesNotContain("sealed_validation_loss");
  }

  /** Each lost attempt cost time, though no trial failed for good. */
  @Test
  void attemptsThatFailedAndAreRetriedAreCountedByCause() throws Exception {
    try (RecordedSweep recorded = RecordedSweep.in(directory, oneRetry())) {
      recorded.failed(Map.of("width", "16"), 0, Cause.INFRASTRUCTURE, "its executor is gone");
      recorded.failed(Map.of("width", "32"), 0, Cause.INFRASTRUCTURE, "its executor is gone");
      recorded.failed(Map.of("width", "64"), 0, Cause.TRANSIENT, "a read failed");
      recorded.failed(Map.of("width", "128"), 0, Cause.TRIAL_FAULT, "no such head").published();
    }
    SweepView view = Sweeps.read(directory.toString());
    Optional<Manifest> tables = Sweeps.tables(directory.toString());
    SweepStatus status = new SweepStatus("DIR", view, true, tables, view.startedAt());

    assertThat(text(new SweepStatus("DIR", view, true, Optional.empty(), view.startedAt())))
        .contains("attempts that failed, of trials with a retry: 2 infrastructure, 1 transient\n")
        .doesNotContain("to list");
    assertThat(text(status))
        .contains(
            "to list all failed attempts: ./attune sql --out DIR \"select trial_id, attempt,"
                + " cause,");
    assertThat(status.object().get("retried_attempts"))
        .isEqualTo(Map.of("infrastructure", 2L, "transient", 1L));
    assertThat(status.line()).contains(", 1 failed, 3 attempts lost");
  }

  private static String text(SweepStatus status) {
    return new StatusText(status).text();
  }

  /** Of four trials, each with a retry. */
  static SweepHeader oneRetry() {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    return new SweepHeader(
        "lossy-00000000", "lossy", "sweep: lossy\n", 0, 4, loss, 1, 1, new TreeMap<>());
  }

  @Test
  void ofACompleteSweepNoAttemptIsRetriedAnyMore() throws Exception {
    try (RecordedSweep recorded = RecordedSweep.in(directory, oneRetry())) {
      recorded.retried(Map.of("width", "16"), 0, Map.of("validation_loss", 1.0)).completed();
    }
    SweepView view = Sweeps.read(directory.toString());

    assertThat(text(new SweepStatus("DIR", view, false, Optional.empty(), view.startedAt())))
        .contains("attempts that failed, of trials with a retry: 1 transient\n");
  }

  /** Until the driver of 'run --extend' has read the journal, the sweep looks complete. */
  @Test
  void aCompleteSweepIsNotOverWhileADriverLives() throws Exception {
    try (RecordedSweep recorded = RecordedSweep.in(directory, oneRetry())) {
      recorded.retried(Map.of("width", "16"), 0, Map.of("validation_loss", 1.0)).completed();
    }
    SweepView view = Sweeps.read(directory.toString());

    assertThat(new SweepStatus("DIR", view, true, Optional.empty(), view.startedAt()).over())
        .isFalse();
    assertThat(new SweepStatus("DIR", view, false, Optional.empty(), view.startedAt()).over())
        .isTrue();
  }

  @Test
  void aDriverThatBeginsWhileTheJournalIsReadIsSeen() throws Exception {
    Objective loss = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep first = RecordedSweep.in(directory, "resumed", loss)) {
      first.running(Map.of("width", "32"), 0).flush();
    }
    SweepView old = Sweeps.read(directory.toString());
    List<RecordedSweep> second = new ArrayList<>();

    SweepStatus status =
        SweepStatus.of(
            directory.toString(),
            () -> {
              second.add(RecordedSweep.in(directory, "resumed", loss));
              return old;
            });

    assertThat(status.state()).isEqualTo("running");
    second.get(0).close();
  }

  @Test
  void theTimeLeftKnowsTheBudgets() throws Exception {
    Optional<Duration> none = Optional.empty();
    Optional<Duration> minute = Optional.of(Duration.ofMinutes(1));
    Optional<Duration> hour = Optional.of(Duration.ofHours(1));
    assertThat(left(none, none)).isBetween(Duration.ofSeconds(999), Duration.ofSeconds(1200));
    // What runs when the budget's time is over may end.
    assertThat(left(minute, none)).isBetween(Duration.ofSeconds(61), Duration.ofSeconds(62));
    assertThat(left(none, minute)).isBetween(Duration.ofSeconds(61), Duration.ofSeconds(62));
    assertThat(left(hour, minute)).isBetween(Duration.ofSeconds(61), Duration.ofSeconds(62));
  }
}
