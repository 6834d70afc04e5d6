package org.attune.sweeps.spec.reader;

import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Nodes;
import org.attune.sweeps.spec.form.Problems;
import org.attune.sweeps.spec.form.SpecException;

/** Reads a sweep file into a {@link SweepSpec}, or reports all its problems. */
public final class SpecFile {

  private SpecFile() {}

  /**
   * Reads a sweep file.
   *
   * @param file its name in messages
   * @param yaml its content
   * @param overrides {@code --set} values by key; a value for a swept parameter replaces its axis
   * @throws SpecException with every problem, sorted by line
   */
  public static SweepSpec read(
      String file, String yaml, Map<String, String> overrides, AxisCatalog catalog)
      throws SpecException {
    return new SpecReader(file, catalog).read(yaml, overrides);
  }

  /**
   * The program that a sweep file declares as its task. {@link #read} the file with this program's
   * catalog.
   *
   * @return empty if the task is one known by name
   * @throws SpecException with every problem in the declaration
   */
  public static Optional<CommandTask> command(String file, String yaml) throws SpecException {
    return CommandReader.find(file, yaml, CommandReader.Reader.STARTS);
  }

  /**
   * Like {@link #command}, for sweeps driven through ask/tell: the file need not say how to start
   * the program.
   */
  public static Optional<CommandTask> asked(String file, String yaml) throws SpecException {
    return CommandReader.find(file, yaml, CommandReader.Reader.ASKS);
  }

  /**
   * Like {@link #asked}, for the file of a recorded sweep, which may be older than a rule about
   * columns.
   */
  public static Optional<CommandTask> recorded(String file, String yaml) throws SpecException {
    return CommandReader.find(file, yaml, CommandReader.Reader.LOOKS_BACK);
  }

  /** The task's name as written in a sweep file; empty if there is none. */
  public static Optional<String> taskName(String yaml) {
    return CommandReader.taskName(yaml);
  }

  /** What a sweep file says about its lab. */
  public static LabChoice lab(String yaml) {
    Problems unread = new Problems(""); // reading the file says what is wrong
    return new Document(unread)
        .parse(yaml)
        .flatMap(root -> Nodes.find(root, Sections.LAB.name()))
        .flatMap(node -> LabChoice.FORM.in(new Given(unread, node, Sections.LAB.name())))
        .orElse(LabChoice.NONE);
  }
}
