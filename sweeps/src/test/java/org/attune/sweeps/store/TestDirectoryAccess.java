package org.attune.sweeps.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs print secrets, and a new directory is as open as the umask. So a sweep's new directory
 * is its user's alone, and what Attune writes below a directory is as open as the directory.
 */
class TestDirectoryAccess {

  @TempDir Path folder;

  @Test
  void aNewDirectoryAndAllInItIsItsUsersAlone() throws IOException {
    Path directory = folder.resolve("runs/new");
    write(directory);

    assertThat(modes(directory))
        .containsOnlyKeys(
            "",
            "/checkpoints",
            "/checkpoints/1.zip",
            "/envelopes",
            "/envelopes/1.json",
            "/journal",
            "/journal/1.log",
            "/journal/1.log.sealed",
            "/locks",
            "/locks/1",
            "/logs",
            "/logs/driver.log")
        .allSatisfy((path, mode) -> assertThat(mode).as(path).endsWith("------"));
    assertThat(mode(directory.getParent())).isEqualTo(byUmask());
  }

  @Test
  void belowADirectoryThatItsOwnerOpenedEverythingIsAsOpen() throws IOException {
    for (String mode : new String[] {"rwxr-xr-x", "rwxr-x---", "rwxrwx---", "rwx--x--x"}) {
      Path directory = Files.createDirectory(folder.resolve("shared-" + mode));
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
      write(directory);

      Set<PosixFilePermission> folders = EnumSet.copyOf(PosixFilePermissions.fromString(mode));
      folders.retainAll(PosixFilePermissions.fromString(byUmask()));
      String files = PosixFilePermissions.toString(folders).replace('x', '-');
      assertThat(modes(directory))
          .containsEntry("/envelopes", PosixFilePermissions.toString(folders))
          .containsEntry("/envelopes/1.json", files)
          .containsEntry("/journal/1.log", files)
          .containsEntry("/locks/1", files)
          .containsEntry("/logs/driver.log", files);
    }
  }

  @Test
  void checkpointsOnAnOpenScratchDiskAreAsClosedAsTheDirectory() throws IOException {
    Path scratch = Files.createDirectory(folder.resolve("scratch"));
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path directory = folder.resolve("linked");
    new LocalStorage(directory).createExclusively("header", new byte[1]);
    Files.createSymbolicLink(directory.resolve("checkpoints"), scratch);
    write(directory);

    assertThat(mode(scratch.resolve("1.zip"))).isEqualTo("rw-------");
  }

  @Test
  void inAFolderThatAGroupSharesTheUmaskDecides() throws IOException {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.setAttribute(shared, "unix:mode", 0_042770);
    Path directory = shared.resolve("sweep");
    write(directory);

    assertThat(mode(directory)).isEqualTo(byUmask());
    assertThat(mode(directory.resolve("envelopes/1.json"))).isEqualTo(byUmask().replace('x', '-'));
  }

  @Test
  void inAFolderOfAnotherUserTheUmaskDecides() throws IOException {
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(theirs, "unix:uid")), "not root");
    Files.setAttribute(theirs, "unix:uid", 12_345);
    write(theirs.resolve("sweep"));
    assertThat(mode(theirs.resolve("sweep"))).isEqualTo(byUmask());

    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Files.setAttribute(temporary, "unix:mode", 0_041777);
    Files.setAttribute(temporary, "unix:uid", 12_345);
    write(temporary.resolve("sweep"));
    assertThat(mode(temporary.resolve("sweep"))).isEqualTo("rwx------");
  }

  @Test
  void aDirectoryThatIsThereStaysAsItIs() throws IOException {
    Path directory = Files.createDirectory(folder.resolve("earlier"));
    String before = mode(directory);
    write(directory);
    assertThat(mode(directory)).isEqualTo(before).isEqualTo(byUmask());
  }

  private static void write(Path directory) throws IOException {
    LocalStorage storage = new LocalStorage(directory);
    Files.writeString(storage.newFile("logs/driver.log"), "a line");
    storage.replace("checkpoints/1.zip", new byte[1]);
    storage.createUnforced("envelopes/1.json", new byte[1]);
    storage.append("journal/1.log").close();
    storage.seal("journal/1.log");
    try (Storage.DriverLock lock = storage.tryLock("locks/1").orElseThrow()) {
      assertThat(lock).isNotNull();
    }
  }

  private static Map<String, String> modes(Path directory) throws IOException {
    Map<String, String> modes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path path : all.toList()) {
        modes.put(path.toString().substring(directory.toString().length()), mode(path));
      }
    }
    return modes;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }

  /** The permissions of a new folder. */
  private String byUmask() throws IOException {
    Path made = Files.createDirectories(folder.resolve("by-umask"));
    return mode(made);
  }
}
