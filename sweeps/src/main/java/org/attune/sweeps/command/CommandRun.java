package org.attune.sweeps.command;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.attune.api.catalog.ShortList;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;
import org.attune.sweeps.event.Provenance;

/**
 * A run of a program, followed until it ends.
 *
 * <p>Separate threads read the program's streams, so this thread can be interrupted at any time.
 * Only this thread uses the reporter. However the run ends, the program and all processes that it
 * started are ended, as far as {@link StartedProcesses} finds them.
 */
final class CommandRun {

  private static final long POLL_MILLIS = 50;
  private static final long LAST_LINES_MILLIS = 500;

  /** Processes in a pipe after the program end within this time after it. */
  private static final long LEFT_OUTPUT_MILLIS = 2_000;

  /** A program that prints metrics faster than they are read must wait. */
  private static final int MOST_WAITING_LINES = 1_000;

  /** The most lines taken of a program that was stopped; one that ignores the stop prints on. */
  private static final int MOST_LATE_LINES = 100_000;

  private final List<String> metrics;
  private final Path runsIn;
  private final int graceSeconds;
  private final TrialContext trial;
  private final TrialWork.Reporter reporter;
  private final Handed handed;
  private final CheckpointFolder folder;
  private final LineFile file;
  private final Deque<String> written = new ArrayDeque<>(); // lines of the file, not yet taken
  private final boolean fromFile;
  private final OwnSession session = OwnSession.here();
  private final BlockingQueue<ProgramLines.Line> output =
      new LinkedBlockingQueue<>(MOST_WAITING_LINES);
  private final Map<String, Double> latest = new TreeMap<>();
  private final OutputTail tail;
  private final ReadableMetrics readable;
  private Map<String, String> facts = Map.of();
  private volatile boolean over;
  private boolean stopped;
  private int takenLate;
  private long step;
  private long furthest; // which its saved state is of
  private boolean counted = true; // no line had a step

  /**
   * @param metrics that the program must report
   * @param runsIn its folder
   * @param graceSeconds from the termination request to the kill
   * @param handed what it gets
   */
  CommandRun(
      List<String> metrics,
      Path runsIn,
      int graceSeconds,
      Handed handed,
      TrialWork.Reporter reporter) {
    this.metrics = metrics;
    this.runsIn = runsIn;
    this.graceSeconds = graceSeconds;
    this.trial = handed.trial();
    this.tail = new OutputTail(trial.secrets());
    this.readable = new ReadableMetrics(trial.secrets());
    this.reporter = reporter;
    this.handed = handed;
    this.folder = new CheckpointFolder(handed.checkpoints());
    this.file = new LineFile(handed.metrics());
    this.fromFile = "file".equals(trial.configuration().get(CommandCatalog.REPORT));
  }

  TrialWork.Result run() throws Exception {
    handed.make();
    Map<String, Double> restored = folder.restore(reporter.checkpoints());
    if (reporter.checkpoints().start().own()) {
      latest.putAll(restored); // the program may have nothing left to report
    }
    step = reporter.checkpoints().start().step();
    furthest = step;
    Process process = start();
    StartedProcesses started = handed.processes(process);
    EndsWithJvm atExit = new EndsWithJvm(started);
    Thread out = follow(process.getInputStream(), this::takeOutput, "out");
    Thread err = follow(process.getErrorStream(), line -> tail.addError(line), "err");
    try {
      try {
        listen(process, started, out);
      } finally {
        atExit.requireRunning(); // else a line that the JVM's end cut off counts as a fault
      }
      err.join(LEFT_OUTPUT_MILLIS);
      started.end(graceSeconds);
      err.join(LAST_LINES_MILLIS);
      return saved(result(process));
    } catch (TrialWork.StoppedException decided) {
      if (reporter.checkpoints().dueAtEnd()) {
        stopped = true;
        thread(() -> started.end(graceSeconds), "end"); // the program may save its state meanwhile
        listen(process, started, out); // else the saved state is ahead of the reports
        try {
          folder.saveAtEnd(reporter.checkpoints(), furthest, latest);
        } catch (TrialException unsaved) {
          decided.addSuppressed(unsaved); // the driver's decision stands
        }
      }
      throw decided;
    } finally {
      over = true;
      output.clear(); // a program that prints much would wait for a reader until the grace ends
      started.end(graceSeconds);
      awaitEnd(List.of(out, err));
      process.destroyForcibly(); // closes its output, which a process that it left may hold open
      reporter.output(tail.text());
      atExit.close();
    }
  }

