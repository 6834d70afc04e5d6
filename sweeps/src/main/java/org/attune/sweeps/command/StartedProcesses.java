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
 * A program and all that it started. What was started is found by its parents while these live, and
 * afterwards by a variable that it inherited and no other run has, as Jenkins' process tree killer
 * does. Where the system has no {@code /proc}, and where a process was started without that
 * variable by a parent that is gone, it is not found.
 *
 * @param program as it was started
 * @param variable of its environment
 * @param end how the variable's value ends in this run and in no other, in ASCII
 */
record StartedProcesses(Process program, String variable, String end) {

  private static final Path PROC = Path.of("/proc");
  private static final long LOOK_MILLIS = 50;

  /** A process may start another while it is being ended; more often than this it means to. */
  private static final int ROUNDS = 10;

  /**
   * Ends all of them: by request, and by force once the program has ended, or after a while. What a
   * program left behind that has ended before has the same while. An interruption waits.
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
    asked.forEach(ProcessHandle::destroyForcibly); // also of a program that ended before them
    endAtOnce();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all of them by force. */
  void endAtOnce() {
    List<ProcessHandle> others = others();
    program.destroyForcibly();
    for (int round = 0; round < ROUNDS && !others.isEmpty(); round++) {
      others.forEach(ProcessHandle::destroyForcibly);
      others = others();
    }
  }

  private void awaitOthers(int graceSeconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(graceSeconds);
    while (System.nanoTime() < end && !others().isEmpty()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** All that live, without the program itself. */
  private List<ProcessHandle> others() {
    Set<ProcessHandle> others = new LinkedHashSet<>(program.descendants().toList());
    others.addAll(inheritors());
    return List.copyOf(others);
  }

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

  /** Nothing is in the environment of a process that has ended and waits to be asked how. */
  private boolean inherited(Path environment) {
    try {
      String text = Files.readString(environment, StandardCharsets.ISO_8859_1);
      return Stream.of(text.split("\0"))
          .anyMatch(entry -> entry.startsWith(variable + "=") && entry.endsWith(end));
    } catch (IOException anothersOrGone) {
      return false;
    }
  }
}
