package org.attune.model.catalog;

import java.nio.file.Path;
import java.security.CodeSource;

/**
 * The class of an object that a jar brought, for messages.
 *
 * @param type the class
 */
public record OwnClass(Class<?> type) {

  /** The class of an object; a lambda expression's is the class that contains it. */
  public static OwnClass of(Object brought) {
    return new OwnClass(brought.getClass());
  }

  /**
   * Returns what one of its methods returned.
   *
   * @throws IllegalArgumentException if that is null
   */
  public <T> T answer(String method, T answer) {
    if (answer == null) {
      throw wrong(method + "() returned null");
    }
    return answer;
  }

  /** An exception that says what is wrong with the class. */
  public IllegalArgumentException wrong(String why) {
    return new IllegalArgumentException(this + ": " + why);
  }

  /** {@code Spiral of mine.jar}. */
  @Override
  public String toString() {
    String name = type.getName().replaceFirst("\\$\\$Lambda.*", "");
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null
        ? name
        : name + " of " + Path.of(source.getLocation().getPath()).getFileName();
  }
}
