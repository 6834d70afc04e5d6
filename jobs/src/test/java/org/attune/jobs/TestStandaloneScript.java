package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The workers of {@code cluster/bin/standalone}, whose daemons are here a script that sleeps. */
class TestStandaloneScript {

  private static final String DAEMON =
      """
      #!/bin/sh
      echo Starting Spark master at spark://127.0.0.1:7177
      echo I have been elected leader
      echo Successfully registered with master
      exec sleep 300
      """;

  @TempDir private Path folder;

  @BeforeEach
  void start() throws Exception {
    Path script = Launched.HOME.resolve("cluster/bin/standalone");
    program("cluster/bin/standalone", Files.readString(script));
    Path home = Launched.HOME.resolve("cluster/bin/spark-home");
    program("cluster/bin/spark-home", Files.readString(home));
    program("bin/java", DAEMON);
    Path jars = Files.createDirectories(folder.resolve("cluster/target/spark-home/jars"));
    Files.createFile(jars.resolve("spark-core_2.12-3.5.9.jar"));
    assertThat(standalone("start", "--workers", 1).output()).isEqualTo("spark://127.0.0.1:7177\n");
  }

  @AfterEach
  void endDaemons() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("state"))) {
      for (Path pid : files.filter(file -> file.toString().endsWith(".pid")).toList()) {
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  @Test
  void aRunningClusterGetsMoreWorkers() throws Exception {
    assertThat(standalone("start", "--workers", 2).error()).contains("revive --workers N");

    assertThat(standalone("revive", "--workers", 2).output())
        .matches("worker-2 started, pid \\d+\n");

    assertThat(standalone("status").output()).contains("worker-1 running", "worker-2 running");
    assertThat(standalone("revive", "--cores", 2).exit()).isEqualTo(2);
  }

  @Test
  void nobodyElseReadsItsLogs() throws Exception {
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("state"))))
        .isEqualTo("rwx------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw--w----", "rw-----w-"})
  void aSecretThatOthersCanWriteIsRefused(String permissions) throws Exception {
    standalone("stop");
    Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString(permissions));

    Launched.Result refused = standalone("start", "--secret", secret);

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.error())
        .isEqualTo(
            "standalone: --secret: others than you may write %1$s; keep it to yourself: chmod 600 %1$s\n"
                .formatted(secret));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          --workers abc | --workers 'abc': say a whole number from 1 to 999999
          --workers 0 | --workers '0': say a whole number from 1 to 999999
          --workers | --workers needs a value; SCRIPT --help lists the options
          --cores -1 | --cores '-1': say a whole number from 1 to 999999
          --cores --gpus | --cores '--gpus': say a whole number from 1 to 999999
          --memory lots | --memory 'lots': say a whole number of MB, GB or TB for each worker, as 512m, 2g or 1t
          --memory 2048 | --memory '2048': say a whole number of MB, GB or TB for each worker, as 512m, 2g or 1t
          --port | --port needs a value; SCRIPT --help lists the options
          --port 80 | --port '80': say a whole number from 1024 to 65535, or 0 for a free port
          --port 65536 | --port '65536': say a whole number from 1024 to 65535, or 0 for a free port
          --gpus two | --gpus 'two': say a whole number from 0 to 999999
          --gpus | --gpus needs a value; SCRIPT --help lists the options
          --discovery no/such/program | --discovery 'no/such/program': there is no such program
          --secret no/such/file | --secret: cannot read no/such/file
          """)
  void aWrongValueIsRefusedAndNothingIsStarted(String words, String message) throws Exception {
    standalone("stop");

    Launched.Result refused = standalone((Object[]) ("start " + words).split(" "));

    assertThat(refused.error())
        .isEqualTo(
            "standalone: "
                + message.replace("SCRIPT", folder.resolve("cluster/bin/standalone").toString())
                + "\n");
    assertThat(refused.output()).isEmpty();
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(standalone("status").error()).contains("not running");
  }

  @Test
  void wordsThatTellNothingAreRefused() throws Exception {
    for (String command : List.of("stop", "status")) {
      assertThat(standalone(command, "--all").error())
          .isEqualTo("standalone: " + command + " takes no option, and there is '--all'\n");
    }
    assertThat(standalone("status").output()).contains("worker-1 running");
  }

  /** Each message, and the worker that is started at the end, have the number from before. */
  @Test
  void wrongNumbersOfWorkersAreRefusedAndForgotten() throws Exception {
    standalone("revive", "--workers", 2);

    for (String workers : List.of("abc", "0", "1", "-3", "")) {
      Launched.Result wrong = standalone("revive", "--workers", workers);

      assertThat(wrong.exit()).isEqualTo(2);
      assertThat(wrong.error())
          .contains("--workers " + workers + ": say a whole number, at least the 2");
    }
    kill("worker-2");
    assertThat(standalone("status").output()).contains("worker-2 dead", "to start what died: ");
    assertThat(standalone("revive").output()).matches("worker-2 started, pid \\d+\n");
  }

  /** FailingWorkersIT has a run that goes on with it. */
  @Test
  void aMasterThatDiedIsNamedAndStartedAgain() throws Exception {
    kill("master");

    assertThat(standalone("start").error())
        .contains("the master died; start it again: ", "revive; or stop what still runs: ");
    Launched.Result status = standalone("status");
    assertThat(status.exit()).isEqualTo(1);
    assertThat(status.output())
        .contains("master dead\n", "worker-1 running, pid ", "to start what died: ");
    assertThat(standalone("revive").output()).matches("master started, pid \\d+\n");
    assertThat(standalone("revive").output()).isEqualTo("nothing has died\n");
    assertThat(standalone("status").exit()).isZero();

    kill("master");
    assertThat(standalone("stop").exit()).isZero();
    assertThat(standalone("revive").error()).contains("not running; start it first: ");
    assertThat(standalone("status").error()).contains("not running");
  }

  /** Its workers cannot start, as with a discovery script that fails. */
  @Test
  void aClusterWhoseWorkersDieAtItsStartCanBeSeenAndStopped() throws Exception {
    assertThat(standalone("stop").exit()).isZero();
    program(
        "bin/java",
        DAEMON.replace(
            "echo Successfully", "case \"$*\" in *Worker*) exit 1 ;; esac; echo Successfully"));

    assertThat(standalone("start", "--workers", 1).exit()).isEqualTo(1);

    assertThat(standalone("status").output())
        .startsWith("spark://127.0.0.1:7177\nmaster running, pid ")
        .contains("worker-1 dead\n");
    assertThat(standalone("revive").error()).contains("worker-1 died; its log is ");
    assertThat(standalone("stop").exit()).isZero();
    assertThat(standalone("status").error()).contains("not running");
  }

  /** Each executor copied it, and it has hundreds of megabytes. */
  @Test
  void stopRemovesTheCopiesOfTheSubmitJarAndKeepsLogs() throws Exception {
    Path work = Files.createDirectories(folder.resolve("state/worker-1/work/app-1/0"));
    Path jar = Files.createFile(work.resolve("attune.jar"));
    Path log = Files.createFile(work.resolve("stderr"));

    assertThat(standalone("stop").exit()).isZero();

    assertThat(jar).doesNotExist();
    assertThat(log).exists();
  }

  private void kill(String daemon) throws IOException {
    String pid = Files.readString(folder.resolve("state/" + daemon + ".pid")).strip();
    ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  private Launched.Result standalone(Object... arguments) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("JAVA_HOME", folder.toString());
    environment.put("ATTUNE_STANDALONE", folder.resolve("state").toString());
    return Launched.alone(folder, environment, folder.resolve("cluster/bin/standalone"), arguments)
        .await();
  }

  private void program(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
