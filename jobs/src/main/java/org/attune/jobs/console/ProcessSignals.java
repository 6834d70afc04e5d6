package org.attune.jobs.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles Ctrl-C, SIGTERM and SIGHUP. A closing terminal sends SIGHUP. The first signal ends the
 * run in order. A second one ends the process at once, except SIGHUP, since shell and system each
 * send one. A program started to ignore SIGHUP, as by {@code nohup}, keeps ignoring it: Java then
 * installs no handler.
 *
 * <p>Java's own shutdown hooks would not do. Spark's hooks, which end the executors, run at the
 * same time as ours.
 */
public final class ProcessSignals implements AutoCloseable {

  /** Arrives when the terminal that started the program closes. */
  static final String HANG_UP = "HUP";

  private static final List<String> NAMES = List.of("INT", "TERM", HANG_UP);

  private final List<Runnable> restore = new ArrayList<>();
  private Optional<String> received = Optional.empty();
  private Optional<Consumer<String>> action = Optional.empty();

  private ProcessSignals() {}

  /** Handles signals from now on, until closed. */
  public static ProcessSignals listen() {
    ProcessSignals signals = new ProcessSignals();
    for (String name : NAMES) {
      Signal signal = new Signal(name);
      SignalHandler before = Signal.handle(signal, received -> signals.received(name));
      signals.restore.add(() -> Signal.handle(signal, before));
    }
    return signals;
  }

  /**
   * Runs an action at the first signal, with its reason; at once if the signal has already arrived.
   */
  public synchronized void onFirst(Consumer<String> action) {
    this.action = Optional.of(action);
    received.ifPresent(action);
  }

  private synchronized void received(String name) {
    if (received.isPresent()) {
      if (!name.equals(HANG_UP)) {
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
      }
      return;
    }
    received = Optional.of(reason(name));
    System.err.printf("%nSIG%s: ending the run; another Ctrl-C or SIGTERM ends it at once%n", name);
    action.ifPresent(then -> then.accept(received.get()));
  }

  /** The reason that a journal records for a run that a signal ended. */
  public static String reason(String signal) {
    return "interrupted by SIG" + signal;
  }

  @Override
  public void close() {
    restore.forEach(Runnable::run);
  }
}
