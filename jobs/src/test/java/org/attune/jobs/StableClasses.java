package org.attune.jobs;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.attune.api.trial.TrialProgram;
import org.attune.model.program.Program;
import org.attune.model.task.Task;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * What a jar of a user may compile against: {@code attune-api}, the stable parts of engine and
 * model, ND4J.
 */
final class StableClasses {

  private static final List<String> OF_ENGINE =
      List.of("org/attune/model/program", "org/attune/model/primitive");

  private static final List<String> OF_MODEL =
      List.of(
          "org/attune/model/attention",
          "org/attune/model/task",
          "org/attune/model/catalog/Variant.class",
          "org/attune/model/network/Signature.class");

  private StableClasses() {}

  /** The class path; the stable classes of engine and model are copied below a folder. */
  static String path(Path folder) throws IOException {
    Path stable = folder.resolve("stable");
    copy(Program.class, OF_ENGINE, stable);
    copy(Task.class, OF_MODEL, stable);
    return String.join(
        File.pathSeparator,
        place(TrialProgram.class).toString(),
        stable.toString(),
        place(INDArray.class).toString());
  }

  /** Copies packages and single classes of the module that has a type. */
  private static void copy(Class<?> type, List<String> names, Path to) throws IOException {
    Path module = place(type);
    if (Files.isDirectory(module)) {
      copy(module, names, to);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(module)) {
        copy(jar.getPath("/"), names, to);
      }
    }
  }

  private static void copy(Path classes, List<String> names, Path to) throws IOException {
    for (String name : names) {
      try (Stream<Path> files = Files.walk(classes.resolve(name), 1)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
          copyOne(classes, file, to);
        }
      }
    }
  }

  private static void copyOne(Path classes, Path file, Path to) throws IOException {
    Path target = to.resolve(classes.relativize(file).toString());
    Files.createDirectories(target.getParent());
    Files.copy(file, target);
  }

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException never) {
      throw new IllegalStateException(never);
    }
  }
}
