package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.api.storage.Storage.DriverLock;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.SparkWitness;
import org.attune.jobs.ValidSweep;
import org.attune.model.task.DataOpener;
import org.attune.model.train.TrialTrainer;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code validate} and a dry run say of a sweep file that is right. */
class TestPlan {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @Test
  void aPlanSaysTimeMemoryAndRows() {
    Printed plan = Printed.of("validate", sweep.spec());

    assertThat(plan.exit()).as(plan.error()).isZero();
    assertThat(plan.output())
        .containsPattern("time +about \\d+ s here, \\d+ at a time")
        .containsPattern("memory +\\d+ MB for the largest trial")
        .containsPattern("rows +2 trials, some \\d+ metrics");
  }

  @Test
  void aTimeThatWasMeasuredOnABusyMachineSaysSo() {
    assertThat(MachineLoad.busy(31.4, 2))
        .isEqualTo(
            "; other programs keep the machine busy (load 31 on 2 cores), and idle it takes less");
    assertThat(MachineLoad.busy(2.1, 2)).isEmpty();
    assertThat(MachineLoad.busy(-1, 2)).as("a system without such a number").isEmpty();
  }

  /** The load is the whole machine's, and a container may have two of its cores. */
  @Test
  void aContainerOnALargeIdleMachineIsNotBusy(@TempDir Path folder) throws Exception {
    Path listed = folder.resolve("cpuinfo");
    Files.writeString(listed, "processor\t: 0\nmodel name\t: a processor\n\n".repeat(64));

    assertThat(MachineLoad.cores(listed, 2)).isEqualTo(64);
    assertThat(MachineLoad.busy(6, MachineLoad.cores(listed, 2))).isEmpty();
    assertThat(MachineLoad.cores(folder.resolve("none"), 2)).as("another system").isEqualTo(2);
  }

  /** A gate has metrics of its own, and one for each head. */
  @ParameterizedTest
  @CsvSource({"none, 100, 0", "learned, 100, 10", "learned, 90, 7", "learned, 30, 1"})
  void rowsAreThoseThatTrialsReport(String gate, int steps, int every) throws Exception {
    String file =
        ValidSweep.YAML
            .replace("[none, learned]", "[" + gate + "]")
            .replace("steps: 2", "steps: " + steps + ", evaluate-every: " + every);
    sweep.write(file);
    Search search = ValidSweep.read(file).newSearch(new TrialCatalog());
    Trial trial = ((Proposal.Run) search.ask()).trial();
    AtomicInteger rows = new AtomicInteger();
    TrialTrainer.train(
        trial.configuration().values(),
        trial.seed(),
        DataOpener.NONE,
        (step, metrics) -> rows.addAndGet(metrics.size()) > 0);

    assertThat(Printed.of("validate", sweep.spec()).output())
        .contains("1 trials, some %d metrics\n".formatted(rows.get()));
  }

  @Test
  void trialsThatOnlyAnEdgeAsksForAreCountedApart() throws Exception {
    sweep.write(
        ValidSweep.YAML.replace(
                "[none, learned]",
                "[none, learned]\n  train.learning-rate: [1e-4, 3e-4, 1e-3, 3e-3]")
            + """
            replicates: {at-least: 3, at-most: 5, until: decided, tune-first: {learning-rate: [3e-4, 1e-3]}}
            claims:
              - {says: x, cell: {cell: learned, best-over: [learning-rate]}, is: below,
                 of: {cell: none, best-over: [learning-rate]}, effect: 1}
            """);

    assertThat(Printed.of("validate", sweep.spec()).output())
        .containsPattern(
            "trials +26 at most: 16 on tuning seeds \\(8 only if best values lie at an edge\\), 10 on"
                + " fresh seeds");
  }

  /** What a claim compares is said before anything runs: a cell, a metric and a margin. */
  @Test
  void claimsAreSaidAsTheyWereUnderstood() throws Exception {
    sweep.write(
        ValidSweep.YAML
            + """
            claims:
              - {says: A gate helps, cell: learned, is: below, of: none, by: 0.01}
            """);

    assertThat(Printed.of("validate", sweep.spec()).output())
        .contains(
            "claims      1\n", "  A gate helps: validation_loss: learned below none by 0.01\n");
  }

