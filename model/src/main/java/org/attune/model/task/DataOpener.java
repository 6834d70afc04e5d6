package org.attune.model.task;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

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
}
