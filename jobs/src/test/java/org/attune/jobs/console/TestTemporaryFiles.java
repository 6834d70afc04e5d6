package org.attune.jobs.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes with a folder of their own for temporary files, as {@code ./attune} starts them. */
class TestTemporaryFiles {

  @TempDir Path folder;

  /** Ends with a log that it keeps, as a command does that fails. */
  public static final class Ends {
    public static void main(String[] arguments) throws Exception {
      TemporaryFiles.deleteAtEnd();
      Files.createTempFile("spark-", ".tmp");
      Files.createFile(TemporaryFiles.shared().resolve("attune-1.log"));
    }
  }

  private void run(Map<String, Path> properties) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    properties.forEach((name, path) -> command.add("-D" + name + "=" + path));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Ends.class.getName()));
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void theProcessDeletesItsOwnFolderAndKeepsTheLogBeside() throws Exception {
    Path own = Files.createDirectory(folder.resolve("attune-run-1"));

    run(Map.of("java.io.tmpdir", own, "attune.tmpdir.own", own, "attune.tmpdir", folder));

    assertThat(own).doesNotExist();
    assertThat(folder.resolve("attune-1.log")).exists();
  }

  @Test
  void aFolderThatAnOptionOfTheUserNamesStays() throws Exception {
    Path own = Files.createDirectory(folder.resolve("attune-run-1"));
    Path users = Files.createDirectory(folder.resolve("scratch"));
    Files.createFile(users.resolve("notes.txt"));

    run(Map.of("java.io.tmpdir", users, "attune.tmpdir.own", own, "attune.tmpdir", folder));

    assertThat(users.resolve("notes.txt")).exists();
  }
}
