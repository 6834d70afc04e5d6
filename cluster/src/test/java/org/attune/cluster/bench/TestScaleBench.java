package org.attune.cluster.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TestScaleBench {

  /** The bench itself throws where a trial, a report or a proposal is lost. */
  @Test
  void aSmallSweepIsWholeLiveAndResumed() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      ScaleBench.run(300);
    } finally {
      System.setOut(out);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
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
