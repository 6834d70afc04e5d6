package org.attune.model.task;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.attune.model.data.Embeddings;

/** Opens the user's files, wherever they are. */
@FunctionalInterface
public interface DataOpener {

  /** There are none. */
  DataOpener NONE =
      path -> {
        throw new FileNotFoundException("Cannot open '" + path + "': no data was given");
      };

  /**
   * Opens a file below the data path.
   *
   * @param path relative; "" for the data path itself
   */
  InputStream open(String path) throws IOException;

  /** The paths of all files below the data path, sorted; empty where it is a file itself. */
  default List<String> files() throws IOException {
    return List.of();
  }

  /** What the user named, for messages. */
  default String name() {
    return "what --data names";
  }

  /**
   * Embeddings with their labels, where the data is a table of those.
   *
   * @throws IOException if they cannot be read, or are none
   */
  default Optional<Embeddings> embeddings() throws IOException {
    return Optional.empty();
  }
}
