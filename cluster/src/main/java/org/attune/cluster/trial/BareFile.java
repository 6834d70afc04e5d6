package org.attune.cluster.trial;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.store.Digest;

/**
 * A user's file, where there is no Hadoop. It has the fingerprint of {@link HadoopData}, so that a
 * sweep can go on elsewhere. A table of embeddings in Parquet cannot be read so.
 *
 * @param path of the file
 */
public record BareFile(String path) implements UserData {

  /** A file on this machine. */
  public static UserData at(Path file) {
    return new BareFile(file.toAbsolutePath().toString());
  }

  @Override
  public InputStream open(String below) throws IOException {
    if (!below.isEmpty()) {
      throw new FileNotFoundException("There is no '%s' below the file %s".formatted(below, path));
    }
    return Files.newInputStream(Path.of(path));
  }

  @Override
  public String name() {
    return String.valueOf(Path.of(path).getFileName());
  }

  @Override
  public DataFile fingerprint() throws IOException {
    try (InputStream content = open("")) {
      return new DataFile(name(), Digest.of(content).sha256());
    }
  }
}
