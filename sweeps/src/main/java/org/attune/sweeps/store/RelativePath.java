package org.attune.sweeps.store;

import java.util.regex.Pattern;

/** The path of a file in a sweep's directory, relative to it. */
public final class RelativePath {

  /** No part is empty, {@code .} or {@code ..}, and none has a character that ends a path. */
  private static final Pattern INSIDE =
      Pattern.compile("(?!\\.{1,2}(?:/|$))[^/\\x00]+(?:/(?!\\.{1,2}(?:/|$))[^/\\x00]+)*");

  private RelativePath() {}

  /**
   * Checks a path that a file in the directory may have named.
   *
   * @param directory for the message
   * @return the path
   * @throws UnsafeFileException if it leads out of the directory
   */
  public static String require(String path, String directory) throws UnsafeFileException {
    if (!path.isEmpty() && !INSIDE.matcher(path).matches()) {
      throw new UnsafeFileException("Invalid path '" + path + "': it leaves " + directory);
    }
    return path;
  }
}
