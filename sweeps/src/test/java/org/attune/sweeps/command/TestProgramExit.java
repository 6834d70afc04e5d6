package org.attune.sweeps.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.api.trial.Cause;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TestProgramExit {

  @ParameterizedTest
  @CsvSource({
    "1, PROGRAM_ERROR, The program ended with exit code 1",
    "75, TRANSIENT, The program ended with exit code 75",
    "128, PROGRAM_ERROR, The program ended with exit code 128",
    "143, TRANSIENT, The program was ended by signal 15",
    "192, TRANSIENT, The program was ended by signal 64",
    "193, PROGRAM_ERROR, The program ended with exit code 193",
    "254, PROGRAM_ERROR, The program ended with exit code 254",
    "255, PROGRAM_ERROR, The program ended with exit code 255", // sys.exit(-1)
  })
  void onlyWhatASystemHasIsASignal(int code, Cause cause, String says) {
    assertThat(new ProgramExit(code).cause()).isEqualTo(cause);
    assertThat(new ProgramExit(code).says()).isEqualTo(says);
  }
}
