package org.attune.cluster.trial;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.attune.cluster.store.HadoopSettings;
import org.attune.model.data.Embeddings;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.store.Digest;

/**
 * A user's file or folder, at any place that Hadoop can read.
 *
 * @param location a URI with its scheme, so that all executors open the same place: {@code
 *     file:/data/corpus.txt}
 */
public record HadoopData(String location) implements UserData {

  /** The data at a path on this machine, or at a URI. */
  public static HadoopData at(String named) {
    if (named.contains(":/") && !named.startsWith("file:")) {
      return new HadoopData(named);
    }
    java.nio.file.Path path =
        named.startsWith("file:")
            ? java.nio.file.Path.of(URI.create(named.replace(" ", "%20")).getPath())
            : java.nio.file.Path.of(named);
    return new HadoopData("file:" + path.toAbsolutePath().normalize());
  }

  @Override
  public InputStream open(String path) throws IOException {
    Path file = path.isEmpty() ? new Path(location) : new Path(location, path);
    if (isLocal(file)) {
      named(file.toUri().getPath());
    }
    FileSystem system = system();
    if (system.getFileStatus(file).isDirectory()) {
      throw new IOException("Cannot read %s: it is a folder".formatted(file.toUri().getPath()));
    }
    requireFile(file);
    return system.open(file);
  }

  /** Refuses a pipe or a device, which may never end. */
  private static void requireFile(Path file) throws IOException {
    if (isLocal(file) && !Files.isRegularFile(named(file.toUri().getPath()))) {
      throw new IOException(
          "Cannot read %s: it is a pipe or a device, not a file".formatted(file.toUri().getPath()));
    }
  }

  /** Refuses a folder with a name that Java cannot spell: a listing would leave the file out. */
  private static void requireNames(Path folder) throws IOException {
    if (isLocal(folder)) {
      requireNames(named(folder.toUri().getPath()).toFile());
    }
  }

  private static void requireNames(File folder) throws IOException {
    String[] names = folder.list();
    for (String name : names == null ? new String[0] : names) {
      requireNames(named(folder + "/" + name).toFile());
    }
  }

  private static boolean isLocal(Path file) {
    return "file".equals(file.toUri().getScheme());
  }

  private static java.nio.file.Path named(String path) throws IOException {
    try {
      return java.nio.file.Path.of(path);
    } catch (InvalidPathException unnamed) {
      throw new IOException(
          "Cannot read %s: Java cannot name it in this process's locale; set LC_ALL=C.UTF-8 there"
              .formatted(path),
          unnamed);
    }
  }

  @Override
  public List<String> files() throws IOException {
    Path path = new Path(location);
    FileStatus status = system().getFileStatus(path);
    return status.isDirectory() ? List.copyOf(files(status.getPath()).keySet()) : List.of();
  }

  /** Reads embeddings from a Parquet file, or from all such files in a folder, at any depth. */
  @Override
  public Optional<Embeddings> embeddings() throws IOException {
    Path path = new Path(location);
    FileStatus status = system().getFileStatus(path);
    if (!status.isDirectory()) {
      requireFile(path);
      return EmbeddingFile.is(name())
          ? Optional.of(EmbeddingFile.read(List.of(path), HadoopSettings.current()))
          : Optional.empty();
    }
    List<Path> parts =
        files(status.getPath()).entrySet().stream()
            .filter(file -> EmbeddingFile.is(file.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(EmbeddingFile.read(parts, HadoopSettings.current()));
  }

  @Override
  public String name() {
    return new Path(location).getName();
  }

  /**
   * A file's hash covers its bytes; a folder's covers the names and hashes of all its files, by
   * name.
   */
  @Override
  public DataFile fingerprint() throws IOException {
    Path path = new Path(location);
    FileStatus status = system().getFileStatus(path);
    String hash = status.isDirectory() ? folderHash(status.getPath()) : hash(path);
    return new DataFile(path.getName(), hash);
  }

  private SortedMap<String, Path> files(Path folder) throws IOException {
    requireNames(folder);
    SortedMap<String, Path> files = new TreeMap<>();
    RemoteIterator<LocatedFileStatus> all = system().listFiles(folder, true);
    while (all.hasNext()) {
      Path file = all.next().getPath();
      requireFile(file);
      files.put(folder.toUri().relativize(file.toUri()).getPath(), file);
    }
    return files;
  }

  private String folderHash(Path folder) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (var file : files(folder).entrySet()) {
      lines.append(hash(file.getValue())).append("  ").append(file.getKey()).append('\n');
    }
    return Digest.of(lines.toString().getBytes(StandardCharsets.UTF_8)).sha256();
  }

  private String hash(Path file) throws IOException {
    requireFile(file);
    try (InputStream in = system().open(file)) {
      return Digest.of(in).sha256();
    }
  }

  private FileSystem system() throws IOException {
    try {
      return new Path(location).getFileSystem(HadoopSettings.current());
    } catch (
        RuntimeException e) { // Hadoop's error for an unknown host, or a class that is not there
      throw new IOException("Cannot open %s: %s".formatted(location, e.getMessage()), e);
    }
  }
}
