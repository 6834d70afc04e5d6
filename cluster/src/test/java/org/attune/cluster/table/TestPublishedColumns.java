package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.attune.sweeps.table.TableRows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table may get columns later; it keeps the types of those it has. */
class TestPublishedColumns {

  private static final Column ID = new Column("id", Type.LONG, true);
  private static final Column LOSS = new Column("loss", Type.DOUBLE, false);

  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void mergingKeepsEveryTypeAndFillsColumnsThatCameLater() throws IOException {
    List<Column> all =
        List.of(
            ID,
            LOSS,
            new Column("tied", Type.BOOLEAN, false),
            new Column("started_at", Type.TIMESTAMP, false),
            new Column("params", Type.STRING_MAP, false));
    Instant time = Instant.parse("2026-01-02T03:04:05.678901Z");
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    List<Column> first = List.of(ID);
    for (long i = 0; i < Merging.MOST_FILES; i++) {
      publisher.publish(0, results(first, new Object[] {i}));
    }
    Object[] full = {100L, Double.NaN, true, time, Map.of("gate", "learned", "λ", "")};
    Object[] empty = {101L, null, null, null, Map.of()};
    publisher.publish(0, results(all, full, empty));

    Manifest.TableVersion table =
        new ManifestReader(storage).read().orElseThrow().tables().get("results");
    assertThat(table.files()).hasSize(1);
    assertThat(table.columns()).isEqualTo(all);
    List<Object[]> rows = PublishedSweep.read(storage).get("results");
    assertThat(rows).hasSize(Merging.MOST_FILES + 2);
    assertThat(rows.get(0)).containsExactly(0L, null, null, null, null);
    assertThat(rows.get(Merging.MOST_FILES)).containsExactly(full);
    assertThat(rows.get(Merging.MOST_FILES + 1)).containsExactly(empty);
  }

  @Test
  void aColumnIsRequiredOnlyWhileEveryFileHasIt() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    Column required = new Column("gate", Type.STRING, true);
    publisher.publish(0, results(List.of(ID), new Object[] {1L}));
    publisher.publish(0, results(List.of(ID, required), new Object[] {2L, "none"}));
    Manifest.TableVersion table =
        new ManifestReader(storage).read().orElseThrow().tables().get("results");
    assertThat(table.columns()).containsExactly(ID, new Column("gate", Type.STRING, false));
  }

  @Test
  void aColumnCannotChangeItsType() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    publisher.publish(0, results(List.of(ID), new Object[] {1L}));
    Column other = new Column("ID", Type.DOUBLE, true);
    assertThatThrownBy(() -> publisher.publish(0, results(List.of(other), new Object[] {1.0})))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot join the columns of table results: id is LONG in one place and ID is DOUBLE in"
                + " another");
  }

  private static List<TableRows> results(List<Column> columns, Object[]... settled) {
    return List.of(PublishedSweep.rows("results", columns, Arrays.asList(settled), List.of()));
  }
}
