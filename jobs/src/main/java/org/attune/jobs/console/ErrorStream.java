package org.attune.jobs.console;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;

/**
 * Where {@link System#err} goes. A JVM with Java's vector module warns on stderr that the module
 * incubates, and no option keeps it silent. The launcher drops that line: it gives the JVM a filter
 * as stderr, and the real stderr as one more file descriptor. Java writes straight to the latter,
 * so its lines keep their order with those on stdout. Output of the JVM itself and of native
 * libraries goes through the filter.
 */
public final class ErrorStream {

  /** The number of the file descriptor of the real stderr; set by the launcher. */
  private static final String PROPERTY = "attune.stderr";

  private ErrorStream() {}

  /** Sends {@link System#err} to the file descriptor that the launcher names, if it names one. */
  public static void begin() {
    Integer number = Integer.getInteger(PROPERTY);
    if (number == null) {
      return;
    }
    FileDescriptor descriptor;
    try {
      Constructor<FileDescriptor> constructor =
          FileDescriptor.class.getDeclaredConstructor(int.class);
      constructor.setAccessible(true); // java.io is open: cluster/java-17.options
      descriptor = constructor.newInstance(number);
    } catch (ReflectiveOperationException | RuntimeException closed) {
      return; // the filter passes on all but the warning
    }
    System.setErr(
        new PrintStream(
            new BufferedOutputStream(new FileOutputStream(descriptor)),
            true,
            Charset.forName(System.getProperty("native.encoding"))));
  }
}
