package org.attune.model.data;

import java.io.IOException;

/** A file that cannot be what it is taken for; the message names the file and where in it. */
public final class DataException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param file as the user names it
   * @param where the offset, row or entry; "" for the file as a whole
   * @param what is wrong, and what would be right
   */
  public DataException(String file, String where, String what) {
    super("Cannot read %s%s: %s".formatted(file, where.isEmpty() ? "" : " at " + where, what));
  }
}
