package org.attune.jobs.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.cluster.spark.SparkVersion;
import org.attune.jobs.console.InputException;
import picocli.CommandLine.Option;

/**
 * {@code --secure}: Spark's processes authenticate each other with a secret, and encrypt the data
 * that they send and spill. Only this process's Spark settings hold the secret, and Spark redacts
 * it wherever it shows them. No row, file, log line or command line contains it.
 */
public final class SecureOption {

  private static final int LEAST_CHARACTERS = 16;
  private static final String WITHOUT_FILE = "";
  private static final String KEY_AGREEMENT = "spark.network.crypto.authEngineVersion";
  private static final String CIPHER = "spark.network.crypto.cipher";
  private static final String SASL = "spark.authenticate.enableSaslEncryption";

  @Option(
      names = "--secure",
      arity = "0..1",
      fallbackValue = WITHOUT_FILE,
      paramLabel = "FILE",
      description =
          "Authenticate Spark's processes and encrypt their messages and spilled data. FILE has the"
              + " secret of a standalone master; on YARN, Kubernetes and this machine Spark makes"
              + " one.")
  private Optional<String> secret = Optional.empty();

  /**
   * Spark's settings for {@code --secure}; empty when the option is absent.
   *
   * @param master the master that Spark will run on
   * @throws InputException when a secret is missing, or readable by others
   */
  public Map<String, String> properties(String master) throws IOException {
    if (secret.isEmpty()) {
      return Map.of();
    }
    String file = secret.get();
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("spark.authenticate", "true");
    if (Sessions.told(SASL).map(Boolean::parseBoolean).orElse(false)) {
      properties.putAll(sasl());
    } else {
      properties.putAll(aes());
      warning(SparkVersion.current()).ifPresent(text -> System.err.println("warning: " + text));
    }
    properties.put("spark.io.encryption.enabled", "true");
    boolean shared = SilentMaster.isStandalone(master);
    if (shared && file.equals(WITHOUT_FILE)) {
      throw new InputException(
          "--secure: a standalone master has a secret of its own; say in which file it is: --secure"
              + " FILE");
    }
    if (!shared && !file.equals(WITHOUT_FILE)) {
      throw new InputException(
          "--secure %s: with master %s Spark makes a secret of its own; say --secure alone"
              .formatted(file, master));
    }
    if (shared) {
      properties.put("spark.authenticate.secret", secret(Path.of(file)));
    }
    return properties;
  }

  /** Refuses altered, repeated and reordered messages; its ciphers are old (3DES, HMAC-MD5). */
  private static Map<String, String> sasl() {
    return Map.ofEntries(
        Map.entry(SASL, "true"),
        Map.entry("spark.network.crypto.enabled", "false"),
        Map.entry("spark.network.sasl.serverAlwaysEncrypt", "true"));
  }

  /** AES in GCM mode refuses altered messages; in CTR mode, Spark's default, it accepts them. */
  private static Map<String, String> aes() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("spark.network.crypto.enabled", "true");
    properties.put("spark.network.crypto.saslFallback", "false");
    // Version 1, Spark's default, encrypts with the agreed secret itself; 2 derives keys from it.
    if (Sessions.told(KEY_AGREEMENT).isEmpty()) {
      properties.put(KEY_AGREEMENT, "2");
    }
    if (Sessions.told(CIPHER).isEmpty() && SparkVersion.current().hasGcm()) {
      properties.put(CIPHER, "AES/GCM/NoPadding");
    }
    return properties;
  }

  /** The warning of a Spark that cannot refuse altered messages with AES. */
  static Optional<String> warning(SparkVersion spark) {
    return spark.hasGcm() || Sessions.told(CIPHER).isPresent()
        ? Optional.empty()
        : Optional.of(
            ("--secure on Spark %s does not detect altered messages: AES/GCM needs Spark 3.5.9 or"
                    + " 4.2.0. On a network where somebody may alter packets, add --conf %s=true")
                .formatted(spark, SASL));
  }

  private static String secret(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new InputException("--secure: cannot read " + path + ": there is no such file");
    }
    if (!Files.isRegularFile(path)) {
      throw new InputException(
          "--secure: cannot read " + path + ": it is not a plain file; write the secret into one");
    }
    if (!Files.isReadable(path)) {
      throw new InputException("--secure: cannot read " + path + ": this user may not read it");
    }
    PrivateFile.require("--secure: ", path);
    String secret = Files.readString(path).strip();
    if (secret.length() < LEAST_CHARACTERS) {
      throw new InputException(
          "--secure: the secret in %s has %d characters; it needs %d at least, as of: openssl rand -hex 32"
              .formatted(path, secret.length(), LEAST_CHARACTERS));
    }
    return secret;
  }
}
