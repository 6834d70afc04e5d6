package org.attune.jobs.console;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says where code of the user's, from {@code --jars}, failed. */
public final class OwnCode {

  private OwnCode() {}

  /** Loads the classes of the user's jars. */
  public static final class Loader extends URLClassLoader {

    public Loader(List<URL> jars, ClassLoader parent) {
      super(jars.toArray(URL[]::new), parent);
    }

    private boolean has(StackTraceElement frame) {
      return findResource(frame.getClassName().replace('.', '/') + ".class") != null;
    }
  }

  /**
   * Describes a failure with the innermost line of the user's code that threw it or called what
   * threw it: {@code Spiral.java:12: IllegalStateException: no memory left}.
   *
   * @return empty if no code of this thread's {@link Loader} did
   */
  public static Optional<String> describe(Throwable failure) {
    if (!(Thread.currentThread().getContextClassLoader() instanceof Loader jars)) {
      return Optional.empty();
    }
    Throwable cause = root(failure);
    return Stream.of(cause.getStackTrace())
        .filter(jars::has)
        .findFirst()
        .map(
            frame ->
                "%s:%d: %s"
                    .formatted(frame.getFileName(), frame.getLineNumber(), describeAlone(cause)));
  }

  /** The failure's first cause, which may be itself. */
  public static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** The class and the message of a failure. */
  public static String describeAlone(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    return failure.getMessage() == null ? name : name + ": " + failure.getMessage();
  }
}
