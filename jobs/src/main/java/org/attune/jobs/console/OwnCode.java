package org.attune.jobs.console;

import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says where code of the user's failed: of {@code --jars}, or of a command of the user's. */
public final class OwnCode {

  private static final String OURS = "org.attune.";

  private OwnCode() {}

  /** Loads the classes of the user's jars. */
  public static final class Loader extends URLClassLoader {

    public Loader(List<URL> jars, ClassLoader parent) {
      super(jars.toArray(URL[]::new), parent);
    }

    private Optional<String> jar(StackTraceElement frame) {
      String file = frame.getClassName().replace('.', '/') + ".class";
      return Optional.ofNullable(findResource(file)).map(url -> OwnCode.jar(url, file));
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
        .filter(frame -> jars.jar(frame).isPresent())
        .findFirst()
        .map(frame -> at(frame) + ": " + describeAlone(cause));
  }

  /**
   * The whole message about a failure of the user's code.
   *
   * @param command the command that ran; it may be the user's
   * @param name the command's
   * @return empty if no code of the user's failed
   */
  static Optional<String> message(Throwable failure, Object command, String name) {
    Throwable cause = root(failure);
    if (Thread.currentThread().getContextClassLoader() instanceof Loader jars) {
      for (StackTraceElement frame : cause.getStackTrace()) {
        Optional<String> jar = jars.jar(frame);
        if (jar.isPresent()) {
          return Optional.of(
              "The class %s of %s failed, %s: %s. Mend the class, or leave the jar out."
                  .formatted(frame.getClassName(), jar.get(), at(frame), describeAlone(cause)));
        }
      }
    }
    Class<?> type = command.getClass();
    if (type.getName().startsWith(OURS)) {
      return Optional.empty();
    }
    String line =
        Stream.of(cause.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith(type.getName()))
            .findFirst()
            .map(frame -> ", " + at(frame))
            .orElse("");
    return Optional.of(
        "The command '%s' (class %s of %s) failed%s: %s. Mend the class, or take its jar off the class path."
            .formatted(name, type.getName(), jar(type), line, describeAlone(cause)));
  }

  /** The name of the jar, or of the folder of classes, with a file. */
  public static String jar(URL url, String file) {
    String place = url.getPath();
    String folder =
        place.endsWith(file) ? place.substring(0, place.length() - file.length()) : place;
    return folder.replaceFirst("!?/$", "").replaceFirst(".*/", "");
  }

  private static String jar(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null ? "a jar" : jar(source.getLocation(), "");
  }

  private static String at(StackTraceElement frame) {
    return frame.getFileName() + ":" + frame.getLineNumber();
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
