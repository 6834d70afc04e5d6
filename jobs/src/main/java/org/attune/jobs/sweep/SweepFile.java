package org.attune.jobs.sweep;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Spelling;
import org.attune.cluster.store.HadoopFailure;
import org.attune.cluster.store.HadoopFile;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.LabChoice;
import org.attune.sweeps.spec.reader.SpecFile;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments that name a sweep file and override its values; several commands share them. */
public final class SweepFile {

  /** More bytes than any sweep file that a person writes. */
  private static final int MAX_BYTES = 1_000_000;

  @Parameters(
      paramLabel = "SPEC.yaml",
      description =
          "The sweep file; hdfs:// and other Hadoop paths work too. The jar has examples such as"
              + " sweeps/quickstart.yaml.")
  private String file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Sets a key of the sweep file, such as train.steps=500 or seed=7; a swept axis is then"
              + " fixed at the value. May be repeated.")
  private Map<String, String> overrides = Map.of();

  private Map<String, String> applied = Map.of();

  /**
   * Reads the file.
   *
   * @param more further values from the command's other options, applied like {@code --set}
   */
  SweepSpec read(AxisCatalog catalog, Map<String, String> more) throws SpecException, IOException {
    Map<String, String> all = new LinkedHashMap<>(overrides);
    all.putAll(more);
    applied = all;
    return SpecFile.read(file, text(), all, catalog);
  }

  /** The name that the user gave. */
  public String name() {
    return file;
  }

  /** The text of the file, and the values that the last reading set over it. */
  public SpecCopy copy() throws IOException {
    return new SpecCopy(text(), applied);
  }

  /**
   * The program that the file declares as its task; empty when the task has a name.
   *
   * @throws SpecException with all errors of the declaration
   */
  Optional<CommandTask> command() throws SpecException, IOException {
    return SpecFile.command(file, text());
  }

  /** What the file says about its lab. */
  public LabChoice lab() {
    try {
      return SpecFile.lab(text());
    } catch (IOException unreadable) {
      return LabChoice.NONE; // reading the file says so
    }
  }

  /** The task's name in the file. */
  Optional<String> taskName() throws IOException {
    return SpecFile.taskName(text());
  }

  /** The existing file with YAML's other ending. */
  private static Optional<Path> otherEnding(Path path) {
    String name = String.valueOf(path.getFileName());
    String stem = name.replaceFirst("\\.(ya?ml)?$", "");
    return Stream.of(stem + ".yaml", stem + ".yml")
        .filter(other -> !other.equals(name))
        .map(path::resolveSibling)
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** The sweep file of the folder whose name comes nearest to a mistyped one. */
  private static Optional<Path> nearName(Path path) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || !Files.isReadable(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> siblings = Files.list(folder)) {
      List<String> names =
          siblings
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches(".*\\.ya?ml"))
              .sorted()
              .toList();
      return Spelling.nearest(String.valueOf(path.getFileName()), names).map(path::resolveSibling);
    }
  }

  private String text() throws IOException {
    if (HadoopFile.named(file)) {
      try {
        return new String(HadoopFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
      } catch (IOException e) {
        String why =
            e instanceof FileNotFoundException
                ? "there is no such file"
                : HadoopFailure.why(file, e);
        throw new InputException("Cannot read the sweep file %s: %s.".formatted(file, why));
      }
    }
    Path path = Path.of(file);
    if (Files.isRegularFile(path)) {
      if (!Files.isReadable(path)) {
        throw new InputException("Cannot read " + file + ": permission denied.");
      }
      if (Files.size(path) > MAX_BYTES) {
        throw new InputException(
            "%s has %d bytes; a sweep file has at most %d. Is it the right file?"
                .formatted(file, Files.size(path), MAX_BYTES));
      }
      try {
        return Files.readString(path, StandardCharsets.UTF_8);
      } catch (MalformedInputException e) {
        throw new InputException("Cannot read " + file + ": it is not UTF-8 text.");
      }
    }
    if (Files.isDirectory(path)) {
      throw new InputException(file + " is a directory; name a sweep file, ending in .yaml.");
    }
    try (InputStream packed = SweepFile.class.getResourceAsStream("/" + file)) {
      if (packed == null || !file.startsWith("sweeps/")) {
        Optional<Path> near = nearName(path);
        throw new InputException(
            "Cannot find the sweep file "
                + file
                + otherEnding(path)
                    .or(() -> near)
                    .map(neighbour -> "; did you mean '" + neighbour + "'?")
                    .orElse("; 'sweeps/quickstart.yaml' is one to start from."));
      }
      return new String(packed.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
