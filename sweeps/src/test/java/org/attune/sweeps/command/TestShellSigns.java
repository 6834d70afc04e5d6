package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signs of a shell in a command, which no shell reads. */
class TestShellSigns {

  @ParameterizedTest
  @ValueSource(
      strings = {"|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1", ">log.txt", "2>log.txt"})
  void aSignOfAShellIsToldOf(String sign) throws Exception {
    assertThat(task("python3 train.py " + sign + " x").warnings())
        .singleElement()
        .asString()
        .startsWith("task.command.run: '" + sign + "' is passed to the program as it is")
        .contains("sh -c '...'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh -c 'python3 train.py | tee log && true'",
        "python3 train.py --a=b|c <unk> a->b",
        "python3 train.py"
      })
  void otherWordsAreNotSignsOfAShell(String run) throws Exception {
    assertThat(task(run).warnings()).isEmpty();
  }

  private static CommandTask task(String run) throws SpecException {
    return SpecFile.command(
            "s.yaml",
            "task:\n  command:\n    run: >-\n      %s\n    metrics: {loss: lower}\n".formatted(run))
        .orElseThrow();
  }
}
