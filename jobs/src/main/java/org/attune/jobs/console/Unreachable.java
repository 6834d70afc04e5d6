package org.attune.jobs.console;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.exception.ExceptionUtils;

/** Recognises failures that mean: a service on the network, such as HDFS, does not answer. */
final class Unreachable {

  /** How Hadoop names the two ends of a call. */
  private static final Pattern CALL = Pattern.compile("Call From \\S+ to (\\S+) failed.*");

  private Unreachable() {}

  /** A message that names the address, where an exception means that nothing answers there. */
  static Optional<String> describe(Throwable thrown) {
    for (Throwable cause : ExceptionUtils.getThrowableList(thrown)) {
      if (cause instanceof IOException && cause.getMessage() != null) {
        Matcher call = CALL.matcher(cause.getMessage().lines().findFirst().orElse(""));
        if (call.matches() && isNetwork(cause)) {
          return Optional.of(
              "Nothing answers at %s; check the host and the port, and that HDFS is running there."
                  .formatted(call.group(1)));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isNetwork(Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof NoRouteToHostException
        || cause instanceof SocketTimeoutException;
  }
}
