package org.attune.api.storage;

import java.io.IOException;

/**
 * This driver is fenced: another driver took over the sweep, and this one must not write any more.
 *
 * <pre>{@code
 * boolean owns(Storage.AppendFile journal) throws IOException {
 *   try {
 *     journal.force();
 *     return true;
 *   } catch (FencedException fenced) {
 *     return false; // another driver has the sweep: end without writing
 *   }
 * }
 * }</pre>
 */
public final class FencedException extends IOException {

  public FencedException(String message) {
    super(message);
  }

  public FencedException(String message, Throwable cause) {
    super(message, cause);
  }
}
