package org.attune.sweeps.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.attune.api.Checkpoints;
import org.attune.api.Content;
import org.attune.api.Start;
import org.attune.api.trial.TrialException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program keeps is saved while the program is at it. */
class TestCheckpointFolder {

  /** Enough that one of them comes between the folder's list and a look at a file that went. */
  private static final int LOOKS = 2_000;

  @TempDir Path folder;

  @Test
  void aFileThatGetsItsNameMeanwhileIsNoError() throws Exception {
    Files.writeString(folder.resolve("optimizer"), "whole");
    Saved saved = new Saved();
    AtomicBoolean ended = new AtomicBoolean();
    CompletableFuture<Void> program = CompletableFuture.runAsync(() -> write(ended));
    try {
      assertThatCode(
              () -> {
                for (int step = 1; step <= LOOKS; step++) {
                  new CheckpointFolder(folder).save(saved, step, Map.of());
                }
              })
          .doesNotThrowAnyException();
    } finally {
      ended.set(true);
      program.join();
    }
    assertThat(saved.count).isEqualTo(LOOKS); // what is not renamed is in each of them
  }

  @Test
  void aFolderThatIsGoneIsNoState() throws Exception {
    Saved saved = new Saved();

    new CheckpointFolder(folder.resolve("gone")).saveAtEnd(saved, 1, Map.of());

    assertThat(saved.count).isZero();
  }

  @Test
  void aFileLargerThanAnArrayIsPassedOnWhileItIsRead() throws Exception {
    try (RandomAccessFile weights = new RandomAccessFile(folder.resolve("w").toFile(), "rw")) {
      weights.setLength(20L << 30); // a hole, which takes no room on disk
    }
    FullAt disk = new FullAt(32 << 20);

    new CheckpointFolder(folder)
        .save(
            new Saved() {
              @Override
              public void save(long step, Content state) {
                assertThatThrownBy(() -> state.writeTo(disk)).hasMessage("full");
              }
            },
            1,
            Map.of());

    assertThat(disk.largest).isLessThanOrEqualTo(1 << 20);
  }

  /** Someone may extract the file by hand. */
  @Test
  void noEntryLeavesTheFolderAndTheMetricsComeBack(@TempDir Path next) throws Exception {
    Files.writeString(folder.resolve("state.json"), "{}");
    Files.writeString(folder.resolve(".attune-metrics.json"), "the program's");
    ByteArrayOutputStream zip = new ByteArrayOutputStream();

    new CheckpointFolder(folder)
        .save(
            new Saved() {
              @Override
              public void save(long step, Content state) {
                assertThatCode(() -> state.writeTo(zip)).doesNotThrowAnyException();
              }
            },
            1,
            Map.of("loss", 0.5));

    assertThat(entries(zip.toByteArray())).containsExactly(".attune-metrics.json", "state.json");
    assertThat(restored(next, zip.toByteArray())).containsExactly(Map.entry("loss", 0.5));
    assertThat(next.resolve("state.json")).hasContent("{}");
    assertThat(next.resolve(".attune-metrics.json")).doesNotExist();
  }