  @Test
  void rowsOfTrialsThatMayBeStoppedAreTheMost() throws Exception {
    sweep.write(
        ValidSweep.YAML.replace("steps: 2", "steps: 20, evaluate-every: 5")
            + "stop: {median: {}}\n");

    assertThat(Printed.of("validate", sweep.spec()).output())
        .containsPattern("rows +2 trials, some \\d+ metrics if no trial ends early");
  }

  /** Two settings of two tuning seeds, and one of them on three to five fresh seeds. */
  @Test
  void aPriceIncludesTuningAndFreshSeeds() throws Exception {
    sweep.write(
        """
        sweep: small
        task: kabsch
        model: {kind: {kvq: {}}, width: 8, heads: 1}
        train: {steps: 10, batch: 4}
        cells: {narrow: {}, wide: {model.width: 64}, unclaimed: {model.width: 256}}
        axes: {train.learning-rate: [1e-3, 3e-3]}
        replicates: {at-least: 3, at-most: 5, until: decided, tuning: 2}
        objective: {metric: validation_loss, goal: minimize}
        claims:
          - {says: Width helps, cell: {cell: wide, best-over: [train.learning-rate]}, is: below, of: {cell: narrow, best-over: [train.learning-rate]}}
        """);
    SweepSpec spec = ValidSweep.read(Files.readString(sweep.spec()));
    TrialCatalog catalog = new TrialCatalog();
    double each =
        spec.comparison().cells().entrySet().stream()
            .filter(cell -> !cell.getKey().startsWith("unclaimed"))
            .mapToDouble(cell -> catalog.cost(cell.getValue()).flops())
            .sum(); // of two arms with two settings
    double unclaimed =
        spec.comparison().cells().entrySet().stream()
            .filter(cell -> cell.getKey().startsWith("unclaimed"))
            .mapToDouble(cell -> catalog.cost(cell.getValue()).flops())
            .sum();

    Plan plan = Plan.of(spec, catalog);

    assertThat(plan.trials()).isEqualTo(8 + 2 * 5 + 2 * 3);
    assertThat(plan.flops()).isCloseTo(each * (2 + 2.5) + unclaimed * 3, withinPercentage(0.001));
    assertThat(plan.leastFlops())
        .isCloseTo(each * (2 + 1.5) + unclaimed * 3, withinPercentage(0.001));
    assertThat(Printed.of("validate", sweep.spec()).output())
        .contains(
            "cost        %.3g to %.3g TFLOP, tuning and fresh seeds included\n"
                .formatted(plan.leastFlops() / 1e12, plan.flops() / 1e12));
  }

  @Test
  void aDryRunWritesNothing() throws Exception {
    Map<Path, String> before = sweep.listing();

    Printed plan =
        SparkWitness.withoutSpark("run", sweep.spec(), "--out", sweep.results(), "--dry-run");

    assertThat(plan.exit()).as(plan.error()).isZero();
    assertThat(plan.output()).contains("sweep small is valid", "2 cells x 1 seed");
    assertThat(sweep.listing()).isEqualTo(before);
  }

  @Test
  void aDryRunRefusesWhatARunRefuses() throws Exception {
    sweep.begin(ValidSweep.YAML.replace("steps: 2", "steps: 3")).close();

    sweep.assertRefused(
        "holds this sweep with more", "run", sweep.spec(), "--out", sweep.results(), "--dry-run");
  }

