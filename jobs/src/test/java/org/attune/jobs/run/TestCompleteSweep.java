package org.attune.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.storage.Storage;
import org.attune.cluster.averaging.ClusterTraining;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.ReadOnlyStorage;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.ValidSweep;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.SweepLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs and dry runs on the directory of a sweep that is complete. */
class TestCompleteSweep {

  private ValidSweep sweep;

  @BeforeEach
  void write(@TempDir Path folder) throws IOException {
    sweep = ValidSweep.in(folder);
  }

  @Test
  void whileItsDriverClosesADryRunSaysWhatARunSays() throws Exception {
    complete(ValidSweep.YAML, new TrialCatalog());
    Storage storage = new LocalStorage(sweep.results());

    try (Storage.DriverLock closing = storage.tryLock(SweepLayout.lock(1)).orElseThrow()) {
      assertThat(closing).isNotNull();
      Printed dry = Printed.of("run", sweep.spec(), "--out", sweep.results(), "--dry-run");
      assertThat(dry.exit()).as(dry.error()).isZero();
      assertThat(dry.output()).containsPattern("done +0 trials of these");
      assertThat(Printed.of("run", sweep.spec(), "--out", sweep.results()).exit()).isZero();
    }
  }

  /** One that an earlier version cut short counts as complete, and has trials left. */
  @Test
  void aDryRunOfAnExtensionNeedsTheSecrets() throws Exception {
    String yaml =
        """
        sweep: mine
        task:
          command:
            run: 'true'
            parameters: {lr: {real: [1e-5, 10], default: 1}}
            metrics: {loss: lower}
            environment: {KEY: {secret: ATTUNE_SECRET_THAT_NOBODY_SETS}}
        axes: {lr: [1, 2]}
        objective: {metric: loss, goal: minimize}
        """;
    sweep.write(yaml);
    complete(yaml, SpecFile.command("mine.yaml", yaml).orElseThrow().catalog());

    assertThat(Printed.of("run", sweep.spec(), "--out", sweep.results(), "--dry-run").exit())
        .isZero();
    sweep.assertRefused(
        "ATTUNE_SECRET_THAT_NOBODY_SETS",
        "run",
        sweep.spec(),
        "--out",
        sweep.results(),
        "--dry-run",
        "--extend");
  }

  @Test
  void aClaimIsAddedInADirectoryThatMayOnlyBeRead() throws Exception {
    String cells =
        ValidSweep.YAML.replace(
            "axes:\n  attention.gate: [none, learned]",
            "cells: {plain: {attention.gate: none}, gated: {attention.gate: learned}}");
    complete(cells, new TrialCatalog());
    SweepSpec added =
        ValidSweep.read(
            cells + "claims: [{says: a gate helps, cell: gated, is: below, of: plain}]");
    Workload workload =
        new Workload(
            added, new TrialCatalog(), Optional.empty(), ClusterTraining.on(Optional.empty()));

    assertThat(
            new SweepLaunch(
                    workload,
                    ReadOnlyStorage.of(new LocalStorage(sweep.results())),
                    sweep.results().toString(),
                    "local[2]",
                    false,
                    false,
                    Map.of())
                .run()
                .completed())
        .isPresent();
  }

  private void complete(String yaml, AxisCatalog catalog) throws Exception {
    SweepSpec spec = SpecFile.read("small.yaml", yaml, Map.of(), catalog);
    try (RecordedSweep recorded =
        RecordedSweep.in(sweep.results(), SpecHeader.of(spec, 2, 1, Map.of()))) {
      recorded.completed().published();
    }
  }
}
