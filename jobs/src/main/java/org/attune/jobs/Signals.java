package org.attune.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Ctrl-C, SIGTERM and SIGHUP, which comes when a terminal goes: the first ends what runs in order,
 * a second ends the process at once, unless it is a SIGHUP, of which shell and system send one
 * each. A program that was started to ignore SIGHUP, as by {@code nohup}, does: Java installs no
 * handler for it then.
 *
 * <p>Java's own shutdown hooks would not do: Spark's, which end the executors, run beside ours.
 */
final class Signals implements AutoCloseable {

  /** Comes when the terminal goes that a program was started from. */
  static final String HANG_UP = "HUP";

  private static final List<String> NAMES = List.of("INT", "TERM", HANG_UP);

  private final List<Runnable> restore = new ArrayList<>();
  private Optional<String> received = Optional.empty();
  private Optional<Consumer<String>> action = Optional.empty();

  private Signals() {}

  /** Takes signals from now on, until it is closed. */
  static Signals listen() {
    Signals signals = new Signals();
    for (String name : NAMES) {
      Signal signal = new Signal(name);
      SignalHandler before = Signal.handle(signal, received -> signals.received(name));
      signals.restore.add(() -> Signal.handle(signal, before));
    }
    return signals;
  }

  /** Has something done at the first signal, with what it was; at once if it has come already. */
  synchronized void onFirst(Consumer<String> action) {
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

  /** What is said of a run that a signal ended. */
  static String reason(String signal) {
    return "interrupted by SIG" + signal;
  }

  @Override
  public void close() {
    restore.forEach(Runnable::run);
  }
}
