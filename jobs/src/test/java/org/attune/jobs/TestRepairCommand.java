package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.attune.api.search.Objective;
import org.attune.api.storage.DamagedFileException;
import org.attune.cluster.table.SurvivingTables;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestRepairCommand {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);

  @TempDir private Path directory;

  @Test
  void rebuildsALostJournalAndSaysSo() throws Exception {
    record();
    Files.delete(directory.resolve("journal/000001.log"));
    assertThatThrownBy(() -> Sweeps.read(directory.toString()))
        .isInstanceOf(DamagedFileException.class)
        .hasMessageContaining("journal/000001.log is missing: it holds 0 events of 5")
        .hasMessageEndingWith("run: attune repair %s", directory);

    assertThat(Attune.execute("repair", directory.toString())).isEqualTo(ExitCode.DONE);
    assertThat(Sweeps.read(directory.toString()).counts().finished()).isEqualTo(1);
    SurvivingTables.requireWhole(new LocalStorage(directory));
    assertThat(Attune.execute("repair", directory.toString())).isEqualTo(ExitCode.DONE);
  }

  @Test
  void refusesADirectoryWithoutASweep() {
    assertThat(Attune.execute("repair", directory.toString())).isEqualTo(ExitCode.WRONG_INPUT);
  }

  private void record() throws Exception {
    try (RecordedSweep sweep = RecordedSweep.in(directory, "gates", LOSS, Map.of())) {
      sweep
          .finished(Map.of("attention.gate", "none"), 0, Map.of("validation_loss", 1.0), 2.0)
          .published();
    }
  }
}
