package org.attune.sweeps.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.attune.sweeps.trial.TrialContext;
import org.attune.sweeps.trial.TrialWork;

/**
 * A trial is a run of a program. The command is in the trial's configuration; what is here is the
 * same for all trials.
 *
 * @param metrics that it must report, each at least once
 * @param folder that it runs in
 * @param graceSeconds from the request to end to the end by force
 */
public record CommandWork(List<String> metrics, String folder, int graceSeconds)
    implements TrialWork {

  @Override
  public Result run(TrialContext trial, Reporter reporter) throws Exception {
    Path scratch = Files.createTempDirectory("attune-" + trial.trial() + "-");
    try {
      return new CommandRun(this, trial, reporter, scratch).run();
    } finally {
      delete(scratch);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
