package org.attune.api.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestPrivatePath {

  @TempDir private Path top;

  @Test
  void aFolderIsMadeForItsUserAlone() throws IOException {
    Path cache = top.resolve("cache");

    assertThat(PrivatePath.folder(cache, "attune", "cuda")).contains(cache.resolve("attune/cuda"));
    for (Path made : new Path[] {cache, cache.resolve("attune"), cache.resolve("attune/cuda")}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
          .isEqualTo("rwx------");
    }
    assertThat(PrivatePath.folder(cache, "attune", "cuda")).isPresent();
  }

  @Test
  void aFolderThatOthersCanWriteIsNoneAtAnyLevel() throws IOException {
    Path inner = PrivatePath.folder(top, "a", "b").orElseThrow();
    for (Path open : new Path[] {top, top.resolve("a"), inner}) {
      for (String others : new String[] {"rwxrwx---", "rwx----w-"}) {
        permit(open, others);
        assertThat(PrivatePath.folder(top, "a", "b")).as("%s %s", open, others).isEmpty();
      }
      permit(open, "rwx------");
    }
    assertThat(PrivatePath.folder(top, "a", "b")).isPresent();
  }

  @Test
  void nothingIsMadeBelowAFolderThatOthersCanWrite() throws IOException {
    permit(top, "rwxrwxrwx");

    assertThat(PrivatePath.folder(top, "a")).isEmpty();
    assertThat(top).isEmptyDirectory();
  }

  @Test
  void aLinkIsAsPrivateAsItsTarget() throws IOException {
    Path target = Files.createDirectory(top.resolve("target"));
    Path link = Files.createSymbolicLink(top.resolve("link"), target);
    assertThat(PrivatePath.isPrivate(link)).isTrue();

    permit(target, "rwxrwxrwx");

    assertThat(PrivatePath.isPrivate(link)).isFalse();
    assertThat(PrivatePath.isPrivate(top.resolve("missing"))).isFalse();
  }

  @Test
  void aFileHasNoOtherOwner() throws IOException {
    assertThat(PrivatePath.otherOwner(Files.createFile(top.resolve("mine")))).isEmpty();
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }
}
