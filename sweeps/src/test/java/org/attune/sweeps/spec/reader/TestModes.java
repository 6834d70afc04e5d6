package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.api.Cost;
import org.attune.api.Metric;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.junit.jupiter.api.Test;

/** How trials share the machines is said in its own section, and swept like any parameter. */
class TestModes {

  @Test
  void aModeIsAParameterOfEveryTrial() throws Exception {
    SweepSpec spec = read("execution: {mode: averaged, workers: 4, retries: 1}");

    assertThat(spec.fixed()).containsEntry("execution.mode", "averaged");
    assertThat(spec.base().values())
        .containsEntry("execution.mode.workers", "4")
        .containsEntry("execution.mode.every", "5");
    assertThat(spec.execution().retries()).isEqualTo(1);
  }

  @Test
  void modesAndWhatTheyBringAreAxes() throws Exception {
    SweepSpec spec =
        read(
            "axes: {execution.mode: [fan-out, {averaged: {every: [1, 5]}}], model.width: [8, 16]}");

    assertThat(spec.newSearch(new Modes()).trials()).isEqualTo(6);
    assertThat(read("execution: {mode: averaged}\naxes: {execution.mode.every: [1, 2, 3]}"))
        .matches(averaged -> averaged.newSearch(new Modes()).trials() == 3);
  }

  @Test
  void whatAModeDoesNotHaveIsRefusedWhereItStands() {
    assertThatThrownBy(() -> read("execution: {mode: fan-out, workers: 4}"))
        .hasMessageContaining("s.yaml:3:")
        .hasMessageContaining("execution.mode.workers");
    assertThatThrownBy(() -> read("execution: {mode: averagd}"))
        .hasMessageContaining("did you mean 'averaged'?");
    assertThatThrownBy(() -> read("execution: {workrs: 4}"))
        .hasMessageContaining("did you mean 'workers'?");
  }

  @Test
  void gpusAreWholeOrAShareOfOne() throws Exception {
    assertThat(read("execution: {gpus-per-trial: 0.5}").execution().gpusPerTrial())
        .isEqualTo(OptionalDouble.of(0.5));
    assertThatThrownBy(() -> read("execution: {gpus-per-trial: 0.75}"))
        .hasMessageContaining("s.yaml:3:")
        .hasMessageContaining("execution.gpus-per-trial: 0.75 must be a whole number of GPUs");
    assertThatThrownBy(() -> read("execution: {gpus-per-trial: 1.5}"))
        .hasMessageContaining("must be a whole number of GPUs");
  }

  @Test
  void whoOffersAnotherModeRunsAnotherSweep() throws Exception {
    assertThat(CanonicalText.of(read("execution: {mode: averaged}")))
        .isNotEqualTo(CanonicalText.of(read("execution: {mode: fan-out}")));
  }

  private static SweepSpec read(String lines) throws SpecException {
    String yaml = "sweep: s\nobjective: {metric: loss, goal: minimize}\n" + lines + "\n";
    return SpecFile.read("s.yaml", yaml, Map.of(), new Modes());
  }

  /** The sample catalog with two modes. */
  private record Modes() implements AxisCatalog {
    @Override
    public List<Parameter> parameters() {
      List<Parameter> all = new ArrayList<>(SampleCatalog.CATALOG.parameters());
      all.add(
          Parameter.choice(
              "execution.mode",
              "execution_mode",
              "",
              List.of(
                  Option.of("fan-out", "", ""),
                  Option.of(
                      "averaged",
                      "",
                      "",
                      parameter("execution.mode.workers", new Domain.IntegerRange(1, 64), "2"),
                      parameter("execution.mode.every", new Domain.IntegerRange(1, 64), "5")))));
      return all;
    }

    private static Parameter parameter(String key, Domain domain, String standard) {
      return new Parameter(key, key.replace('.', '_'), domain, standard, "", "");
    }

    @Override
    public List<String> conflicts(Configuration configuration) {
      return SampleCatalog.CATALOG.conflicts(configuration);
    }

    @Override
    public List<Metric> metrics(Configuration configuration) {
      return SampleCatalog.CATALOG.metrics(configuration);
    }

    @Override
    public Cost cost(Configuration configuration) {
      return SampleCatalog.CATALOG.cost(configuration);
    }
  }
}