  @Test
  void theMetricsOfAnEarlierVersionComeBack(@TempDir Path next) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("../metrics.json"));
      zip.write("{\"loss\": 0.5}".getBytes(UTF_8));
    }

    assertThat(restored(next, bytes.toByteArray())).containsExactly(Map.entry("loss", 0.5));
  }

  private byte[] saved() throws Exception {
    ByteArrayOutputStream zip = new ByteArrayOutputStream();
    new CheckpointFolder(folder)
        .save(
            new Saved() {
              @Override
              public void save(long step, Content state) {
                assertThatCode(() -> state.writeTo(zip)).doesNotThrowAnyException();
              }
            },
            1,
            Map.of());
    return zip.toByteArray();
  }

  private void link(String name, String target) throws IOException {
    Files.createSymbolicLink(folder.resolve(name), Path.of(target));
  }

  @Test
  void linksWithinTheFolderComeBackAsLinks(@TempDir Path next) throws Exception {
    Files.createDirectories(folder.resolve("runs/step-3"));
    Files.writeString(folder.resolve("runs/step-3/weights"), "three");
    Files.writeString(folder.resolve("step-3.json"), "{}");
    link("latest", "runs/step-3/");
    link("latest.json", "step-3.json");
    link("runs/best", "../latest");
    link("runs/step-3/here", "./weights");
    link("gone", "step-4");

    restored(next, saved());

    for (String name : List.of("latest", "latest.json", "runs/best", "runs/step-3/here", "gone")) {
      assertThat(Files.readSymbolicLink(next.resolve(name)))
          .isEqualTo(Files.readSymbolicLink(folder.resolve(name)));
    }
    assertThat(next.resolve("latest/weights")).hasContent("three");
    assertThat(next.resolve("runs/best/weights")).hasContent("three");
    assertThat(next.resolve("latest.json")).hasContent("{}");
    try (Stream<Path> all = Files.list(next)) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("gone", "latest", "latest.json", "runs", "step-3.json");
    }
  }

  /** What a link outside means on the next machine, nobody knows. */
  @ParameterizedTest
  @ValueSource(strings = {"/etc/hostname", "../elsewhere", "runs/../../elsewhere", "runs/../x"})
  void otherLinksAreRefusedWithTheirName(String target) throws Exception {
    Files.writeString(folder.resolve("weights"), "w");
    link("latest", target);

    assertThatThrownBy(this::saved)
        .isInstanceOf(TrialException.class)
        .hasMessage(
            "Cannot keep the link 'latest' of the folder for checkpoints: it leads to '%s'; only"
                + " links to a place in the folder are kept, such as 'step-3'",
            target);
  }

  @Test
  void anAbsoluteLinkIntoTheFolderComesBackAsARelativeOne(@TempDir Path next) throws Exception {
    Files.writeString(folder.resolve("weights"), "w");
    Files.createDirectories(folder.resolve("runs/step-3"));
    Files.writeString(folder.resolve("runs/step-3/loss"), "3");
    link("runs/step-3/last", folder.resolve("weights").toString());
    link("latest", folder.resolve("runs/step-3").toString() + "/");
    link("runs/here", folder.toRealPath().resolve("runs/step-3/loss").toString());

    restored(next, saved());

    assertThat(Files.readSymbolicLink(next.resolve("runs/step-3/last")))
        .hasToString("../../weights");
    assertThat(Files.readSymbolicLink(next.resolve("latest"))).hasToString("runs/step-3");
    assertThat(next.resolve("latest/loss")).hasContent("3");
    assertThat(Files.readSymbolicLink(next.resolve("runs/here"))).hasToString("step-3/loss");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/runs/../../elsewhere", "/../elsewhere", "-other/weights"})
  void anAbsoluteLinkThatMayLeaveTheFolderIsRefused(String end) throws Exception {
    Files.writeString(folder.resolve("weights"), "w");
    link("last", folder + end);

    assertThatThrownBy(this::saved)
        .isInstanceOf(TrialException.class)
        .hasMessageContaining(
            "the link 'last' of the folder for checkpoints: it leads to '" + folder);
  }

  @Test
  void aStateWhoseLinkLeavesTheFolderIsNotRestored(@TempDir Path next) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry(".attune-links/latest"));
      zip.write("../../etc".getBytes(UTF_8));
    }

    assertThatThrownBy(() -> restored(next, bytes.toByteArray()))
        .hasMessage("Cannot restore the link latest: it leaves the folder");
  }

  private static Map<String, Double> restored(Path into, byte[] zip) throws IOException {
    return new CheckpointFolder(into)
        .restore(
            new Saved() {
              @Override
              public Optional<InputStream> open() {
                return Optional.of(new ByteArrayInputStream(zip));
              }
            });
  }

  private static List<String> entries(byte[] bytes) throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        names.add(entry.getName());
      }
    }
    return names;
  }

  /** Takes a number of bytes. */
  private static final class FullAt extends OutputStream {
    private long left;
    private int largest;

    FullAt(long bytes) {
      left = bytes;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      largest = Math.max(largest, length);
      left -= length;
      if (left < 0) {
        throw new IOException("full");
      }
    }
  }

  /** As the page on programs says: whole files get their names. */
  private void write(AtomicBoolean ended) {
    try {
      while (!ended.get()) {
        for (int i = 0; i < 8; i++) {
          Path part = folder.resolve("." + i);
          Files.writeString(part, "weights");
          Files.move(part, folder.resolve("weights" + i), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static class Saved implements Checkpoints {
    private int count;

    @Override
    public Start start() {
      return Start.BEGINNING;
    }

    @Override
    public Optional<InputStream> open() {
      return Optional.empty();
    }

    @Override
    public boolean due(long step) {
      return true;
    }

    @Override
    public boolean dueAtEnd() {
      return true;
    }

    @Override
    public void save(long step, Content state) {
      assertThatCode(() -> state.writeTo(OutputStream.nullOutputStream()))
          .doesNotThrowAnyException();
      count++;
    }

    @Override
    public void saveAtEnd(long step, Content state) {
      save(step, state);
    }
  }
}
