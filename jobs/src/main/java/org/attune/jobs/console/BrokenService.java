package org.attune.jobs.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says which jar's services file names a class that cannot be used: Java's own message names the
 * class alone. Commands without {@code --jars}, and {@code spark-submit}, find jars on the class
 * path, where nothing has checked them.
 */
public final class BrokenService {

  private static final String SERVICES = "META-INF/services/";

  /** As java.util.ServiceLoader words it: {@code SERVICE: Provider CLASS not found}. */
  private static final Pattern MESSAGE =
      Pattern.compile("([\\w.$]+): (?:Provider )?([\\w.$]+) (.*)", Pattern.DOTALL);

  private BrokenService() {}

  /** The message for a broken service, or what one caused; empty for any other failure. */
  public static Optional<String> describe(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(ServiceConfigurationError.class::isInstance)
        .findFirst()
        .map(BrokenService::message);
  }

  private static String message(Throwable failure) {
    Matcher parts = MESSAGE.matcher(String.valueOf(failure.getMessage()));
    if (!parts.matches()) {
      return "A jar is broken: " + failure.getMessage();
    }
    String service = parts.group(1);
    String name = parts.group(2);
    return "Cannot use the class %s of %s (%s): %s; correct %s in that jar, or leave the jar out."
        .formatted(
            name,
            jar(service, name).orElse("a jar"),
            service,
            why(failure, parts.group(3)),
            SERVICES + service);
  }

  private static String why(Throwable failure, String reason) {
    if (reason.equals("not found")) {
      return "there is no such class";
    }
    return failure.getCause() == null
        ? reason
        : OwnCode.describe(failure).orElseGet(() -> OwnCode.describeAlone(OwnCode.root(failure)));
  }

  /** The jar whose services file names a class. */
  private static Optional<String> jar(String service, String name) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try {
      for (URL file : Collections.list(loader.getResources(SERVICES + service))) {
        try (InputStream in = file.openStream()) {
          boolean names =
              new String(in.readAllBytes(), UTF_8)
                  .lines()
                  .anyMatch(line -> line.replaceFirst("#.*", "").strip().equals(name));
          if (names) {
            return Optional.of(OwnCode.jar(file, SERVICES + service));
          }
        }
      }
    } catch (IOException unreadable) {
      return Optional.empty();
    }
    return Optional.empty();
  }
}
