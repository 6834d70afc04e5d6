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
import org.attune.model.task.Task;
import org.nd4j.linalg.api.ndarray.INDArray;

/** What a jar of a user may compile against: {@code attune-api}, the stable part of model, ND4J. */
final class StableClasses {

  private static final List<String> OF_MODEL =
      List.of(
          "org/attune/model/attention",
          "org/attune/model/task",
          "org/attune/model/program",
          "org/attune/model/primitive");

  /** Stable types of other packages. */
  private static final List<String> SINGLE =
      List.of("org/attune/model/catalog/Variant.class", "org/attune/model/network/Signature.class");

  private StableClasses() {}

  /** The class path; the stable classes of model are copied below a folder. */
  static String path(Path folder) throws IOException {
    Path stable = folder.resolve("stable");
    Path model = place(Task.class);
    if (Files.isDirectory(model)) {
      copy(model, stable);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(model)) {
        copy(jar.getPath("/"), stable);
      }
    }
    return String.join(
        File.pathSeparator,
        place(TrialProgram.class).toString(),
        stable.toString(),
        place(INDArray.class).toString());
  }

  private static void copy(Path classes, Path to) throws IOException {
    for (String path : SINGLE) {
      copyOne(classes, classes.resolve(path), to);
    }
    for (String path : OF_MODEL) {
      try (Stream<Path> files = Files.list(classes.resolve(path))) {
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
