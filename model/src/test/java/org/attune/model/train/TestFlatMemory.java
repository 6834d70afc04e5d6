package org.attune.model.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.attune.model.Natives;
import org.attune.model.task.DataOpener;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Short trials one after the other in one JVM do not grow it. */
@Tag("soak")
@EnabledOnOs(OS.LINUX)
class TestFlatMemory {

  private static final int COLLECTIONS = 3;
  private static final long PAGE = 4096;
  private static final long ROOM = 64L << 20; // what a collector leaves for later, in bytes

  private static final Map<String, String> TINY =
      Map.of(
          "model.width", "16",
          "model.heads", "2",
          "model.layers", "1",
          "model.feed-forward", "24",
          "attention.gate", "learned",
          "task.length", "16",
          "task.corpus.size", "5000",
          "task.validation-examples", "8",
          "train.batch", "4");

  @BeforeAll
  static void oneThread() {
    Natives.selectFastest();
    Natives.useThreads(1);
  }

  private static long resident() {
    Pointer.deallocateReferences();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc(); // ND4J frees an array's memory only after its handle is collected
    }
    try {
      String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ");
      return Long.parseLong(pages[1]) * PAGE;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Map<String, String> steps(int steps) {
    Map<String, String> settings = new java.util.HashMap<>(TINY);
    settings.put("train.steps", Integer.toString(steps));
    return settings;
  }

  @Test
  void aThousandShortTrialsLeaveNothingBehind() throws Exception {
    long early = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      if (trial == 200) {
        early = resident();
      }
      TrialTrainer.train(steps(2), trial, DataOpener.NONE, (step, metrics) -> true);
    }

    assertThat(resident()).isLessThan(early + ROOM);
  }
}
