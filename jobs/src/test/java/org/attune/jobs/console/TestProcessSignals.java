package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a run makes of signals, in a process of its own. */
class TestProcessSignals {

  /** Takes signals until it has been told one and its input ends. */
  static final class Listening {

    private Listening() {}

    public static void main(String[] arguments) throws Exception {
      CountDownLatch told = new CountDownLatch(1);
      ProcessSignals signals =
          ProcessSignals.listen(); // to its end: Java takes its time to pass a signal on
      signals.onFirst(
          reason -> {
            System.out.println(reason);
            told.countDown();
          });
      System.out.println("listening");
      told.await();
      System.in.read();
    }
  }

  @Test
  void aTerminalThatGoesEndsTheRunInOrderHoweverOftenItIsSaid() throws Exception {
    Process run = listening("--default-signal=HUP");
    try (BufferedReader out = run.inputReader()) {
      assertThat(out.readLine()).isEqualTo("listening");
      signal("HUP", run);
      assertThat(out.readLine()).isEqualTo("interrupted by SIGHUP");
      signal("HUP", run); // the shell's, after the system's
      run.getOutputStream().close();
      assertThat(run.waitFor()).isZero();
    } finally {
      run.destroyForcibly();
    }
  }

  @Test
  void underNohupTheRunGoesOn() throws Exception {
    Process run = listening("--ignore-signal=HUP");
    try (BufferedReader out = run.inputReader()) {
      assertThat(out.readLine()).isEqualTo("listening");
      signal("HUP", run);
      signal("TERM", run);
      assertThat(out.readLine()).isEqualTo("interrupted by SIGTERM");
      run.getOutputStream().close();
      assertThat(run.waitFor()).isZero();
    } finally {
      run.destroyForcibly();
    }
  }

  /** Starts {@link Listening}; not where {@code env} cannot say what is ignored. */
  private static Process listening(String hangUp) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("env", hangUp));
    command.add("true");
    assumeThat(new ProcessBuilder(command).start().waitFor()).isZero();
    command.remove("true");
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Listening.class.getName()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static void signal(String name, Process to) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-s", name, Long.toString(to.pid())).start().waitFor();
  }
}
