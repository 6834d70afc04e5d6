package org.attune.sweeps.spec;

import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.command.CommandTask;

/** What a sweep file says: a {@link SweepSpec}, or all that is wrong with it. */
public final class SpecFile {

  private SpecFile() {}

  /**
   * Reads a sweep file.
   *
   * @param file how messages name it
   * @param yaml its content
   * @param overrides {@code --set} values by key; one for a swept parameter replaces its axis
   * @throws SpecException with everything that is wrong, sorted by line
   */
  public static SweepSpec read(
      String file, String yaml, Map<String, String> overrides, AxisCatalog catalog)
      throws SpecException {
    return new SpecReader(file, catalog).read(yaml, overrides);
  }

  /**
   * The program that a sweep file declares as its task; its catalog is the one to {@link #read} the
   * file with.
   *
   * @return empty where the task is one that is known by name
   * @throws SpecException with all that is wrong in the declaration
   */
  public static Optional<CommandTask> command(String file, String yaml) throws SpecException {
    return CommandReader.find(file, yaml, true);
  }

  /** The same of a file whose trials are run by whoever asks for them: it need not say how. */
  public static Optional<CommandTask> asked(String file, String yaml) throws SpecException {
    return CommandReader.find(file, yaml, false);
  }

  /** The name of the task in a sweep file, as it is written; empty where there is none. */
  public static Optional<String> taskName(String yaml) {
    return CommandReader.taskName(yaml);
  }
}
