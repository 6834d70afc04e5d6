package org.attune.cluster.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.attune.cluster.store.Storages;
import org.attune.cluster.table.ManifestReader;
import org.attune.sweeps.store.LocalStorage;

/**
 * The directory of one sweep.
 *
 * @param path the directory's path with its scheme
 * @param manifests reads the manifests published there
 */
record SweepDirectory(Path path, ManifestReader manifests) {

  private static final String FILE = "file";

  /**
   * Finds the sweeps that a user names.
   *
   * @param directories a sweep's directory, a folder of sweeps, a glob of either, or several of
   *     these separated by commas
   * @param hadoop supplies Hadoop's settings, called only if some directory is not a local folder
   * @return at least one sweep, sorted by path, without duplicates
   * @throws IOException when a path does not exist, or contains no sweep
   */
  static List<SweepDirectory> find(String directories, Supplier<Configuration> hadoop)
      throws IOException {
    Map<Path, SweepDirectory> found = new LinkedHashMap<>();
    for (String directory : DirectoryNames.in(directories)) {
      for (SweepDirectory sweep : findOne(directory, hadoop)) {
        found.put(sweep.path(), sweep);
      }
    }
    return found.values().stream().sorted(Comparator.comparing(SweepDirectory::path)).toList();
  }

  private static List<SweepDirectory> findOne(String directory, Supplier<Configuration> hadoop)
      throws IOException {
    Optional<java.nio.file.Path> local = DirectoryNames.localFolder(directory);
    List<SweepDirectory> sweeps =
        local.isPresent() ? onThisDisk(local.get()) : elsewhere(directory, hadoop.get());
    if (sweeps.isEmpty()) {
      throw new FileNotFoundException(
          "Cannot read %s: neither it nor a folder directly in it holds a sweep; give the directory that attune run printed"
              .formatted(directory));
    }
    return sweeps;
  }

  private static List<SweepDirectory> onThisDisk(java.nio.file.Path folder) throws IOException {
    SweepDirectory itself = at(folder);
    if (itself.manifests().isSweep()) {
      return List.of(itself);
    }
    List<java.nio.file.Path> children;
    try (Stream<java.nio.file.Path> inside = Files.list(folder)) {
      children = inside.filter(Files::isDirectory).toList();
    }
    return sweeps(SideBySide.map(children, child -> ifSweep(at(child))));
  }

  private static SweepDirectory at(java.nio.file.Path folder) {
    return new SweepDirectory(
        new Path(FILE, null, folder.toString()), new ManifestReader(new LocalStorage(folder)));
  }

  private static List<SweepDirectory> elsewhere(String directory, Configuration hadoop)
      throws IOException {
    Path path = qualified(directory);
    FileSystem fileSystem = path.getFileSystem(hadoop);
    List<SweepDirectory> sweeps = new ArrayList<>();
    for (FileStatus match : matches(fileSystem, path)) {
      SweepDirectory itself = at(match, hadoop);
      if (itself.manifests().isSweep()) {
        sweeps.add(itself);
      } else {
        List<FileStatus> children =
            Stream.of(fileSystem.listStatus(match.getPath()))
                .filter(FileStatus::isDirectory)
                .toList();
        sweeps.addAll(sweeps(SideBySide.map(children, child -> ifSweep(at(child, hadoop)))));
      }
    }
    return sweeps;
  }

  private static Optional<SweepDirectory> ifSweep(SweepDirectory directory) throws IOException {
    return directory.manifests().isSweep() ? Optional.of(directory) : Optional.empty();
  }

  private static List<SweepDirectory> sweeps(List<Optional<SweepDirectory>> found) {
    return found.stream().flatMap(Optional::stream).toList();
  }

  private static List<FileStatus> matches(FileSystem fileSystem, Path path) throws IOException {
    if (fileSystem.exists(path)) {
      return List.of(fileSystem.getFileStatus(path));
    }
    FileStatus[] matches = fileSystem.globStatus(path);
    List<FileStatus> folders =
        Stream.ofNullable(matches).flatMap(Stream::of).filter(FileStatus::isDirectory).toList();
    if (folders.isEmpty()) {
      boolean pattern = path.toString().matches(".*[*?\\[{].*");
      throw new FileNotFoundException(
          "Cannot read %s: %s"
              .formatted(path, pattern ? "no directory matches it" : "there is no such directory"));
    }
    return folders;
  }

  private static SweepDirectory at(FileStatus status, Configuration hadoop) throws IOException {
    Path path = status.getPath();
    return new SweepDirectory(path, new ManifestReader(Storages.of(path.toString(), hadoop)));
  }

  /**
   * Qualifies a path. A path without a scheme is on the local disk, whatever Hadoop's default is.
   */
  private static Path qualified(String directory) {
    Path path = new Path(Storages.absolute(directory));
    return path.toUri().getScheme() != null ? path : new Path(FILE, null, path.toString());
  }
}
