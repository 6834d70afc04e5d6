package org.attune.bench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.attune.bench.Captured;
import org.attune.jobs.console.ExitCode;
import org.junit.jupiter.api.Test;

class TestScaleBench {

  /** The bench itself throws where a trial, a report or a proposal is lost. */
  @Test
  void aSmallSweepIsWholeLiveAndResumed() throws Exception {
    Captured printed =
        Captured.of(
            () -> {
              ScaleBench.run(300);
              return ExitCode.DONE;
            });

    assertThat(printed.output().lines())
        .extracting(line -> line.split(" ")[0])
        .containsExactly(
            "scale.suggest.sobol",
            "scale.suggest.auto",
            "scale.loop",
            "scale.bytes.live",
            "scale.bytes.resumed",
            "scale.resume");
  }
}
