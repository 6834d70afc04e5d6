package org.attune.sweeps.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links, pipes and forged paths in a sweep's directory: nothing outside it is touched. */
class TestLinks {

  private static final String SAVED = "checkpoints/ab-0.1.1.10.sha256.zip";

  @TempDir Path folder;
  private Path run;
  private Path other;
  private Storage storage;

  @BeforeEach
  void write() throws IOException {
    run = Files.createDirectory(folder.resolve("run"));
    other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("000001"), "theirs");
    Files.writeString(other.resolve("ab-0.1.1.10.sha256.zip"), "theirs");
    storage = new LocalStorage(run);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tables",
        "logs",
        "envelopes",
        "journal",
        "epochs",
        "current",
        "locks",
        "requests",
        "output",
        "damaged",
        "envelopes/1",
        "checkpoints/deeper"
      })
  void aLinkToAFolderIsNotFollowed(String name) throws Exception {
    Files.createDirectories(run.resolve(name).getParent());
    Files.createSymbolicLink(run.resolve(name), other);
    Map<Path, String> before = everything(other);
    byte[] bytes = {1};

    for (Callable<?> use :
        List.<Callable<?>>of(
            () -> storage.list(name),
            () -> storage.open(name + "/000001"),
            () -> storage.stamp(name + "/000001"),
            () -> storage.exists(name + "/000001"),
            () -> storage.createExclusively(name + "/new", bytes),
            () -> storage.createUnforced(name + "/new", bytes),
            () -> storage.append(name + "/new"),
            () -> storage.seal(name + "/000001"),
            () -> storage.tryLock(name + "/000001"),
            () -> storage.isLocked(name + "/000001"),
            () -> done(() -> storage.replace(name + "/000001", bytes)),
            () -> done(() -> storage.delete(name + "/000001")))) {
      assertThatThrownBy(use::call)
          .isInstanceOf(IOException.class)
          .hasMessage(
              "Cannot use %s/%s: it is a link, and in a sweep's directory Attune follows only"
                  + " checkpoints; put the folder here, or link the whole directory",
              run, name);
    }
    assertThat(everything(other)).isEqualTo(before);
  }

  private interface Act {
    void run() throws IOException;
  }

  private static boolean done(Act act) throws IOException {
    act.run();
    return true;
  }

  @Test
  void aLinkToAFileIsReplacedAndDeletedAndNotRead() throws Exception {
    Files.createDirectory(run.resolve("current"));
    Path link = run.resolve("current/000001");
    Files.createSymbolicLink(link, other.resolve("000001"));
    String refusal = "Cannot read %s: it is a link, and Attune reads plain files only";

    assertThatThrownBy(() -> storage.open("current/000001")).hasMessage(refusal, link);
    assertThatThrownBy(() -> storage.stamp("current/000001")).hasMessage(refusal, link);
    assertThatThrownBy(() -> storage.tryLock("current/000001")).hasMessage(refusal, link);
    assertThatThrownBy(() -> storage.isLocked("current/000001")).hasMessage(refusal, link);
    assertThatThrownBy(() -> storage.seal("current/000001")).hasMessage(refusal, link);
    assertThat(storage.exists("current/000001")).isTrue();
    assertThat(storage.createExclusively("current/000001", new byte[0])).isFalse();
    storage.replace("current/000001", "ours".getBytes(UTF_8));

    assertThat(link).isRegularFile().hasContent("ours");
    assertThat(other.resolve("000001")).hasContent("theirs");
    Files.delete(link);
    Files.createSymbolicLink(link, other.resolve("000001"));
    storage.delete("current/000001");
    assertThat(link).doesNotExist();
    assertThat(other.resolve("000001")).hasContent("theirs");
  }

  @Test
  void aDanglingLinkMakesNoFileElsewhere() throws Exception {
    Files.createDirectory(run.resolve("locks"));
    Files.createSymbolicLink(run.resolve("locks/000001"), other.resolve("new"));

    assertThatThrownBy(() -> storage.tryLock("locks/000001"))
        .hasMessage(
            "Cannot read %s/locks/000001: it is a link, and Attune reads plain files only", run);

    assertThat(other.resolve("new")).doesNotExist();
  }

  @Test
  void aPipeIsRefusedAtOnce() throws Exception {
    Files.createDirectory(run.resolve("epochs"));
    Path pipe = run.resolve("epochs/000001");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    for (Callable<?> use :
        List.<Callable<?>>of(
            () -> storage.open("epochs/000001"),
            () -> storage.stamp("epochs/000001"),
            () -> storage.tryLock("epochs/000001"),
            () -> storage.isLocked("epochs/000001"),
            () -> storage.seal("epochs/000001"))) {
      assertThatThrownBy(use::call)
          .hasMessage(
              "Cannot read %s: it is a pipe or a device, and Attune reads plain files only", pipe);
    }
  }

  @Test
  void aPipeInPlaceOfAFolderIsAnEmptyFolder() throws Exception {
    Path pipe = run.resolve("envelopes");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThat(storage.list("envelopes")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"../other/000001", "/etc/passwd", "a/../../other/000001", "a//b", "./a"})
  void aPathThatLeavesTheDirectoryIsRefused(String path) throws Exception {
    String refusal = "Invalid path '%s': it leaves %s".formatted(path, run);

    assertThatThrownBy(() -> storage.open(path)).hasMessage(refusal);
    assertThatThrownBy(() -> storage.delete(path)).hasMessage(refusal);
    assertThatThrownBy(() -> storage.replace(path, new byte[0])).hasMessage(refusal);
    assertThat(everything(other)).hasSize(2);
  }

  @Test
  void checkpointsMayBeALinkToAnEmptyFolder() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Files.createSymbolicLink(run.resolve("checkpoints"), scratch);
    assertThat(LinkedCheckpoints.trouble(run)).isEmpty();

    storage.replace(SAVED, new byte[] {1});
    storage.replace(SAVED, new byte[] {2});

    assertThat(storage.open(SAVED).readAllBytes()).containsExactly(2);
    assertThat(scratch.resolve(".attune-sweep")).hasContent(run.toRealPath().toString());
    storage.delete(SAVED);
    assertThat(storage.list("checkpoints")).containsExactly(".attune-sweep");
  }

  @Test
  void twoSweepsDoNotShareTheirCheckpoints() throws Exception {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Files.createSymbolicLink(run.resolve("checkpoints"), scratch);
    storage.replace(SAVED, new byte[] {1});
    Path second = Files.createDirectory(folder.resolve("second"));
    Files.createSymbolicLink(second.resolve("checkpoints"), scratch);
    Storage later = new LocalStorage(second);
    String refusal =
        "Cannot use %s/checkpoints: it is a link to %s, whose file .attune-sweep names another sweep's directory, %s; link an empty folder, or, if it is this sweep's, mark it: echo %s > %s/.attune-sweep"
            .formatted(second, scratch, run, second, scratch);

    assertThat(LinkedCheckpoints.trouble(second)).contains(refusal);
    assertThatThrownBy(() -> later.delete(SAVED)).hasMessage(refusal);
    assertThatThrownBy(() -> later.replace(SAVED, new byte[] {2})).hasMessage(refusal);
    assertThat(storage.open(SAVED).readAllBytes()).containsExactly(1);
  }

  @Test
  void aFolderWithFilesIsNotTakenUntilItsOwnerMarksIt() throws Exception {
    Files.createSymbolicLink(run.resolve("checkpoints"), other);
    Map<Path, String> before = everything(other);
    String refusal =
        "Cannot use %s/checkpoints: it is a link to %s, which has files that may be another's; link an empty folder, or, if it is this sweep's, mark it: echo %s > %s/.attune-sweep"
            .formatted(run, other, run, other);

    assertThat(LinkedCheckpoints.trouble(run)).contains(refusal);
    assertThatThrownBy(() -> storage.delete(SAVED)).hasMessage(refusal);
    assertThatThrownBy(() -> storage.replace(SAVED, new byte[0])).hasMessage(refusal);
    assertThat(storage.open(SAVED).readAllBytes()).isEqualTo("theirs".getBytes(UTF_8));
    assertThat(everything(other)).isEqualTo(before);

    Files.writeString(other.resolve(".attune-sweep"), run + "\n");
    storage.delete(SAVED);
    assertThat(other.resolve("ab-0.1.1.10.sha256.zip")).doesNotExist();
    assertThat(other.resolve("000001")).hasContent("theirs");
  }

  @Test
  void aDanglingLinkOfCheckpointsIsRefused() throws Exception {
    Files.createSymbolicLink(run.resolve("checkpoints"), folder.resolve("gone"));

    assertThat(LinkedCheckpoints.trouble(run))
        .contains(
            "Cannot use %s/checkpoints: it is a link to %s/gone, where there is no folder; make that folder, or remove the link"
                .formatted(run, folder));
    assertThatThrownBy(() -> storage.replace(SAVED, new byte[0])).isInstanceOf(IOException.class);
    assertThat(folder.resolve("gone")).doesNotExist();
  }

  @Test
  void theDirectoryItselfMayBeALink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("link"), run);
    Storage linked = new LocalStorage(link);

    linked.replace("epochs/000001", new byte[] {1});

    assertThat(storage.open("epochs/000001").readAllBytes()).containsExactly(1);
    assertThat(linked.list("epochs")).containsExactly("000001");
  }

  private static Map<Path, String> everything(Path folder) throws IOException {
    Map<Path, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        all.put(file, Files.readString(file));
      }
    }
    return all;
  }
}
