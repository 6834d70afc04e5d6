package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which program or script a command names that is not there. */
class TestProgramFile {

  @TempDir Path folder;

  @BeforeEach
  void write() throws Exception {
    Files.writeString(folder.resolve("train.py"), "");
  }

  @ParameterizedTest
  @CsvSource({
    "python3 trian.py --lr {lr}, trian.py",
    "/none/python3.11 -u -X dev trian.py, trian.py",
    "python3.11 -u -X dev trian.py, trian.py",
    "sh run, run",
    "bash +x trian.sh, trian.sh",
  })
  void aScriptThatIsNotThereIsNamed(String command, String missing) {
    assertThat(ProgramFile.missingScript(Template.of(command).words(), folder)).contains(missing);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "python3 train.py out.py",
        "python3 -u train.py",
        "python3 -m package.trian",
        "sh -c 'python3 trian.py'",
        "python3 {script}.py",
        "./{model}/train",
        "docker run image python trian.py",
        "my-program trian.py",
        "julia +1.10 train.py",
        "ruby -S a.rb",
        "python3 -X dev",
        "/",
        "''",
      })
  void nothingIsSaidWhereAWordMayBeSomethingElse(String command) {
    assertThat(ProgramFile.missingScript(Template.of(command).words(), folder)).isEmpty();
  }

  @Test
  void aFolderThatIsNotThereHasNoScript() {
    assertThat(
            ProgramFile.missingScript(
                Template.of("python3 train.py").words(), folder.resolve("none")))
        .contains("train.py");
  }
}
