package org.attune.jobs.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.SteadyClock;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestProgress {

  @TempDir private Path directory;

  @Test
  void aTerminalShowsWhyAnAttemptWasAbandoned() throws Exception {
    Objective objective = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "short", objective)) {
      sweep.abandoned(Map.of("width", "64"), 0, "its checkpoint is damaged").flush();
    }
    SweepView view = Sweeps.read(directory.toString());
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (Progress progress =
        new Progress(new PrintStream(shown, true, UTF_8), true, 1, "local[2]", "runs/s")) {
      progress.ended(view, view.trials().get(0), 1);
    }
    assertThat(shown.toString(UTF_8))
        .contains("attempt 1 abandoned: its checkpoint is damaged; it will be retried");
  }

  /** Five retries are allowed: without its reason the end would look like a defect. */
  @Test
  void aProgramThatEndsWithTheSameErrorTwiceIsNotRetriedAndTheLineSaysSo() throws Exception {
    String error = "The program ended with exit code 1; it printed last: ValueError: lr";
    assertThat(saidOfTwo(error, error))
        .contains("attempt 1 failed (program-error): " + error + "; it will be retried")
        .contains(error + "; the same error as attempt 1, so it is not retried");
    assertThat(saidOfTwo(error, "The program ended with exit code 2; it printed nothing"))
        .contains("nothing; an error of the program again, as attempt 1, so it is not retried");
  }

  private String saidOfTwo(String first, String second) throws Exception {
    Path place = directory.resolve(String.valueOf(second.hashCode()));
    Objective objective = new Objective("loss", Objective.Goal.MINIMIZE);
    SweepHeader header =
        new SweepHeader("p-00000000", "p", "sweep: p\n", 0, 1, objective, 5, 1, new TreeMap<>());
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (RecordedSweep sweep = RecordedSweep.in(place, header);
        Progress progress =
            new Progress(new PrintStream(shown, true, UTF_8), false, 1, "local[2]", "runs/s")) {
      sweep.failed(Map.of("lr", "1"), 0, Cause.PROGRAM_ERROR, first).flush();
      SweepView once = Sweeps.read(place.toString());
      progress.ended(once, once.trials().get(0), 1);
      sweep.failedAgain(Cause.PROGRAM_ERROR, second).flush();
      SweepView twice = Sweeps.read(place.toString());
      progress.ended(twice, twice.trials().get(0), 2);
    }
    return shown.toString(UTF_8);
  }

  /** By a day and back by an hour; its adjustments by seconds are silent. */
  @Test
  void aRunSaysThatTheMachinesClockMoved() throws Exception {
    Objective objective = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "short", objective)) {
      sweep.finished(Map.of("width", "64"), 0, Map.of("validation_loss", 1.0)).flush();
    }
    SweepView view = Sweeps.read(directory.toString());
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    AtomicLong nanos = new AtomicLong();
    SteadyClock clock =
        new SteadyClock(Clock.fixed(Instant.parse("2026-03-29T10:00:00Z"), UTC), nanos::get);
    try (Progress progress =
        new Progress(new PrintStream(shown, true, UTF_8), false, 1, "local[2]", "runs/s", clock)) {
      for (long ahead : new long[] {5, 86_400, 86_400, 82_800}) {
        nanos.set(Duration.ofSeconds(-ahead).toNanos());
        progress.progress(view);
      }
    }
    assertThat(shown.toString(UTF_8).lines())
        .containsExactly(
            "the machine's clock has moved 24.0 h ahead: the dates of this run go on by the clock at"
                + " its start, so durations stay right",
            "the machine's clock has moved 60 min back: the dates of this run go on by the clock at"
                + " its start, so durations stay right");
  }

  @Test
  void aRunSaysOnceThatACheckpointCannotBeWritten() throws Exception {
    String full = "checkpoints/a.sha256.zip: No space left on device";
    Objective objective = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "short", objective)) {
      sweep.unsaved(Map.of("width", "64"), 0, Map.of("validation_loss", 1.0), full);
      sweep.unsaved(Map.of("width", "64"), 1, Map.of("validation_loss", 1.0), full).flush();
    }
    SweepView view = Sweeps.read(directory.toString());
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (Progress progress =
        new Progress(new PrintStream(shown, true, UTF_8), true, 1, "local[2]", "runs/s")) {
      progress.noted(view, view.trials().get(0), 1);
      progress.ended(view, view.trials().get(1), 1);
    }
    assertThat(shown.toString(UTF_8))
        .containsOnlyOnce(
            "warning: cannot write " + full + "; it was this attempt's last checkpoint");
  }

  @Test
  void aMasterThatDiedIsNamedWithTheWayOut() throws Exception {
    try (ServerSocket master = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "spark://127.0.0.1:" + master.getLocalPort();
      assertThat(unserved(url, true))
          .startsWith("no executor has taken a trial for 60 s; waiting. Does the cluster have")
          .contains(" workers with free cores and memory? If no executor comes within two minutes")
          .endsWith(" stop runs/s, then run the same command to resume\n");
      assertThat(unserved(url, false)).isEmpty();
      master.close();
      for (boolean first : new boolean[] {true, false}) {
        assertThat(unserved(url, first))
            .startsWith(
                "the master " + url + " does not answer: start it again. If no executor comes")
            .endsWith(" stop runs/s, then run the same command to resume\n");
      }
    }
    assertThat(unserved("yarn", true)).endsWith(" with free cores and memory?\n");
  }

  /** Someone with one machine has neither executors nor a cluster. */
  @Test
  void onOneMachineAWaitingRunSaysWhatOnePersonCanDo() {
    assertThat(unserved("local[2]", true))
        .startsWith("no trial has begun for 60 s; waiting. Is this machine short of memory, or ")
        .endsWith(" stop runs/s, then run the same command to resume\n")
        .doesNotContain("executor", "cluster");
  }

  private static String unserved(String master, boolean first) {
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    PrintStream error = new PrintStream(shown, true, UTF_8);
    try (Progress progress = new Progress(error, false, 1, master, "runs/s")) {
      progress.unserved(Duration.ofSeconds(60), first);
    }
    return shown.toString(UTF_8);
  }

  @Test
  void aBestThatWasStoppedIsCalledSo() throws Exception {
    Objective objective = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    try (RecordedSweep sweep = RecordedSweep.in(directory, "short", objective)) {
      sweep.stopped(Map.of("width", "64"), 0, Map.of("validation_loss", 1.0)).flush();
    }
    assertThat(ProgressLine.of(Sweeps.read(directory.toString()), 0, Optional.empty(), ""))
        .endsWith("best validation_loss 1.000 (stopped)");
  }

  /** It ends once all claims are decided, so its last line has no time left. */
  @Test
  void aSweepUntilDecidedMayEndBeforeAllItsTrials() throws Exception {
    Objective objective = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    String text = "sweep: claims\nreplicates: 3 to 12 until decided\n";
    SweepHeader header =
        new SweepHeader("claims-00000000", "claims", text, 0, 84, objective, 0, 1, new TreeMap<>());
    try (RecordedSweep sweep = RecordedSweep.in(directory, header)) {
      sweep.finished(Map.of("width", "64"), 0, Map.of("validation_loss", 1.0)).flush();
    }
    SweepView view = Sweeps.read(directory.toString());
    Optional<Duration> left = Optional.of(Duration.ofSeconds(22));

    assertThat(ProgressLine.of(view, 0, left, ""))
        .isEqualTo("1/84 (at most) done, 0 running, best validation_loss 1.000");
    assertThat(ProgressLine.of(view, 1, left, "")).endsWith(", about 22 s left at most");
  }

  /** A sweep of six slots on a cluster with room for two takes as long as two take. */
  @Test
  void theTimeLeftCountsWhatRunsNotWhatMayRun() throws Exception {
    Objective objective = new Objective("validation_loss", Objective.Goal.MINIMIZE);
    Map<String, Double> loss = Map.of("validation_loss", 1.0);
    double[] curve = new double[1790]; // of 0.1 s each, and a second to end: 3 min a trial
    try (RecordedSweep sweep = RecordedSweep.in(directory, "short", objective)) {
      sweep.finished(Map.of("width", "16"), 0, loss, curve);
      sweep.finished(Map.of("width", "32"), 0, loss, curve);
      sweep.running(Map.of("width", "64"), 0).running(Map.of("width", "128"), 0).flush();
    }
    SweepView view = Sweeps.read(directory.toString());
    ByteArrayOutputStream shown = new ByteArrayOutputStream();
    try (Progress progress =
        new Progress(new PrintStream(shown, true, UTF_8), false, 6, "local[2]", "runs/s")) {
      progress.ended(view, view.trials().get(1), 1);
    }
    assertThat(shown.toString(UTF_8)).contains("2 running").contains("about 3 min left");
  }
}
