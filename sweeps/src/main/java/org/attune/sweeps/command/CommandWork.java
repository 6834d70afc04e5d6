package org.attune.sweeps.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.attune.api.trial.Cause;
import org.attune.api.trial.TrialContext;
import org.attune.api.trial.TrialException;
import org.attune.api.trial.TrialWork;

/**
 * A trial that runs a program. The command is in the trial's configuration; this record is the same
 * for all trials.
 *
 * @param metrics that it must report, each at least once
 * @param types of the declared parameters, by key
 * @param folder that it runs in
 * @param graceSeconds from the termination request to the kill
 */
public record CommandWork(
    List<String> metrics, Map<String, ValueType> types, String folder, int graceSeconds)
    implements TrialWork {

  private static final Logger LOG = System.getLogger(CommandWork.class.getName());

  private static final int RERUN_GRACE_SECONDS = 10;

  public CommandWork {
    types = Map.copyOf(types);
  }

  /**
   * The work for rerunning a past trial from its row: see {@link RecordedCommand}.
   *
   * @param metrics that it reported
   * @param types of the declared parameters, by key; empty where the declaration is lost
   * @param folder the folder to run in
   */
  public static CommandWork again(
      Collection<String> metrics, Map<String, ValueType> types, String folder) {
    return new CommandWork(new ArrayList<>(metrics), types, folder, RERUN_GRACE_SECONDS);
  }

  @Override
  public Result run(TrialContext trial, Reporter reporter) throws Exception {
    Path scratch = Files.createTempDirectory("attune-" + trial.trial() + "-");
    try {
      Handed handed = new Handed(trial, types, scratch);
      return new CommandRun(metrics, runsIn(), graceSeconds, handed, reporter).run();
    } finally {
      delete(scratch);
    }
  }

  private Path runsIn() throws TrialException {
    try {
      return Path.of(folder);
    } catch (InvalidPathException unknownLetters) {
      throw new TrialException(
          Cause.TRIAL_FAULT,
          "Cannot run the command in %s: the locale of this JVM has other letters; start it with LC_ALL=C.UTF-8 (Spark's executors: spark.executorEnv.LC_ALL)"
              .formatted(folder));
    }
  }

  /**
   * Deletes a folder. Files that cannot be deleted, for example because a process still writes
   * there, change no result.
   */
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
