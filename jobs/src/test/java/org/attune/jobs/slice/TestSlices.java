package org.attune.jobs.slice;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.attune.cluster.repair.SweepRepair;
import org.attune.cluster.table.ManifestReader;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slices of a list in processes whose class path has neither Spark nor Hadoop, as in the pack. */
class TestSlices {

  private static final String PLENTY = "30"; // minutes; nothing here needs them
  private static final double SHORT = 0.1; // minutes
  private static final int SLOW_MACHINE = 60; // seconds that a process may take to begin and end

  private static final String SWEEP =
      """
      sweep: tiny
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: %d, batch: 4, evaluate-every: %d}
      axes: {attention.gate: [none, learned]}
      replicates: 2
      objective: {metric: validation_loss, goal: minimize}
      execution: {slots: 1, threads-per-trial: 1, checkpoints: {every-steps: 20}}
      claims: [{says: a gate helps, cell: learned, is: below, of: none}]
      """;

  @TempDir private Path folder;

  @Test
  void aListThatIsStoppedAndKilledEndsAsOneThatIsNot() throws Exception {
    list(200, 50);

    String whole = end(slice("whole", PLENTY));
    Process stopped = slice("parts", PLENTY);
    awaitResult(stopped, 0);
    stopped.destroy();
    String first = end(stopped);
    assertThat(stopped.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
    long before = envelopes();
    Process killed = slice("parts", PLENTY);
    awaitResult(killed, before);
    killed.destroyForcibly().waitFor();
    String last = end(slice("parts", PLENTY));

    assertThat(whole)
        .contains("4 of 4 trials have ended; 0 of 1 claims are decided", "all is done")
        .containsPattern(
            "inconclusive: a gate helps\n  sealed_validation_loss: none [0-9.]+ \\(2\\); learned");
    assertThat(read("whole").openings()).hasSize(1); // what was shown is counted
    assertThat(first).contains("next: tiny");
    assertThat(last).contains("all is done");
    assertThat(results("parts")).isEqualTo(results("whole")).hasSize(4);
    assertThat(end(slice("parts", PLENTY))).contains("tiny: done before; 0 of 1");
    assertThat(repair("parts")).anyMatch(line -> line.contains("has left no tables"));
    assertThat(repair("parts")).isEmpty();
    assertThat(new ManifestReader(storage("parts")).read().orElseThrow().tables())
        .containsKeys("trials", "results", "metrics");
  }

  private List<String> repair(String results) throws IOException {
    return new SweepRepair(storage(results), new TrialCatalog().tree()).run();
  }

  private LocalStorage storage(String results) {
    return new LocalStorage(folder.resolve(results).resolve("tiny"));
  }

  @Test
  void aSliceEndsInTimeAndSaysWhatIsNext() throws Exception {
    list(100_000_000, 1_000);

    long began = System.nanoTime();
    String printed = end(slice("long", String.valueOf(SHORT)));
    double seconds = (System.nanoTime() - began) / 1e9;

    assertThat(seconds).isLessThan(SHORT * 60 + SLOW_MACHINE);
    assertThat(printed).containsAnyOf("next: tiny", "what runs is cut off");
  }

  @Test
  void aMachineThatFailsEveryTrialLeavesTheSweepToTheNext() throws Exception {
    list(20, 10);

    String printed = end(slices().begin("broken", PLENTY, ".*/commons-lang3-[^/]*"));

    assertThat(printed).contains("the first 3 attempts failed: ", "next: tiny");
    assertThat(read("broken").completed()).isEmpty();
    assertThat(read("broken").counts().failed()).isLessThan(2);
  }

  private void list(int steps, int evaluateEvery) throws IOException {
    Files.writeString(folder.resolve("tiny.yaml"), SWEEP.formatted(steps, evaluateEvery));
    Files.writeString(folder.resolve("list.txt"), "# a list\ntiny tiny.yaml\n");
  }

  private Process slice(String results, String minutes) throws IOException {
    return slices().begin(results, minutes);
  }

  private SliceProcess slices() {
    return new SliceProcess(folder, Map.of());
  }

  private String end(Process process) throws Exception {
    return slices().end(process);
  }

  /** Waits until a trial has left its result beside those before, or the process has ended. */
  private void awaitResult(Process process, long before) throws Exception {
    while (process.isAlive() && envelopes() <= before) {
      process.waitFor(1, TimeUnit.MILLISECONDS);
    }
    assertThat(process.isAlive()).as(Files.readString(folder.resolve("printed"))).isTrue();
  }

  /** The results so far; files of a name that is not theirs for long come and go meanwhile. */
  private long envelopes() throws IOException {
    Path all = folder.resolve("parts/tiny/envelopes");
    if (!Files.exists(all)) {
      return 0;
    }
    long[] count = {0};
    Files.walkFileTree(
        all,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            count[0] += file.toString().endsWith(".json") ? 1 : 0;
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
    return count[0];
  }

  private SweepView read(String results) throws IOException {
    return SweepJournal.read(storage(results));
  }

  /** Each trial's state and last metrics; times differ. */
  private Map<String, String> results(String name) throws IOException {
    Map<String, String> results = new TreeMap<>();
    for (TrialStatus trial : read(name).trials()) {
      results.put(
          trial.trial().id(),
          trial.state() + " " + new TreeMap<>(trial.attempt().orElseThrow().metrics()));
    }
    return results;
  }
}
