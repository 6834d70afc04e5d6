package org.attune.sweeps.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program and all processes that it started. While their parents live, started processes are
 * found through them. Afterwards they are found by an inherited variable unique to this run, as in
 * Jenkins' process tree killer. A process is not found if the system has no {@code /proc}, or if a
 * parent that is gone started it without the variable.
 *
 * @param program the started program
 * @param variable of its environment
 * @param suffix the end of the variable's value, in ASCII; only this run's value ends so
 */
record StartedProcesses(Process program, String variable, String suffix) {

  private static final Path PROC = Path.of("/proc");
  private static final long LOOK_MILLIS = 50;

  /**
   * A process may start another while it is being ended; beyond this many rounds it does so on
   * purpose.
   */
  private static final int ROUNDS = 10;

  /**
   * Ends all processes: first by request, then by force once the program has ended or the grace
   * period is over. Processes left behind by an ended program get the same grace period. An
   * interruption is deferred.
   */
  void end(int graceSeconds) {
    Set<ProcessHandle> asked = new LinkedHashSet<>(others());
    if (!program.isAlive() && asked.isEmpty()) {
      return;
    }
    boolean leftBehind = !program.isAlive();
    asked.forEach(ProcessHandle::destroy);
    program.toHandle().destroy();
    boolean interrupted = Thread.interrupted();
    try {
      if (leftBehind) {
        awaitOthers(graceSeconds);
      } else {
        program.waitFor(graceSeconds, TimeUnit.SECONDS);
      }
    } catch (InterruptedException now) {
      interrupted = true;
    }
    asked.forEach(
        ProcessHandle::destroyForcibly); // including processes whose program ended before them
    endAtOnce();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Ends all of them by force. The program's last output can still be read: a {@link ProcessHandle}
   * does not close it, as {@link Process#destroyForcibly} would.
   */
  void endAtOnce() {
    List<ProcessHandle> others = others();
    program.toHandle().destroyForcibly();
    for (int round = 0; round < ROUNDS && !others.isEmpty(); round++) {
      others.forEach(ProcessHandle::destroyForcibly);
      others = others();
    }
  }

  private void awaitOthers(int graceSeconds) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(graceSeconds);
    while (System.nanoTime() < deadline && !others().isEmpty()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** All live processes except the program itself. */
  private List<ProcessHandle> others() {
    Set<ProcessHandle> others = new LinkedHashSet<>(program.descendants().toList());
    others.addAll(inheritors());
    return List.copyOf(others);
  }

  /** The live processes, except the program, that have the variable. */
  private List<ProcessHandle> inheritors() {
    List<ProcessHandle> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : all) {
        long id = Long.parseLong(process.getFileName().toString());
        if (id != program.pid() && inherited(process.resolve("environ"))) {
          ProcessHandle.of(id).ifPresent(found::add);
        }
      }
    } catch (IOException | RuntimeException noSuchFolder) {
      return found;
    }
    return found;
  }

  /** Whether a process has the variable. A zombie's environment is empty. */
  private boolean inherited(Path environment) {
    try {
      String text = Files.readString(environment, StandardCharsets.ISO_8859_1);
      return Stream.of(text.split("\0"))
          .anyMatch(entry -> entry.startsWith(variable + "=") && entry.endsWith(suffix));
    } catch (IOException anothersOrGone) {
      return false;
    }
  }
}
