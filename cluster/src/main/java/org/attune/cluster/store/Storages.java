package org.attune.cluster.store;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;

/** Opens the directory that a string names. */
public final class Storages {
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):.*");

  private Storages() {}

  /** Calls {@link #of(String, Configuration)} with {@link HadoopSettings#current}. */
  public static Storage of(String directory) throws IOException {
    return open(directory, HadoopSettings::current);
  }

  /**
   * Opens a directory, which need not exist yet: {@code hdfs://...} on HDFS, {@code file:...} or a
   * plain path on the local disk.
   *
   * @throws IOException when Attune cannot keep a sweep on such a file system, or cannot reach it
   */
  public static Storage of(String directory, Configuration configuration) throws IOException {
    return open(directory, () -> configuration);
  }

  /**
   * Reads Hadoop's settings only on demand: reading takes some ten milliseconds, and a local
   * directory needs none.
   */
  private static Storage open(String directory, Supplier<Configuration> settings)
      throws IOException {
    Matcher scheme = SCHEME.matcher(directory);
    if (!scheme.matches()) {
      return new LocalStorage(Path.of(directory));
    }
    return switch (scheme.group(1).toLowerCase(Locale.ROOT)) {
      case "hdfs" -> hdfs(directory, settings.get());
      case "file" -> new LocalStorage(Path.of(local(directory)));
      case "s3a", "s3", "s3n" ->
          throw new IOException(
              "Cannot keep a sweep in %s: an object store has no forced append and no rename, which the journal stands on; give an hdfs:// path or a local folder"
                  .formatted(directory));
      default ->
          throw new IOException(
              "Cannot keep a sweep in %s: the scheme %s is unknown; give an hdfs:// path or a local folder"
                  .formatted(directory, scheme.group(1)));
    };
  }

  private static Storage hdfs(String directory, Configuration settings) throws IOException {
    try {
      return new HadoopStorage(new org.apache.hadoop.fs.Path(directory), settings);
    } catch (IllegalArgumentException | IOException e) {
      throw unreachable(directory, e);
    }
  }

  /** A failure to reach a directory, with the reason in a user's words. */
  public static IOException unreachable(String directory, Exception why) {
    return new IOException(
        "Cannot reach %s: %s".formatted(directory, HadoopFailure.why(directory, why)), why);
  }

  /**
   * The directory as an absolute path, for a process with another working directory. A directory
   * with a scheme stays unchanged.
   */
  public static String absolute(String directory) {
    return SCHEME.matcher(directory).matches()
        ? directory
        : Path.of(directory).toAbsolutePath().normalize().toString();
  }

  /** The path of a file URI, which may contain unescaped spaces. */
  private static String local(String uri) {
    return URI.create(uri.replace(" ", "%20")).getPath();
  }
}
