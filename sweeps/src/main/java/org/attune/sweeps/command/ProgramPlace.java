package org.attune.sweeps.command;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Spelling;

/** What a command needs of the machine that it runs on: its folder, its program, its script. */
final class ProgramPlace {

  private ProgramPlace() {}

  /**
   * The folder or the program, if this machine lacks it, in a sentence with its key, and the name
   * that was probably meant. A word with a name in braces is not looked for.
   *
   * @param words the command, with names in braces
   * @param folder that it runs in, absolute
   * @param path the folders that have programs; empty if unknown
   */
  static Optional<String> missing(List<String> words, Path folder, String path) {
    if (!Files.isDirectory(folder)) {
      return Optional.of("task.command.folder: " + noFolder(folder));
    }
    String program = words.get(0);
    if (!ProgramFile.isFixed(program)) {
      return Optional.empty();
    }
    if (program.indexOf('/') >= 0) {
      return ProgramFile.there(program, folder)
          ? Optional.empty()
          : Optional.of(noFile(program, folder));
    }
    if (!path.isEmpty() && OwnSession.file(program, folder, path).isEmpty()) {
      List<String> programs =
          Stream.of(path.split(File.pathSeparator))
              .flatMap(entry -> names(folder.resolve(entry)).stream())
              .toList();
      return Optional.of(
          "task.command.run: there is no program '%s' on this machine's PATH%s"
              .formatted(program, Spelling.hint(program, programs)));
    }
    return Optional.empty();
  }

  /**
   * The script of a known interpreter, if the command's folder lacks it, in such a sentence. The
   * interpreter may still find it elsewhere.
   */
  static Optional<String> missingScript(List<String> words, Path folder) {
    return Files.isDirectory(folder)
        ? ProgramFile.missingScript(words, folder).map(script -> noFile(script, folder))
        : Optional.empty();
  }

  private static String noFile(String file, Path folder) {
    return "task.command.run: there is no %s in %s on this machine%s"
        .formatted(file, folder, Spelling.hint(file, names(folder)));
  }

  private static String noFolder(Path folder) {
    if (Files.exists(folder)) {
      return folder + " is a file; name a folder";
    }
    Optional<Path> around = Optional.ofNullable(folder.getParent());
    return "there is no folder %s on this machine%s"
        .formatted(
            folder,
            around.map(in -> Spelling.hint(folder.getFileName().toString(), names(in))).orElse(""));
  }

  /** The names in a folder; none if it cannot be read. */
  private static List<String> names(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    } catch (IOException unreadable) {
      return List.of();
    }
  }
}
