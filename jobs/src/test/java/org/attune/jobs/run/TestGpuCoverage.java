package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

class TestGpuCoverage {

  private static final String SWEEP =
      """
      sweep: small
      task: text
      model: {width: 258, layers: 1, heads: 1}
      train: {steps: 2, batch: 2}
      axes:
        attention.weights: [softmax, sigmoid, top-keys]
      objective: {metric: validation_loss, goal: minimize}
      """;

  @Test
  void aPlanSaysWhichTrialsHaveNoKernelsOnTheGpuThatTheyAskFor() throws Exception {
    assertThat(coverage(SWEEP + "execution: {device: gpu}\n"))
        .isEqualTo(
            "gpu         2 of 3 trials have all their kernels; there is none for CausalAttention"
                + System.lineSeparator());
  }

  @Test
  void nothingIsSaidWhereNoneIsAskedFor() throws Exception {
    TrialCatalog catalog = new TrialCatalog();
    assertThat(GpuCoverage.of(SpecFile.read("f", SWEEP, Map.of(), catalog), catalog)).isEmpty();
  }

  @Test
  void deviceAndPrecisionAreAxesLikeAnyOther() throws Exception {
    TrialCatalog catalog = new TrialCatalog();
    String swept =
        SWEEP
            .replace("width: 258", "width: 8")
            .replace(
                "attention.weights: [softmax, sigmoid, top-keys]",
                "execution.precision: [float32, tf32]");

    SweepSpec spec =
        SpecFile.read(
            "f", swept + "execution: {device: gpu, fallback: refuse}\n", Map.of(), catalog);

    assertThat(spec.newSearch(catalog).trials()).isEqualTo(2);
  }

  private static String coverage(String text) throws Exception {
    TrialCatalog catalog = new TrialCatalog();
    SweepSpec spec = SpecFile.read("f", text, Map.of(), catalog);
    return GpuCoverage.of(spec, catalog).orElseThrow().describe();
  }
}
