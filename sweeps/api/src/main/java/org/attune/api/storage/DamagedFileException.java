package org.attune.api.storage;

import java.io.IOException;

/** A file in a sweep's directory is missing, changed, or belongs to another sweep. */
public final class DamagedFileException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param storage of the sweep
   * @param path of the file, relative to the sweep's directory
   * @param damage the problem, as in "is missing"
   */
  public DamagedFileException(Storage storage, String path, String damage) {
    super(
        storage.describe()
            + "/"
            + path
            + " "
            + damage
            + "; restore it from a copy, or run: attune repair "
            + ShellWord.path(storage.describe()));
  }
}
