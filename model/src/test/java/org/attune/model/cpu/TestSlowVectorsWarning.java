package org.attune.model.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.attune.model.engine.Backends;
import org.attune.model.train.PartCoverage;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;

/** A JVM without Java's vectors says so where something is trained, and only there. */
class TestSlowVectorsWarning {

  private static final String WARNING = "Training runs without Java's vectors";

  /** What such a JVM does: lists what kernels cover, then perhaps takes memory for a program. */
  static final class Asked {
    public static void main(String[] args) throws IOException {
      System.out.println(PartCoverage.all().size() + " parts");
      if (args.length > 0) {
        System.out.println(Backends.cpu().memory(DataType.FLOAT).bytes() + " bytes");
      }
    }
  }

  @Test
  void aListOfDevicesDoesNotWarnOfTraining() throws Exception {
    assertThat(said()).contains(" parts").doesNotContain(WARNING);
    assertThat(said("memory")).contains(" parts").contains("0 bytes").contains(WARNING);
  }

  private static String said(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            Asked.class.getName());
    builder.command().addAll(List.of(arguments));
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }
}
