package org.attune.jobs.run;

import java.util.Optional;
import org.attune.jobs.console.InputException;
import org.attune.jobs.session.Sessions;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.command.CommandTask;

/** Whether this machine has the folder, the program and the script that a sweep file names. */
final class MissingProgram {

  private MissingProgram() {}

  /**
   * Refuses a sweep whose trials would run on this machine and could not begin.
   *
   * @throws InputException with a message that says what is missing
   */
  static void check(Workload workload, String master) {
    if (Sessions.isLocal(master)) {
      program(workload)
          .ifPresent(
              what -> {
                throw new InputException(what);
              });
    }
  }

  /**
   * A warning that this machine lacks a script, which the interpreter may find elsewhere, or what a
   * cluster's workers need.
   */
  static Optional<String> warning(Workload workload, String master) {
    Optional<String> script = workload.program().flatMap(CommandTask::missingScript);
    return Sessions.isLocal(master)
        ? script
        : program(workload).or(() -> script).map(MissingProgram::onWorkers);
  }

  private static String onWorkers(String what) {
    return what
        + (what.endsWith("?") ? " Where" : "; where")
        + " a worker lacks it too, every trial fails";
  }

  private static Optional<String> program(Workload workload) {
    return workload.program().flatMap(CommandTask::missing);
  }
}
