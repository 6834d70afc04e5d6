package org.attune.jobs;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import org.attune.jobs.console.ExitCode;
import picocli.CommandLine.Command;

/** {@code attune python}: the module that Python scripts import to run as trials. */
@Command(
    name = "python",
    description =
        "Prints attune.py, a module for Python scripts that run as trials: save it beside the"
            + " script. docs/your-own-training.md shows how.")
final class PythonCommand implements Callable<Integer> {

  @Override
  public Integer call() throws IOException {
    try (InputStream module = PythonCommand.class.getResourceAsStream("attune.py")) {
      if (module == null) {
        throw new IllegalStateException("Cannot find attune.py in the program");
      }
      module.transferTo(System.out);
    }
    System.out.flush();
    return ExitCode.DONE;
  }
}
