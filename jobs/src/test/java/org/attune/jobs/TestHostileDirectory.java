package org.attune.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.store.CheckedText;
import org.attune.sweeps.store.Digest;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One hostile thing in a sweep's directory each, and the command that meets it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TestHostileDirectory {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);
  private static final byte[] STATE = {1, 2, 3};

  @TempDir Path folder;
  private Path runs;
  private Path sweep;
  private Path secret;
  private String trial;

  @BeforeEach
  void write() throws Exception {
    runs = folder.resolve("runs");
    sweep = runs.resolve("hostile");
    for (Path directory : List.of(sweep, runs.resolve("good"))) {
      try (RecordedSweep recorded = RecordedSweep.in(directory, "s", LOSS)) {
        recorded.saved(Map.of("gate", "a"), true, STATE).completed().published();
      }
    }
    trial = Sweeps.read(sweep.toString()).trials().get(0).trial().id();
    secret = Files.writeString(folder.resolve("secret"), "a secret of mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../stolen", "x;\n.shell touch ran\n--", "results2"})
  void onlyTheSixTablesAreExported(String name) throws Exception {
    forgeManifest(
        json -> {
          ObjectNode tables = (ObjectNode) json.get("tables");
          tables.set(name, tables.remove("results"));
        });
    Path clean = folder.resolve("clean");

    for (String format : List.of("parquet", "duckdb")) {
      Ran ran =
          Ran.attune("export", sweep.toString(), "--format", format, "--to", clean.toString());
      assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
      assertThat(ran.error())
          .contains(
              "it has a table '%s', and a sweep's tables are artifacts, attempts, metrics, results, sweeps, trials"
                  .formatted(name));
    }

    assertThat(clean).doesNotExist();
    assertThat(folder.resolve("stolen.parquet")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../good/journal/000001.log", "journal/000001.log", "/etc/passwd"})
  void aTablesFileIsOneOfItsFolder(String path) throws Exception {
    forgeManifest(json -> ((ObjectNode) json.at("/tables/results/files/0")).put("path", path));

    Ran ran =
        Ran.attune("export", sweep.toString(), "--format", "parquet", "--to", folder + "/clean");

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.error()).contains("'%s' is not a file of the table 'results'".formatted(path));
  }

  @Test
  void aManifestDropsNoFileButTables() throws Exception {
    forgeManifest(json -> json.putArray("superseded").add("journal/000001.log"));

    Ran ran = Ran.attune("status", sweep.toString());

    assertThat(ran.error())
        .contains("'journal/000001.log', which it drops, is not a file of a table");
  }

  @Test
  void aColumnHasATypeOrTheManifestIsRefused() throws Exception {
    forgeManifest(json -> ((ObjectNode) json.at("/tables/results/columns/0")).putNull("type"));

    Ran ran =
        Ran.attune("export", sweep.toString(), "--format", "parquet", "--to", folder + "/clean");

    assertThat(ran.error()).contains("a column of the table 'results' lacks its name or type");
  }

  private interface Change {
    void of(ObjectNode manifest);
  }

  private void forgeManifest(Change change) throws IOException {
    Path current = sweep.resolve("current/000001");
    List<String> lines = Files.readAllLines(current);
    Path manifest = sweep.resolve(lines.get(0));
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(manifest.toFile());
    change.of(json);
    byte[] forged = new ObjectMapper().writeValueAsBytes(json);
    Files.write(manifest, forged);
    Files.write(
        current,
        CheckedText.encode(
            String.join(
                "\n",
                lines.get(0),
                "manifest-sha256 " + Digest.of(forged).sha256(),
                lines.get(2),
                lines.get(3))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"journal/000001.log", "epochs/000001", "current/000001"})
  void statusDoesNotWaitForAPipe(String path) throws Exception {
    pipe(sweep.resolve(path));

    Ran ran = Ran.attune("status", sweep.toString());

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.error())
        .contains(
            "Cannot read %s/%s: it is a pipe or a device, and Attune reads plain files only"
                .formatted(sweep, path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"epochs/000001", "current/000001", "journal/000001.log"})
  void anEndlessFileDoesNotFillTheMemory(String path) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(sweep.resolve(path).toFile(), "rw")) {
      file.setLength(1L << 40);
    }

    Ran ran = Ran.attune("status", sweep.toString());

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.error())
        .containsPattern(
            path.startsWith("journal")
                ? "is damaged at byte \\d+: event \\d+ is not readable, and more than 68,157,512"
                    + " bytes follow"
                : path + " has more than 67108864 bytes, and Attune writes none so long");
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483647", "99999999999999999999", "999999999"})
  void aForgedNumberOfAnEpochEndsAtOnce(String number) throws Exception {
    Files.writeString(
        sweep.resolve("epochs").resolve(number),
        new String(
            CheckedText.encode("{\"epoch\":%s,\"sealed\":{\"1\":1}}".formatted(number)), UTF_8));

    Ran ran = Ran.attune("status", sweep.toString());
    Ran repair = Ran.attune("repair", sweep.toString());

    boolean epoch = number.length() <= 9;
    assertThat(ran.exit()).as(ran.error()).isEqualTo(epoch ? ExitCode.WRONG_INPUT : ExitCode.DONE);
    assertThat(repair.exit()).as(repair.error()).isBetween(0, 2);
  }

  @Test
  void aDamagedSweepHasItsLineAmongTheOthers() throws Exception {
    ForgedDirectory.delete(sweep.resolve("epochs"));
    Files.createSymbolicLink(sweep.resolve("epochs"), folder);
    Path second = runs.resolve("second");
    Files.createDirectories(second.resolve("epochs"));
    pipe(second.resolve("epochs/000001"));

    Ran ran = Ran.attune("list", "runs", runs.toString());

    assertThat(ran.exit()).isZero();
    assertThat(ran.output())
        .containsPattern("runs/good +s +completed +1 of 1")
        .containsPattern("runs/hostile +unreadable +Cannot use .*/epochs: it is a link")
        .containsPattern("runs/second +unreadable +Cannot read .*000001: it is a pipe or a device");
  }

  @Test
  void logsShowNoFileThatALinkNames() throws Exception {
    Path output = sweep.resolve(SweepLayout.output(1, trial, 1));
    Files.createDirectories(output.getParent());
    Files.createSymbolicLink(output, secret);

    Ran ran = Ran.attune("logs", sweep.toString(), "--trial", trial);

    assertThat(ran.output() + ran.error()).doesNotContain("a secret of mine");
    assertThat(ran.error()).contains("it is a link, and Attune reads plain files only");
  }

  @Test
  void aCheckpointThatIsALinkIsNotCopied() throws Exception {
    Path saved = sweep.resolve(SweepLayout.checkpoint(1, trial, 1, 10));
    Path copy = folder.resolve("copy.zip");
    Path other = Files.copy(saved, folder.resolve("other"));
    Files.delete(saved);
    Files.createSymbolicLink(saved, other);

    Ran ran = Ran.attune("best", sweep.toString(), "--checkpoint", copy.toString());

    assertThat(ran.exit()).isEqualTo(ExitCode.FAILED);
    assertThat(ran.error()).contains("it is a link, and Attune reads plain files only");
    assertThat(copy).doesNotExist();
  }

  @Test
  void anEndlessCheckpointIsNeitherReadNorCopied() throws Exception {
    Path saved = sweep.resolve(SweepLayout.checkpoint(1, trial, 1, 10));
    try (RandomAccessFile file = new RandomAccessFile(saved.toFile(), "rw")) {
      file.setLength(1L << 40);
    }
    Path copy = folder.resolve("copy.zip");

    Ran best = Ran.attune("best", sweep.toString(), "--checkpoint", copy.toString());
    Ran repair = Ran.attune("repair", sweep.toString());

    String longer = saved + " is longer than the 3 bytes that were written; ";
    assertThat(best.error()).contains(longer + "nothing was copied");
    assertThat(repair.output() + repair.error()).contains(longer + "delete it");
    assertThat(copy).doesNotExist();
  }

  @Test
  void aReportReplacesALinkInsteadOfFollowingIt() throws Exception {
    Path elsewhere = folder.resolve("elsewhere.html");
    Files.createSymbolicLink(sweep.resolve("report.html"), elsewhere);

    assertThat(Ran.attune("report", sweep.toString()).exit()).isZero();

    assertThat(elsewhere).doesNotExist();
    assertThat(sweep.resolve("report.html").toRealPath().getParent()).isEqualTo(sweep.toRealPath());
  }

  @Test
  void aReportReplacesAPipe() throws Exception {
    pipe(sweep.resolve("report.html"));

    assertThat(Ran.attune("report", sweep.toString()).exit()).isZero();

    assertThat(sweep.resolve("report.html")).isRegularFile();
  }

  private static void pipe(Path at) throws Exception {
    ForgedDirectory.delete(at);
    assertThat(new ProcessBuilder("mkfifo", at.toString()).start().waitFor()).isZero();
  }
}
