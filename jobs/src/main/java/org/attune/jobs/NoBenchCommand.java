package org.attune.jobs;

import java.util.List;
import java.util.concurrent.Callable;
import org.attune.jobs.console.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Stands for {@code attune bench} where its jar is not on the class path. */
@Command(name = NoBenchCommand.NAME, hidden = true, description = NoBenchCommand.MESSAGE)
final class NoBenchCommand implements Callable<Integer> {

  static final String NAME = "bench";

  static final String MESSAGE =
      "There are no benchmarks here: neither attune.jar nor the distribution has them. Run"
          + " ./attune bench in a checkout, which builds them.";

  @SuppressWarnings("UnusedVariable") // picocli puts there what nobody reads
  @Unmatched
  private List<String> words;

  @Override
  public Integer call() {
    throw new InputException(MESSAGE);
  }
}
