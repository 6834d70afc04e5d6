package org.attune.jobs.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.attune.cluster.spark.SparkVersion;
import org.attune.jobs.Printed;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code run --secure} refuses before Spark is started. */
class TestSecureOption {

  private static final String STANDALONE = "spark://127.0.0.1:1";

  @TempDir Path folder;
  private Path sweep;
  private Path secret;

  @BeforeEach
  void write() throws Exception {
    sweep =
        Files.writeString(
            folder.resolve("s.yaml"),
            "sweep: s\ntask: text\nobjective: {metric: validation_loss, goal: minimize}\n");
    secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef0123456789abcdef\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
  }

  @AfterEach
  void asBefore() {
    System.clearProperty("spark.master");
    System.clearProperty("spark.network.crypto.cipher");
    System.clearProperty("spark.authenticate.enableSaslEncryption");
  }

  @Test
  void aStandaloneMastersSecretIsNamed() {
    refused(STANDALONE, "say in which file it is: --secure FILE", "--secure");
  }

  @Test
  void aSecretThatOthersMayReadIsRefused() throws Exception {
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r-----"));

    refused(STANDALONE, "keep it to yourself: chmod 600 " + secret, "--secure", secret);
  }

  @Test
  void aSecretThatIsSoonGuessedIsRefusedAndNotShown() throws Exception {
    Files.writeString(secret, "horse\n");

    Printed run = refused(STANDALONE, "has 5 characters; it needs 16 at least", "--secure", secret);
    assertThat(run.error()).doesNotContain("horse");
  }

  @Test
  void aMasterThatMakesItsOwnSecretTakesNone() {
    refused("yarn", "with master yarn Spark makes a secret of its own", "--secure", secret);
  }

  @Test
  void messagesAreEncryptedByAesUnlessSaslIsAskedFor() throws Exception {
    SecureOption option = CommandLine.populateCommand(new SecureOption(), "--secure");

    assertThat(option.properties("yarn"))
        .containsEntry("spark.network.crypto.enabled", "true")
        .containsEntry("spark.network.crypto.cipher", "AES/GCM/NoPadding")
        .containsEntry("spark.network.crypto.authEngineVersion", "2");

    System.setProperty("spark.network.crypto.cipher", "AES/CTR/NoPadding"); // as an older cluster
    assertThat(option.properties("yarn")).doesNotContainKey("spark.network.crypto.cipher");

    System.setProperty("spark.authenticate.enableSaslEncryption", "true");
    assertThat(option.properties("yarn"))
        .containsEntry("spark.authenticate", "true")
        .containsEntry("spark.authenticate.enableSaslEncryption", "true")
        .containsEntry("spark.network.sasl.serverAlwaysEncrypt", "true")
        .containsEntry("spark.network.crypto.enabled", "false"); // else Spark takes AES
  }

  @Test
  void aSparkThatLosesSuchMessagesIsWarnedOf() {
    assertThat(SecureOption.warning(new SparkVersion("3.5.9"))).isEmpty();
    assertThat(SecureOption.warning(new SparkVersion("3.5.5")))
        .contains(
            "--secure on Spark 3.5.5 does not detect altered messages: AES/GCM needs Spark 3.5.9 or"
                + " 4.2.0. On a network where somebody may alter packets, add --conf"
                + " spark.authenticate.enableSaslEncryption=true");
  }

  private Printed refused(String master, String reason, Object... option) {
    System.setProperty("spark.master", master);
    Object out = master.equals("yarn") ? "hdfs://nowhere:1/s" : folder.resolve("out");
    List<Object> words = new ArrayList<>(List.of("run", sweep, "--out", out));
    words.addAll(List.of(option));

    Printed run = Printed.of(words.toArray());

    assertThat(run.exit()).as(run.error()).isEqualTo(ExitCode.WRONG_INPUT);
    assertThat(run.error()).contains(reason);
    assertThat(folder.resolve("out")).doesNotExist();
    return run;
  }
}
