package org.attune.jobs.console;

/** The exit codes of the process. */
public final class ExitCode {
  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int WRONG_INPUT = 2;
  public static final int TRIALS_FAILED = 3;
  static final int HUNG_UP = 129;
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
