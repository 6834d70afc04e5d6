package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers that are killed at random moments, one after the other, on one directory. */
class TestJournalCrash {

  private static final SweepHeader HEADER = Events.header("sweep: sample\n");

  @TempDir Path directory;

  @Test
  void nothingAcknowledgedIsLostInThreeKills() throws Exception {
    kill(3);
  }

  @Test
  @Tag("soak")
  void nothingAcknowledgedIsLostInFiftyKills() throws Exception {
    kill(50);
  }

  private void kill(int times) throws Exception {
    Random random = new Random(7);
    LocalStorage storage = new LocalStorage(directory.resolve("run"));
    int acknowledged = 0;
    for (int i = 0; i < times; i++) {
      int last = runUntilKilled(acknowledged + 1 + random.nextInt(500));
      assertThat(last).isGreaterThan(acknowledged);
      acknowledged = last;

      assertThat(SweepJournal.read(storage).counts().total())
          .as("after kill %d", i + 1)
          .isGreaterThanOrEqualTo(acknowledged);
      assertThat(SweepJournal.driven(storage)).isFalse();
    }
  }

  /** Kills the child after it has said a number at least; returns the last number it said. */
  private int runUntilKilled(int atLeast) throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Driver.class.getName(),
                directory.resolve("run").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int last = 0;
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = said.readLine()) != null) {
        // The last line may be cut by the kill.
        if (!line.endsWith(";")) {
          break;
        }
        last = Integer.parseInt(line.substring(0, line.length() - 1));
        if (last >= atLeast) {
          // Not Process.destroyForcibly, which would close the stream that is read here.
          child.toHandle().destroyForcibly();
        }
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    return last;
  }

  /** Suggests trials without end, and says how many are durable. */
  static final class Driver {

    private static final int IN_FLIGHT = 50;

    private Driver() {}

    public static void main(String[] arguments) throws IOException {
      LocalStorage storage = new LocalStorage(Path.of(arguments[0]));
      try (SweepJournal journal = SweepJournal.open(storage, HEADER, false)) {
        int number = journal.state().counts().total();
        while (!System.out.checkError()) {
          for (int i = 1; i < IN_FLIGHT; i++) {
            journal.append(Events.suggested(Events.trial(number++, 0)));
          }
          journal.append(Events.suggested(Events.trial(number++, 0))).join();
          System.out.println(number + ";");
        }
      }
    }
  }
}
