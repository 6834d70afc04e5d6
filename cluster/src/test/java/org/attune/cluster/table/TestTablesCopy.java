package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.cluster.table.TrialRows.published;
import static org.attune.cluster.table.TrialRows.row;
import static org.attune.cluster.table.TrialRows.rows;
import static org.attune.cluster.table.TrialRows.table;
import static org.attune.cluster.table.TrialRows.trials;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of tables that a sweep published bit by bit. */
class TestTablesCopy {

  @TempDir private Path directory;

  @Test
  void aCopyHasAllRowsOfATableInOneFile() throws IOException {
    Storage sweep = new LocalStorage(directory.resolve("sweep"));
    Storage copy = new LocalStorage(directory.resolve("copy"));
    TablePublisher publisher = PublishedSweep.begin(sweep, PublishedSweep.CLOCK);
    for (long i = 1; i <= 3; i++) {
      publisher.publish(0, trials(rows(row(i, "finished")), rows(row(9, "running"))));
    }
    assertThat(table(sweep).files()).hasSizeGreaterThan(1);

    TablesCopy.copy(sweep, copy, List.of("trials"));

    assertThat(table(copy).files()).hasSize(1);
    assertThat(published(copy)).containsExactlyInAnyOrderElementsOf(published(sweep));
  }

  @Test
  void aSweepWithoutTablesIsNotCopied() throws IOException {
    Storage sweep = new LocalStorage(directory.resolve("sweep"));
    PublishedSweep.begin(sweep, PublishedSweep.CLOCK);

    assertThatThrownBy(
            () -> TablesCopy.copy(sweep, new LocalStorage(directory.resolve("copy")), List.of()))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("it has published none");
  }
}
