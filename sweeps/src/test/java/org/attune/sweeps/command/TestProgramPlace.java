package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command needs and this machine lacks. */
class TestProgramPlace {

  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    Files.writeString(folder.resolve("train.py"), "");
    Path bin = Files.createDirectory(folder.resolve("bin"));
    for (String program : List.of("python3", "sh")) {
      assertThat(Files.createFile(bin.resolve(program)).toFile().setExecutable(true)).isTrue();
    }
  }

  @Test
  void aProgramThatIsNotOnThePathIsNamedWithTheOneThatWasMeant() {
    assertThat(missing("pythn3 train.py"))
        .contains(
            "task.command.run: there is no program 'pythn3' on this machine's PATH; did you mean"
                + " 'python3'?");
  }

  @Test
  void aScriptThatIsNotThereIsNamedWithTheOneThatWasMeantAndNoReasonToRefuse() {
    assertThat(missing("python3 trian.py")).isEmpty();
    assertThat(ProgramPlace.missingScript(List.of("python3", "trian.py"), folder))
        .contains(
            "task.command.run: there is no trian.py in %s on this machine; did you mean 'train.py'?"
                .formatted(folder));
  }

  @Test
  void aFolderThatIsNotThereIsNamedWithTheOneThatWasMeant() {
    assertThat(ProgramPlace.missing(List.of("sh"), folder.resolve("bim"), path()))
        .contains(
            "task.command.folder: there is no folder %s on this machine; did you mean 'bin'?"
                .formatted(folder.resolve("bim")));
  }

  @Test
  void aProgramByItsPathIsNamedWithTheOneThatWasMeant() {
    assertThat(missing("./tain.py {lr}"))
        .contains(
            "task.command.run: there is no ./tain.py in %s on this machine".formatted(folder));
  }

  @Test
  void aFileIsNoFolder() {
    Path file = folder.resolve("train.py");

    assertThat(ProgramPlace.missing(List.of("sh"), file, path()))
        .contains("task.command.folder: %s is a file; name a folder".formatted(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"python3 train.py", "{interpreter} train.py", "bin/sh", "sh -c 'pythn3'"})
  void nothingIsSaidOfWhatIsThere(String command) {
    assertThat(missing(command)).isEmpty();
  }

  @Test
  void withoutAPathNothingIsSaidOfPrograms() {
    assertThat(ProgramPlace.missing(List.of("pythn3"), folder, "")).isEmpty();
  }

  private Optional<String> missing(String command) {
    return ProgramPlace.missing(Template.of(command).words(), folder, path());
  }

  private String path() {
    return folder.resolve("bin").toString();
  }
}
