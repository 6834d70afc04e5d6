package org.attune.cluster.source;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.attune.cluster.store.Storages;
import org.attune.cluster.table.ManifestReader;

/**
 * The directory of one sweep.
 *
 * @param path with its scheme
 * @param manifests finds the tables published there
 */
record SweepDirectory(Path path, ManifestReader manifests) {

  /** A comma that is not within the braces of a glob. */
  private static final String BETWEEN = ",(?![^{}]*})";

  /**
   * Finds the sweeps that a user means.
   *
   * @param directories a sweep's directory, a folder of sweeps, a glob of either, or several of
   *     these with commas between them
   * @return at least one, sorted by path, each once
   * @throws IOException when there is nothing at one of them, or no sweep
   */
  static List<SweepDirectory> find(String directories, Configuration hadoop) throws IOException {
    Map<Path, SweepDirectory> found = new LinkedHashMap<>();
    for (String directory : directories.split(BETWEEN)) {
      if (!directory.isBlank()) {
        for (SweepDirectory sweep : findOne(directory.strip(), hadoop)) {
          found.put(sweep.path(), sweep);
        }
      }
    }
    return found.values().stream().sorted(Comparator.comparing(SweepDirectory::path)).toList();
  }

  private static List<SweepDirectory> findOne(String directory, Configuration hadoop)
      throws IOException {
    Path path = qualified(directory);
    FileSystem fileSystem = path.getFileSystem(hadoop);
    List<FileStatus> matches = matches(fileSystem, path);
    List<SweepDirectory> sweeps = new ArrayList<>();
    for (FileStatus match : matches) {
      SweepDirectory itself = at(match, hadoop);
      if (itself.manifests().isSweep()) {
        sweeps.add(itself);
        continue;
      }
      for (FileStatus child : fileSystem.listStatus(match.getPath())) {
        if (child.isDirectory()) {
          SweepDirectory sweep = at(child, hadoop);
          if (sweep.manifests().isSweep()) {
            sweeps.add(sweep);
          }
        }
      }
    }
    if (sweeps.isEmpty()) {
      throw new FileNotFoundException(
          "Cannot read %s: neither it nor a folder directly in it holds a sweep; give the directory that attune run printed"
              .formatted(directory));
    }
    return sweeps;
  }

  private static List<FileStatus> matches(FileSystem fileSystem, Path path) throws IOException {
    if (fileSystem.exists(path)) {
      return List.of(fileSystem.getFileStatus(path));
    }
    FileStatus[] matches = fileSystem.globStatus(path);
    List<FileStatus> folders =
        Stream.ofNullable(matches).flatMap(Stream::of).filter(FileStatus::isDirectory).toList();
    if (folders.isEmpty()) {
      throw new FileNotFoundException("Cannot read %s: there is no such directory".formatted(path));
    }
    return folders;
  }

  private static SweepDirectory at(FileStatus status, Configuration hadoop) throws IOException {
    Path path = status.getPath();
    return new SweepDirectory(path, new ManifestReader(Storages.of(path.toString(), hadoop)));
  }

  /** A path without a scheme is on the local disk, whatever Hadoop's default is. */
  private static Path qualified(String directory) {
    Path path = new Path(Storages.absolute(directory));
    return path.toUri().getScheme() != null ? path : new Path("file", null, path.toString());
  }
}
