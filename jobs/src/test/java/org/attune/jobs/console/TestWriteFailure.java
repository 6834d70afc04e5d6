package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.function.IORunnable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.junit.jupiter.api.Test;

/** Why a file cannot be written, in words. */
class TestWriteFailure {

  @Test
  void eachKindHasItsReason() {
    assertThat(WriteFailure.reason(new AccessDeniedException("x"))).isEqualTo("no permission");
    assertThat(WriteFailure.reason(new NoSuchFileException("x"))).isEqualTo("no such folder");
    assertThat(WriteFailure.reason(new FileAlreadyExistsException("x")))
        .isEqualTo("it exists already");
    assertThat(WriteFailure.reason(new FileSystemException("x", null, "Read-only file system")))
        .isEqualTo("Read-only file system");
    assertThat(WriteFailure.reason(new DirectoryNotEmptyException("x")))
        .isEqualTo("it is a folder");
  }

  @Test
  void aRefusalNamesTheUsersFileAndNotTheOneThatIsWrittenFirst() {
    assertThatThrownBy(
            () ->
                WriteFailure.naming(
                    Path.of("ro/t.csv"),
                    "name another file with --to",
                    () -> {
                      throw new FileSystemException(
                          "ro/.t.csv.unfinished", null, "Read-only file system");
                    }))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "Cannot write to ro/t.csv: Read-only file system; name another file with --to.");
  }

  /** Hadoop reports a disk that it cannot write to by an error. */
  @Test
  void aFullDiskIsOneWhoeverTellsItAndIsNamed() throws Exception {
    Path full = Path.of("/dev/full");
    FileSystem local = FileSystem.get(URI.create("file:///"), new Configuration(false));
    for (IORunnable write :
        List.<IORunnable>of(
            () -> Files.writeString(full, "x"),
            () -> {
              try (OutputStream out =
                  ((LocalFileSystem) local)
                      .getRaw()
                      .create(new org.apache.hadoop.fs.Path(full.toUri()))) {
                out.write(1);
              }
            })) {
      assertThatThrownBy(() -> WriteFailure.filling(Path.of("runs"), write))
          .isInstanceOf(FileSystemException.class)
          .satisfies(
              named ->
                  assertThat(FullDisk.describe(named).orElseThrow())
                      .startsWith("runs: the disk is full."));
    }
  }

  @Test
  void aFullDiskIsNamedByTheInnermostFailureToo() {
    IOException journal =
        new IOException(
            new FileSystemException("runs/gates/journal", null, "No space left on device"));

    assertThat(FullDisk.describe(journal).orElseThrow())
        .startsWith("runs/gates/journal: the disk is full.");
  }

  @Test
  void otherFailuresOfWhatIsReadStayAsTheyAre() {
    FileSystemException unreadable = new AccessDeniedException("sweep/results.parquet");

    assertThatThrownBy(
            () ->
                WriteFailure.filling(
                    Path.of("tables"),
                    () -> {
                      throw unreadable;
                    }))
        .isSameAs(unreadable);
  }
}
