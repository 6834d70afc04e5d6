package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.Content;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestAttemptRun {

  private static final long HOUR = 3_600_000;

  @TempDir Path directory;

  private final List<Sample> sent = new ArrayList<>();
  private final List<Map<String, String>> told = new ArrayList<>();

  /** Else an executor whose clock is behind ends its trials before they began. */
  @Test
  void timesAreByTheDriversClock() throws Exception {
    for (long ahead : new long[] {-HOUR, HOUR}) {
      sent.clear();
      long given = System.currentTimeMillis() + ahead;

      Envelope envelope = run(given);

      assertThat(envelope.startedAt()).isEqualTo(given);
      List<Sample> samples = new ArrayList<>(sent);
      samples.addAll(envelope.samples()); // those that have not been sent
      assertThat(samples)
          .hasSize(2)
          .allSatisfy(sample -> assertThat(sample.time()).isBetween(given, envelope.endedAt()));
      assertThat(envelope.files().get(0).time()).isBetween(given, envelope.endedAt());
      assertThat(envelope.endedAt() - given).isBetween(0L, (long) (1_000 * envelope.seconds()) + 1);
    }
  }

  /** Else a kill between the two messages leaves a hole in the trial's curve. */
  @Test
  void aCheckpointIsAnnouncedWithAllSamplesBeforeIt() throws Exception {
    Envelope envelope =
        run(
            System.currentTimeMillis(),
            (context, reporter) -> {
              reporter.report(1, Map.of("loss", 1.0)); // goes at once
              reporter.report(2, Map.of("loss", 1.0));
              reporter.checkpoints().save(2, Content.of(new byte[8]));
              assertThat(sent).extracting(Sample::step).containsExactly(1L, 2L);
              return TrialWork.Result.NONE;
            });

    assertThat(envelope.ending()).isEqualTo(AttemptEnd.finished());
    assertThat(envelope.samples()).as("sent before").isEmpty();
  }

  /** A program may save more between its last report and its end. */
  @Test
  void theStateAtTheEndReplacesAnEarlierOneOfTheSameStep() throws Exception {
    Envelope envelope =
        run(
            System.currentTimeMillis(),
            (context, reporter) -> {
              reporter.checkpoints().save(2, Content.of(new byte[8]));
              reporter.checkpoints().saveAtEnd(2, Content.of(new byte[9]));
              return TrialWork.Result.NONE;
            });

    Path file = directory.resolve(envelope.files().get(0).path());
    assertThat(file).hasSize(envelope.files().get(0).bytes());
    assertThat(CheckedContent.open(new LocalStorage(directory), envelope.files().get(0).path(), 9))
        .hasBinaryContent(new byte[9]);
  }

  @Test
  void aCheckpointThatCannotBeWrittenIsToldOnceAndKeptInTheResult() throws Exception {
    Files.writeString(directory.resolve(SweepLayout.CHECKPOINTS), "where the folder would be");

    Envelope envelope =
        run(
            System.currentTimeMillis(),
            (context, reporter) -> {
              reporter.checkpoints().save(1, Content.of(new byte[8]));
              reporter.checkpoints().save(2, Content.of(new byte[8]));
              reporter.checkpoints().saveAtEnd(3, Content.of(new byte[8]));
              return TrialWork.Result.NONE;
            });

    assertThat(told).hasSize(1);
    assertThat(told.get(0).get(Provenance.UNWRITTEN)).startsWith(checkpoint(1) + ": ");
    assertThat(envelope.ending()).isEqualTo(AttemptEnd.finished());
    assertThat(envelope.result().facts().get(Provenance.UNWRITTEN)).startsWith(checkpoint(3));
  }

  @Test
  void aLaterCheckpointTakesTheFailureBack() throws Exception {
    Path blocked =
        Files.writeString(directory.resolve(SweepLayout.CHECKPOINTS), "where the folder would be");

    Envelope envelope =
        run(
            System.currentTimeMillis(),
            (context, reporter) -> {
              reporter.checkpoints().save(1, Content.of(new byte[8]));
              Files.delete(blocked);
              reporter.checkpoints().saveAtEnd(2, Content.of(new byte[8]));
              return TrialWork.Result.NONE;
            });

    assertThat(told.get(0).get(Provenance.UNWRITTEN)).startsWith(checkpoint(1));
    assertThat(envelope.result().facts()).containsEntry(Provenance.UNWRITTEN, "");
  }

  private static String checkpoint(long step) {
    return SweepLayout.checkpoint(1, "a", 1, step);
  }

  private Envelope run(long given) throws Exception {
    return run(
        given,
        (context, reporter) -> {
          reporter.report(1, Map.of("loss", 1.0)); // goes at once
          reporter.report(2, Map.of("loss", 1.0));
          reporter.checkpoints().saveAtEnd(2, Content.of(new byte[8]));
          return TrialWork.Result.NONE;
        });
  }

  private Envelope run(long given, TrialWork work) throws Exception {
    LocalStorage storage = new LocalStorage(directory);
    TrialContext trial = new TrialContext("a", 1, new TreeMap<>(), 7, 1);
    return new AttemptRun(
            new ServedRun("run", "", "s-1", 1, Set.of(), Duration.ZERO),
            0,
            new SlotReply.Assignment(
                trial, SweepLayout.envelope(1, "a", (int) (given % 1_000)), given),
            storage,
            message -> {
              if (message instanceof SlotMessage.Report report) {
                sent.addAll(report.samples());
                if (!report.facts().isEmpty()) {
                  told.add(report.facts());
                }
              }
              return new SlotReply.Continue(0);
            },
            () -> false)
        .run(work);
  }
}
