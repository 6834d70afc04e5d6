package org.attune.cluster.store;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Says in a user's words why Hadoop cannot open a file or a folder; its own name classes. */
public final class HadoopFailure {

  /** How Hadoop names the two ends of a call. */
  private static final Pattern CALL = Pattern.compile("Call From \\S+ to (\\S+) failed.*");

  /** How Hadoop names the other end of a call whose host nobody knows. */
  private static final Pattern DESTINATION = Pattern.compile("destination host is: \"([^\"]+)\"");

  private HadoopFailure() {}

  /**
   * The reason, without a full stop.
   *
   * @param place the path that the user gave
   */
  public static String why(String place, Throwable failure) {
    List<Throwable> causes = ExceptionUtils.getThrowableList(failure);
    String message = firstLine(failure);
    Optional<String> host = unknownHost(causes);
    if (host.isPresent()) {
      return "no host has the name " + host.get() + remedy(place, host.get());
    }
    Optional<String> silent = silent(failure);
    if (silent.isPresent()) {
      return silent.get();
    }
    if (has(causes, ConnectException.class)) {
      return "nothing answers at %s; check the host and the port"
          .formatted(StringUtils.substringBefore(StringUtils.substringAfter(place, "://"), "/"));
    }
    if (has(causes, UnsupportedFileSystemException.class, ClassNotFoundException.class)) {
      return "Hadoop has no class for %s: here; give a path on this machine or hdfs://HOST:PORT/PATH"
          .formatted(StringUtils.substringBefore(place, ":"));
    }
    if (message.startsWith("Incomplete HDFS URI")) {
      return "it names no host and no HADOOP_CONF_DIR does; write hdfs://HOST:PORT/PATH";
    }
    return has(causes, URISyntaxException.class)
        ? "it is not a path; write hdfs://HOST:PORT/PATH"
        : message.isEmpty() ? failure.toString() : message;
  }

  /** The host without an address: from Hadoop's message, otherwise from the last cause. */
  private static Optional<String> unknownHost(List<Throwable> causes) {
    String host = "";
    for (Throwable cause : causes) {
      String message = cause instanceof UnknownHostException ? firstLine(cause) : "";
      Matcher called = DESTINATION.matcher(message);
      if (called.find()) {
        return Optional.of(called.group(1));
      }
      String named = StringUtils.substringBefore(message, ":");
      host = named.isEmpty() ? host : named;
    }
    return Optional.of(host).filter(name -> !name.isEmpty());
  }

  /** What to check: the user's address, or settings, which may name a host or a name service. */
  private static String remedy(String place, String host) {
    String given = StringUtils.substringBefore(StringUtils.substringAfter(place, "://"), "/");
    if (!given.contains(host)) {
      return ", and the address does not name it; check the settings in HADOOP_CONF_DIR, and this"
          + " machine's own name";
    }
    return "; check the address"
        + (place.startsWith("hdfs:") && given.matches("[^.:]+")
            ? ", or, if it names an HDFS service, the settings in HADOOP_CONF_DIR"
            : "");
  }

  /** That nothing answers at an address, and which; empty for any other failure. */
  public static Optional<String> silent(Throwable failure) {
    for (Throwable cause : ExceptionUtils.getThrowableList(failure)) {
      Matcher call = CALL.matcher(firstLine(cause));
      if (isNetwork(cause) && call.matches()) {
        return Optional.of(
            "nothing answers at %s; check the host and the port, and that HDFS is running there"
                .formatted(call.group(1)));
      }
    }
    return Optional.empty();
  }

  private static boolean isNetwork(Throwable cause) {
    return cause instanceof ConnectException
        || cause instanceof NoRouteToHostException
        || cause instanceof SocketTimeoutException;
  }

  private static String firstLine(Throwable failure) {
    return Objects.toString(failure.getMessage(), "").lines().findFirst().orElse("");
  }

  @SafeVarargs
  private static boolean has(List<Throwable> causes, Class<? extends Throwable>... types) {
    return causes.stream()
        .anyMatch(cause -> Arrays.stream(types).anyMatch(type -> type.isInstance(cause)));
  }
}
