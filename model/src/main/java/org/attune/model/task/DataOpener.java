package org.attune.model.task;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.attune.model.data.Embeddings;

/** Opens the user's files, local or remote. */
@FunctionalInterface
public interface DataOpener {

  /** An opener without data. */
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

  /**
   * Returns the paths of all files below the data path, sorted. The list is empty if the data path
   * is a file.
   */
  default List<String> files() throws IOException {
    return List.of();
  }

  /** Returns the user's name for the data, for messages. */
  default String name() {
    return "what --data names";
  }

  /**
   * Returns the embeddings with their labels if the data is a table of embeddings.
   *
   * @throws IOException if they cannot be read or are malformed
   */
  default Optional<Embeddings> embeddings() throws IOException {
    return Optional.empty();
  }
}
