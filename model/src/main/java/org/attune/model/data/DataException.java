package org.attune.model.data;

import java.io.IOException;

/** A file does not have the expected content. The message names the file and the location in it. */
public final class DataException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param file the user's name for the file
   * @param where the offset, row or entry; "" for the whole file
   * @param what what is wrong, and what would be right
   */
  public DataException(String file, String where, String what) {
    super("Cannot read %s%s: %s".formatted(file, where.isEmpty() ? "" : " at " + where, what));
  }
}
