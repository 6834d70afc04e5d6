package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.ValidSweep;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.spec.SweepSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intervals of which few values are valid, or none. */
class TestScarceIntervals {

  private static final String FRACTION =
      "attention.query: [current, {split: {fraction: {uniform: [0.25, 0.75]}}}]";

  @TempDir Path folder;

  @Test
  void anIntervalWithoutAValidValueIsRefusedBeforeItRuns() throws Exception {
    ValidSweep sweep = ValidSweep.in(folder);
    sweep.write(yaml(4, FRACTION));
    String message =
        "attention.query.fraction: of 64 values drawn from 0.25 to 0.75 none is valid"
            + " (attention.query.fraction ";

    sweep.assertRefused(message, "validate", sweep.spec());
    sweep
        .assertRefused(message, "run", sweep.spec(), "--out", sweep.results())
        .contains("of 4 heads is not a whole number: choose a multiple of 1/4)")
        .contains("list values instead of an interval");
  }

  @Test
  void aSweepThatHasBegunGoesOn() throws Exception {
    ValidSweep sweep = ValidSweep.in(folder);
    String yaml = yaml(4, FRACTION);
    sweep.write(yaml);
    sweep.begin(yaml).close();

    assertThat(Printed.of("run", sweep.spec(), "--out", sweep.results(), "--dry-run").exit())
        .isZero();
  }

  @Test
  void fewValidValuesAreWarnedOf() throws Exception {
    assertThat(warnings(yaml(8, "model.width: {uniform: [16, 64]}")))
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("model.width: of 64 values drawn from 16 to 64 only ")
                    .contains(" are valid (model.heads 8 does not divide model.width "));
  }

  @Test
  void intervalsOfValidValuesAreNotMentioned() throws Exception {
    assertThat(warnings(yaml(4, "train.learning-rate: {log-uniform: [1e-4, 1e-2]}"))).isEmpty();
  }

  private static List<String> warnings(String yaml) throws Exception {
    SweepSpec spec = ValidSweep.read(yaml);
    return new Workload(spec, new TrialCatalog(), Optional.empty(), null).warnings();
  }

  private static String yaml(int heads, String axis) {
    return """
    sweep: drawn
    task: text
    model: {layers: 1, heads: %d}
    train: {steps: 2, batch: 2}
    axes:
      %s
    search: {method: random, trials: 4}
    objective: {metric: validation_loss, goal: minimize}
    """
        .formatted(heads, axis);
  }
}
