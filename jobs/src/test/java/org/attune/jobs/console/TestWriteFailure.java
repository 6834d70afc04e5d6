package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
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
}
