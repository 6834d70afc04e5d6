package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.attune.cluster.store.Storages;
import org.attune.jobs.console.ExitCode;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C is pressed in a terminal, which sends it to all processes of its foreground group. */
class TestTerminal {

  /** Runs a command in a new terminal, and presses Ctrl-C once the file begun exists. */
  private static final String TERMINAL =
      """
      import os, pty, select, sys, time
      begun, command = sys.argv[1], sys.argv[2:]
      child, terminal = pty.fork()
      if child == 0:
          os.execv(command[0], command)
      pressed = False
      while True:
          if select.select([terminal], [], [], 0.1)[0]:
              try:
                  said = os.read(terminal, 4096)
              except OSError:
                  break
              if not said:
                  break
              os.write(1, said)
          if not pressed and os.path.exists(begun):
              os.write(terminal, b"\\x03")
              pressed = True
      status = os.waitpid(child, 0)[1]
      sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 99)
      """;

  @TempDir Path folder;

  @Test
  void ctrlCReachesAProgramAsARequestOfAttuneAndCountsAsNoFailure() throws Exception {
    assumeTrue(onThePath("python3"), "no python3 on the PATH");
    assumeTrue(onThePath("setsid") && onThePath("setpriv"), "no setsid and setpriv on the PATH");
    Files.writeString(
        folder.resolve("train.sh"),
        """
        trap 'echo hit >> interrupted; exit 1' INT
        trap 'echo asked >> asked; exit 1' TERM
        echo '{"step": 1, "loss": 1}'
        touch begun
        while true; do sleep 0.1; done
        """);
    Path spec =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            sweep: mine
            task:
              command:
                run: sh train.sh
                folder: %s
                parameters: {lr: {real: [1e-5, 1], default: 1e-3}}
                metrics: {loss: lower}
            axes: {lr: [0.01, 0.1]}
            objective: {metric: loss, goal: minimize}
            execution: {slots: 1, retries: 0}
            """
                .formatted(folder));
    Path results = folder.resolve("results");
    Path script = Files.writeString(folder.resolve("terminal.py"), TERMINAL);
    List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT", "python3"));
    words.addAll(List.of(script.toString(), folder.resolve("begun").toString()));
    words.addAll(Launched.attuneWords(Path.of(System.getProperty("java.home"))));
    words.addAll(List.of("run", spec.toString(), "--out", results.toString()));
    Path output = folder.resolve("terminal.out");

    Process terminal =
        new ProcessBuilder(words)
            .directory(Launched.HOME.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(terminal.waitFor(10, TimeUnit.MINUTES)).isTrue();

    assertThat(terminal.exitValue()).as(Files.readString(output)).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(folder.resolve("interrupted")).doesNotExist();
    assertThat(folder.resolve("asked")).hasContent("asked");
    SweepView left = SweepJournal.read(Storages.of(results.toString()));
    assertThat(left.counts().failed()).isZero();
    assertThat(left.counts().pending()).as("suggested trials that wait").isPositive();
  }

  private static boolean onThePath(String program) {
    boolean there =
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    if (!there) {
      System.out.println("TestTerminal is skipped: no " + program + " on the PATH");
    }
    return there;
  }
}
