package org.attune.jobs;

/** The exit codes of the process. */
final class ExitCode {
  static final int DONE = 0;
  static final int FAILED = 1;
  static final int WRONG_INPUT = 2;
  static final int TRIALS_FAILED = 3;
  static final int HUNG_UP = 129;
  static final int INTERRUPTED = 130;

  private ExitCode() {}
}