  @Test
  void aDryRunSaysWhatIsDone() throws Exception {
    sweep.begin(ValidSweep.YAML).close();
    LocalStorage storage = new LocalStorage(sweep.results());
    try (DriverLock driver = storage.tryLock(SweepLayout.lock(1)).orElseThrow()) {
      sweep.assertRefused(
          "A driver is running the sweep",
          "run",
          sweep.spec(),
          "--out",
          sweep.results(),
          "--dry-run");
    }

    Printed plan =
        Printed.of(
            "run",
            sweep.spec(),
            "--out",
            sweep.results(),
            "--dry-run",
            "--extend",
            "--set",
            "replicates=2");

    assertThat(plan.output())
        .contains("4: 2 cells x 2 seeds")
        .containsPattern("done +0 trials of these, in " + sweep.results());
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --dry-run", "validate"})
  void aRandomSearchOverAnIntervalIsValid(String command) throws Exception {
    sweep.write(
        ValidSweep.YAML.replace(
            "  attention.gate: [none, learned]",
            "  train.learning-rate: {log-uniform: [1e-4, 1e-2]}\n"
                + "search: {method: random, trials: 5}"));

    Printed plan = Printed.of((Object[]) (command + " " + sweep.spec()).split(" "));

    assertThat(plan.exit()).as(plan.error()).isZero();
    assertThat(plan.output())
        .containsPattern("train.learning-rate +any from 1e-4 to 0.01")
        .contains("5: 5 cells x 1 seed");
  }

  @Test
  void theOptionsOfAnAxisAreNamedThoughOneHasAnInterval() throws Exception {
    sweep.write(
        ValidSweep.YAML.replace(
            "  attention.gate: [none, learned]",
            "  attention.weights: [softmax, linear, {ridge: {lambda: {log-uniform: [0.01, 1]}}}]\n"
                + "search: {method: random, trials: 5}"));

    assertThat(Printed.of("validate", sweep.spec()).output())
        .containsPattern(
            "attention.weights +softmax, linear, ridge \\(any lambda from 0.01 to 1\\)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --dry-run", "validate"})
  void seedsThatDecideNothingAreWarnedOf(String command) throws Exception {
    String file = ValidSweep.YAML + "replicates: 2\n";
    sweep.write(file.replace("none, learned", "learned, computed"));
    assertThat(Printed.of((Object[]) (command + " " + sweep.spec()).split(" ")).error())
        .as("without claims and control")
        .doesNotContain("seeds cannot decide");
    sweep.write(
        file.replace(
            "axes:\n  attention.gate: [none, learned]",
            "cells: {plain: {attention.gate: none}, gated: {attention.gate: learned}}"));

    Printed plan = Printed.of((Object[]) (command + " " + sweep.spec()).split(" "));

    assertThat(plan.error())
        .containsOnlyOnce("warning: replicates: 2 seeds cannot decide a comparison")
        .contains("use 3 or more");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 4, '8 at most: 2 cells x 2 to 4 seeds,'",
    "3, 3, '6 at most: 2 cells x 3 seeds,'"
  })
  void aPlanCountsTheSeedsUntilClaimsAreDecided(int least, int most, String said) throws Exception {
    sweep.write(
        ValidSweep.YAML.replace(
                "axes:\n  attention.gate: [none, learned]",
                "cells: {plain: {attention.gate: none}, gated: {attention.gate: learned}}")
            + "replicates: {at-least: %d, at-most: %d, until: decided}\n".formatted(least, most)
            + """
            claims:
              - {says: a gate helps, cell: gated, is: below, of: plain}
            """);

    Printed plan = Printed.of("validate", sweep.spec());

    assertThat(plan.exit()).as(plan.error()).isZero();
    assertThat(plan.output()).contains(said);
  }

  @Test
  void aPlanOfTunedArmsAddsUp() throws Exception {
    sweep.write(
        ValidSweep.YAML.replace(
                "axes:\n  attention.gate: [none, learned]",
                "cells: {plain: {attention.gate: none}, gated: {attention.gate: learned}}\n"
                    + "axes: {train.learning-rate: [1e-3, 3e-3, 1e-2]}")
            + """
            replicates: {at-least: 5, at-most: 8, until: decided}
            claims:
              - says: a gate helps
                cell: {cell: gated, best-over: [train.learning-rate]}
                is: below
                of: {cell: plain, best-over: [train.learning-rate]}
            """);

    Printed plan = Printed.of("validate", sweep.spec());

    assertThat(plan.exit()).as(plan.error()).isZero();
    // By hand: 2 arms of 3 settings on 2 seeds each, then 2 arms on up to 8 seeds.
    assertThat(plan.output()).contains("28 at most: 12 on tuning seeds, 16 on fresh seeds");
  }
}
