package org.attune.sweeps.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that has its own loop, and that Attune starts nothing of. */
class TestOwnLoop {

  @TempDir Path folder;

  @Test
  void itsParametersMayHaveTheNamesOfWhatStartedProgramsAreHanded() throws Exception {
    String yaml =
        """
        sweep: small
        task: {command: {parameters: {threads: {integer: [1, 6]}}, metrics: {loss: lower}}}
        axes: {threads: [3]}
        objective: {metric: loss, goal: minimize}
        """;

    try (Study study = Study.open(folder, yaml)) {
      assertThat(study.ask().orElseThrow().parameters()).containsEntry("threads", "3");
    }
  }
}
