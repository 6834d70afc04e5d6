package org.attune.sweeps.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static final Logger LOG = System.getLogger(CommandWork.class.getName());

  private static final int RERUN_GRACE_SECONDS = 10;

  /**
   * The work of a trial that was run before, by its row: the command, its variables and where its
   * metrics come from are in the configuration.
   *
   * @param metrics that it reported
   * @param folder that it is to run in
   * @return empty where the trial was no run of a program
   */
  public static Optional<CommandWork> again(
      Map<String, String> configuration, Collection<String> metrics, String folder) {
    String run = configuration.getOrDefault(CommandCatalog.RUN, "");
    return run.isEmpty()
        ? Optional.empty()
        : Optional.of(new CommandWork(new ArrayList<>(metrics), folder, RERUN_GRACE_SECONDS));
  }

  @Override
  public Result run(TrialContext trial, Reporter reporter) throws Exception {
    Path scratch = Files.createTempDirectory("attune-" + trial.trial() + "-");
    try {
      return new CommandRun(metrics, Path.of(folder), graceSeconds, trial, reporter, scratch).run();
    } finally {
      delete(scratch);
    }
  }

  /** What cannot be deleted, as where something still writes into it, changes no result. */
  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException left) {
      LOG.log(Logger.Level.WARNING, "Cannot delete " + folder + ", which a trial ran with", left);
    }
  }
}
