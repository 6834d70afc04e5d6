package org.attune.jobs.session;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.api.trial.Secrets;
import org.attune.cluster.store.HadoopFile;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.command.SecretSource;

/**
 * Finds the secrets of a user's program in the sources that the sweep file names. They reach
 * executors only in the driver's messages, which nobody stores. They cross a network only if Spark
 * encrypts it.
 *
 * @param shell the environment variables of the shell that runs this command
 */
public record SecretValues(Map<String, String> shell) {

  private static final int MOST_BYTES = 65_536;
  private static final String ENCRYPTED = "spark.network.crypto.enabled";
  private static final Set<String> OTHER_CIPHERS =
      Set.of("spark.authenticate.enableSaslEncryption", "spark.ssl.rpc.enabled");

  /**
   * Reads the secrets' values.
   *
   * @throws InputException when a secret is missing, too short, or readable by others; the message
   *     names all such secrets
   */
  public Secrets read(SortedMap<String, SecretSource> sources) throws IOException {
    TreeMap<String, String> values = new TreeMap<>();
    TreeMap<String, String> missing = new TreeMap<>();
    for (Map.Entry<String, SecretSource> entry : sources.entrySet()) {
      try {
        values.put(entry.getKey(), value(entry.getValue()));
      } catch (InputException why) {
        missing.put(entry.getKey(), why.getMessage());
      }
    }
    if (!missing.isEmpty()) {
      throw new InputException(
          missing.entrySet().stream()
              .map(
                  each ->
                      "task.command.environment.%s: %s".formatted(each.getKey(), each.getValue()))
              .collect(Collectors.joining("\n        ")));
    }
    return new Secrets(values);
  }

  private String value(SecretSource source) throws IOException {
    String value;
    String where;
    if (source instanceof SecretSource.Variable variable) {
      value = shell.getOrDefault(variable.name(), "");
      where = "the variable " + variable.name();
      if (value.isEmpty()) {
        throw new InputException(
            "Attune stores no secret, and the variable %s is not set in this shell; set it: export %s=..."
                .formatted(variable.name(), variable.name()));
      }
    } else {
      String path = ((SecretSource.File) source).path();
      value = content(path).stripTrailing();
      where = "the file " + path;
    }
    if (value.length() < Secrets.LEAST_CHARACTERS) {
      throw new InputException(
          "%s has %d characters; a secret needs at least %d, or Attune cannot hide it in what the program prints"
              .formatted(where, value.length(), Secrets.LEAST_CHARACTERS));
    }
    if (value.indexOf('\0') >= 0) {
      throw new InputException(where + " has a byte 0, which no variable can hold");
    }
    return value;
  }

  private static String content(String path) throws IOException {
    try {
      if (HadoopFile.named(path)) {
        return new String(HadoopFile.read(path, MOST_BYTES), StandardCharsets.UTF_8);
      }
      Path file = Path.of(path);
      if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
        PrivateFile.require("", file);
        return Files.readString(file);
      }
    } catch (IOException unreadable) {
      throw new InputException("cannot read %s: %s".formatted(path, unreadable.getMessage()));
    }
    throw new InputException(
        "cannot read %s: there is no such file of at most %,d bytes".formatted(path, MOST_BYTES));
  }

  /**
   * Refuses to send secrets over a network unencrypted.
   *
   * @param secrets the secrets' names
   * @param security the settings that {@code --secure} sets
   */
  public static void requireEncryption(
      Set<String> secrets, String master, Map<String, String> security) {
    boolean encrypted =
        security.containsKey(ENCRYPTED)
            || Sessions.told(ENCRYPTED).filter("true"::equals).isPresent()
            || OTHER_CIPHERS.stream()
                .anyMatch(key -> Sessions.told(key).filter("true"::equals).isPresent());
    if (!secrets.isEmpty() && !Sessions.isLocal(master) && !encrypted) {
      throw new InputException(
          "task.command.environment: the secrets %s would cross the network of %s unencrypted; have Spark encrypt it: --secure"
              .formatted(secrets, master));
    }
  }
}
