package org.attune.sweeps.command;

import org.attune.api.trial.Cause;

/** The exit code of a program. */
record ProgramExit(int code) {

  /** The exit code of a program that may succeed later: {@code EX_TEMPFAIL} of sysexits.h. */
  private static final int TRY_LATER = 75;

  /** A program that a signal ended has this plus the signal's number. */
  private static final int SIGNALS = 128;

  /** The highest signal of Linux; {@code sys.exit(-1)} is the exit code 255, and no signal. */
  private static final int MOST_SIGNALS = 64;

  private static final int KILLED = 137;

  private boolean ofASignal() {
    return code > SIGNALS && code <= SIGNALS + MOST_SIGNALS;
  }

  /** Whether the program may go well another time. */
  boolean mayGoWell() {
    return ofASignal() || code == TRY_LATER;
  }

  Cause cause() {
    return mayGoWell() ? Cause.TRANSIENT : Cause.PROGRAM_ERROR;
  }

  /** How the program ended, for people. */
  String says() {
    if (!ofASignal()) {
      return "The program ended with exit code " + code;
    }
    return "The program was ended by signal %d%s"
        .formatted(
            code - SIGNALS, code == KILLED ? ", as the system does where memory runs out" : "");
  }
}
