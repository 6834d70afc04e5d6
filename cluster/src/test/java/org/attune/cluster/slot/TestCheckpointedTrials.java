package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.search.Proposal;
import org.attune.api.search.Trial;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.Artifact;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;

/** Trials that write their state on Spark's slots, and go on from it. */
class TestCheckpointedTrials extends LocalSlots {

  private static final int STEPS = 4;

  /** The steps that were taken, as {@code number: step}. */
  private static final Queue<String> TAKEN = new ConcurrentLinkedQueue<>();

  @Test
  void aTrialWhoseDriverWasKilledGoesOnFromItsCheckpoint() throws Exception {
    TAKEN.clear();
    DrivenSweep sweep = sweep(1);
    String earlier = SweepLayout.CHECKPOINTS + "/of-an-earlier-version.zip";
    leaveCheckpoint(sweep, earlier, path -> Content.of(new byte[] {2}));

    assertGoesOn(sweep, "0: 3", "0: 4");
  }

  @Test
  void aCheckpointIsCheckedByItsDigest() throws Exception {
    TAKEN.clear();
    DrivenSweep sweep = sweep(1);
    leaveCheckpoint(sweep, path -> Content.of(file(path)));

    assertGoesOn(sweep, "0: 3", "0: 4");
  }

  @Test
  void aTrialOfADamagedCheckpointBeginsAnewWithANotice() throws Exception {
    TAKEN.clear();
    DrivenSweep sweep = sweep(1);
    leaveCheckpoint(
        sweep,
        path -> {
          byte[] file = file(path);
          file[0] ^= 1;
          return Content.of(file);
        });

    SweepView view = sweep.run(TestCheckpointedTrials::count);

    assertThat(TAKEN).containsExactly("0: 1", "0: 2", "0: 3", "0: 4");
    List<Attempt> attempts = view.trials().get(0).attempts();
    assertThat(attempts)
        .extracting(Attempt::state)
        .containsExactly(TrialState.ABANDONED, TrialState.ABANDONED, TrialState.FINISHED);
    assertThat(attempts.get(1).message())
        .contains(".1.1.2.sha256.zip is damaged", "the trial begins anew");
    assertThat(sweep.told).anyMatch(line -> line.equals(attempts.get(1).message()));
    assertThat(view.artifacts())
        .extracting(Artifact::kind)
        .startsWith("checkpoint", "damaged checkpoint");
  }

  private static byte[] file(String path) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    new CheckedContent(Content.of(new byte[] {2}), path).writeTo(file);
    return file.toByteArray();
  }

  /** The content of the checkpoint at a path. */
  @FunctionalInterface
  private interface Left {
    Content at(String path) throws IOException;
  }

  private static void leaveCheckpoint(DrivenSweep sweep, Left left) throws Exception {
    leaveCheckpoint(sweep, SweepLayout.checkpoint(1, trial(sweep).id(), 1, 2), left);
  }

  private static Trial trial(DrivenSweep sweep) {
    return ((Proposal.Run) sweep.search().ask()).trial();
  }

  private static void leaveCheckpoint(DrivenSweep sweep, String path, Left left) throws Exception {
    Trial trial = trial(sweep);
    sweep.storage.replace(path, left.at(path));
    try (SweepJournal journal = sweep.open(false)) {
      Instant now = Instant.now();
      journal.append(new Event.Suggested(trial, 0, now)).join();
      journal.append(new Event.Started(trial.id(), 1, "0.1", "h", "cpu", Map.of(), now)).join();
      journal.append(new Event.Checkpointed(trial.id(), 1, 2, "checkpoint", path, 1, now)).join();
    }
  }

  private static void assertGoesOn(DrivenSweep sweep, String... steps) throws Exception {
    SweepView view = sweep.run(TestCheckpointedTrials::count);

    assertThat(TAKEN).containsExactly(steps);
    assertThat(view.trials().get(0).attempts())
        .extracting(Attempt::state)
        .containsExactly(TrialState.ABANDONED, TrialState.FINISHED);
  }

  @Test
  void aTrialThatWaitsForOthersTakesNoStepTwiceAndTheBestStateStays() throws Exception {
    TAKEN.clear();
    DrivenSweep sweep = sweep(2, "stop: {turns: {steps: 2}}");

    SweepView view = sweep.run(TestCheckpointedTrials::count, 1);

    assertThat(view.counts().finished()).isEqualTo(2);
    for (int number = 0; number < 2; number++) {
      String taken = number + ": ";
      assertThat(TAKEN.stream().filter(step -> step.startsWith(taken)))
          .containsExactly(taken + 1, taken + 2, taken + 3, taken + 4);
    }
    assertThat(List.copyOf(TAKEN).indexOf("1: 1")).isLessThan(List.copyOf(TAKEN).indexOf("0: 4"));
    Trial best = view.best().orElseThrow().trial();
    List<String> files = sweep.storage.list(SweepLayout.CHECKPOINTS);
    assertThat(files).hasSize(1);
    assertThat(files.get(0)).startsWith(best.id()).endsWith("." + STEPS + ".sha256.zip");
    assertThat(view.artifacts())
        .filteredOn(file -> file.trialId().equals(best.id()) && file.step() == STEPS)
        .extracting(Artifact::path)
        .endsWith(SweepLayout.CHECKPOINTS + "/" + files.get(0));
  }

  /** Counts to {@value #STEPS}; its state is how far it has come. */
  private static TrialWork.Result count(TrialContext trial, TrialWork.Reporter reporter)
      throws Exception {
    int number = began(trial);
    Checkpoints checkpoints = reporter.checkpoints();
    byte step = 0;
    Optional<InputStream> start = checkpoints.open();
    if (start.isPresent()) {
      try (InputStream state = start.get()) {
        step = (byte) state.read();
      }
      assertThat(checkpoints.start().step()).isEqualTo(step);
    }
    try {
      while (step < STEPS) {
        step++;
        TAKEN.add(number + ": " + step);
        reporter.reportAndAwait(step, Map.of("loss", (double) number));
      }
    } finally {
      if (checkpoints.dueAtEnd()) {
        checkpoints.saveAtEnd(step, Content.of(new byte[] {step}));
      }
    }
    return new TrialWork.Result(Map.of("loss", (double) number), Map.of());
  }
}