  /** Waits for the last lines of an ended program. */
  private static void awaitEnd(List<Thread> readers) {
    boolean interrupted = Thread.interrupted();
    try {
      for (Thread reader : readers) {
        reader.join(LAST_LINES_MILLIS);
      }
    } catch (InterruptedException now) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Process start() throws TrialException, InterruptedException {
    ProgramStart start = ProgramStart.here(handed, runsIn);
    List<String> words = start.words();
    Optional<ProgramFile> program = ProgramFile.of(words, runsIn);
    if (program.isPresent()) {
      facts = program.get().facts();
      reporter.facts(facts);
    }
    return start.start(words);
  }

  private TrialException fault(String message) {
    return new TrialException(Cause.TRIAL_FAULT, trial.secrets().hide(message));
  }

  private Thread follow(InputStream stream, Consumer<ProgramLines.Line> lines, String name) {
    return thread(
        () -> {
          try (ProgramLines reader = new ProgramLines(stream)) {
            Optional<ProgramLines.Line> line = reader.next();
            while (line.isPresent()) {
              lines.accept(line.get());
              line = reader.next();
            }
          } catch (IOException closed) {
            // The program is gone.
          }
        },
        name);
  }

  private Thread thread(Runnable work, String name) {
    Thread thread = new Thread(work, "trial-" + trial.trial() + "-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void takeOutput(ProgramLines.Line line) {
    tail.add(line);
    if (!over && !fromFile && readable.isReport(line)) {
      try {
        output.put(line);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Reads the program's lines until it has ended and all lines are read. */
  private void listen(Process process, StartedProcesses started, Thread out) throws Exception {
    OptionalLong deadSince = OptionalLong.empty();
    boolean left = false;
    while (true) {
      if (deadSince.isEmpty() && !process.isAlive()) {
        deadSince = OptionalLong.of(System.nanoTime());
      }
      if (!left
          && deadSince.isPresent()
          && System.nanoTime() - deadSince.getAsLong() > MILLISECONDS.toNanos(LEFT_OUTPUT_MILLIS)) {
        left = true; // a process that the program left behind keeps its output open
        started.end(graceSeconds);
      }
      boolean heard = !out.isAlive();
      boolean ended = !process.isAlive() && (left || heard);
      long patience = heard ? 0 : left ? LAST_LINES_MILLIS : POLL_MILLIS;
      ProgramLines.Line line = output.poll(patience, MILLISECONDS);
      if (line != null) {
        take(process, readable.whole(line));
      }
      LineFile.Writer writer =
          !ended ? LineFile.Writer.RUNS : LineFile.Writer.ended(process.exitValue() == 0);
      for (String written = nextWritten(writer); written != null; written = nextWritten(writer)) {
        take(process, written);
      }
      if (line == null && ended) {
        return;
      }
      if (!stopped && !endedWell(process)) {
        reporter.checkIn(); // a rule may have decided since the last line
      }
    }
  }

  /** The next line of the metrics file; null if there is none yet. */
  private String nextWritten(LineFile.Writer writer) throws IOException, TrialException {
    if (fromFile && written.isEmpty()) {
      written.addAll(file.lines(writer));
    }
    return written.poll();
  }

  /**
   * Whether the program ended by itself, with success: a decision to stop it comes too late. Its
   * handle tells of the end as soon as the system does; {@link Process} may lag behind.
   */
  private static boolean endedWell(Process process) throws InterruptedException {
    return !process.toHandle().isAlive() && process.waitFor() == 0;
  }

  private void take(Process process, String line) throws Exception {
    if (stopped && ++takenLate > MOST_LATE_LINES) {
      return;
    }
    MetricLine parsed;
    try {
      parsed = readable.read(line);
    } catch (TrialException invalid) {
      if (stopped) {
        return; // the program was ended while it wrote the line
      }
      throw invalid;
    }
    step = parsed.step().orElse(counted ? step + 1 : step);
    counted &= parsed.step().isEmpty();
    furthest = Math.max(furthest, step);
    latest.putAll(parsed.values());
    try {
      reporter.report(step, parsed.values());
    } catch (TrialWork.StoppedException decided) {
      if (!stopped && !endedWell(process)) {
        throw decided;
      }
    }
    if (!stopped && reporter.checkpoints().due(step)) {
      folder.save(reporter.checkpoints(), step, latest);
    }
  }

  /** A trial that ended well has its result, whatever hinders its last checkpoint. */
  private TrialWork.Result saved(TrialWork.Result result) throws IOException {
    if (reporter.checkpoints().dueAtEnd()) {
      try {
        folder.saveAtEnd(reporter.checkpoints(), furthest, latest);
      } catch (TrialException refused) {
        Map<String, String> more = new TreeMap<>(result.facts());
        more.put(Provenance.UNWRITTEN, trial.secrets().hide(refused.getMessage()));
        return new TrialWork.Result(result.metrics(), more);
      }
    }
    return result;
  }

  private TrialWork.Result result(Process process) throws IOException, TrialException {
    try {
      return result(process.exitValue());
    } catch (TrialException ended) {
      if (new ProgramExit(process.exitValue()).mayGoWell()) {
        try {
          folder.saveAtEnd(reporter.checkpoints(), furthest, latest); // the next attempt resumes
        } catch (TrialException refused) {
          ended.addSuppressed(refused);
        }
      }
      throw ended;
    }
  }

  private TrialWork.Result result(int exit) throws TrialException {
    if (session.couldNotStart(exit, tail.lastLine())) {
      throw fault("Cannot start the command in %s%s".formatted(runsIn, tail.lastLine()));
    }
    if (exit != 0) {
      ProgramExit code = new ProgramExit(exit);
      throw new TrialException(code.cause(), code.says() + tail.lastLine());
    }
    TreeSet<String> missing = new TreeSet<>(metrics);
    missing.removeAll(latest.keySet());
    if (!missing.isEmpty()) {
      throw fault(
          ("The program ended well but never reported %s; it is to %s a line such as"
                  + " {\"step\": 100, \"%s\": 0.25}%s")
              .formatted(
                  ShortList.of(missing, ""),
                  fromFile ? "write to its metrics file" : "print",
                  missing.first(),
                  tail.lastLine()));
    }
    return new TrialWork.Result(latest, facts);
  }
}
