package org.attune.cluster.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads small files that users name with a scheme, such as {@code hdfs://...} or {@code s3a://...}.
 */
public final class HadoopFile {

  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

  private HadoopFile() {}

  /** Whether a name has a scheme; a plain path has none. */
  public static boolean named(String name) {
    return SCHEME.matcher(name).matches();
  }

  /**
   * Reads a whole file.
   *
   * @param most the most bytes that the file may have
   * @throws FileNotFoundException when there is no such file, or it is a folder
   * @throws IOException when the file is larger, or its file system is unknown or unreachable
   */
  public static byte[] read(String name, int most) throws IOException {
    try {
      Path path = new Path(name);
      FileSystem files = path.getFileSystem(HadoopSettings.current());
      try (InputStream file = files.open(path)) {
        byte[] content = file.readNBytes(most + 1);
        if (content.length > most) {
          throw new IOException("it has more than %d bytes".formatted(most));
        }
        return content;
      }
    } catch (RuntimeException e) { // by Path, for unknown hosts, or for a class that is not there
      throw new IOException(e.getMessage(), e);
    }
  }
}
