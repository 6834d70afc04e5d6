package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.cluster.table.TrialRows.COLUMNS;
import static org.attune.cluster.table.TrialRows.published;
import static org.attune.cluster.table.TrialRows.row;
import static org.attune.cluster.table.TrialRows.rows;
import static org.attune.cluster.table.TrialRows.table;
import static org.attune.cluster.table.TrialRows.trials;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers see after each publish: settled rows stay, live ones are replaced. */
class TestTablePublisher {

  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void settledRowsStayAndLiveRowsAreReplaced() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    publisher.publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 running");
    publisher.publish(0, trials(rows(row(2, "failed")), rows(row(3, "pending"))));
    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 failed", "3 pending");
    publisher.publish(0, trials(List.of(), List.of()));
    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 failed");
  }

  @Test
  void aTableLeftOutStaysAsItIs() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    publisher.publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
    publisher.publish(
        0, List.of(PublishedSweep.rows("attempts", COLUMNS, rows(row(7, "failed")), List.of())));
    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 running");
    assertThat(PublishedSweep.read(storage).get("attempts")).hasSize(1);
  }

  @Test
  void whatHasNotChangedIsNotWrittenAgain() throws IOException {
    FailingStorage counting = new FailingStorage(storage);
    TablePublisher publisher = PublishedSweep.begin(counting, PublishedSweep.CLOCK);
    assertThat(publisher.publish(7, trials(rows(row(1, "finished")), rows(row(2, "running")))))
        .isTrue();
    String live = table(storage).files().get(1).path();
    int written = counting.written();

    assertThat(publisher.publish(8, trials(List.of(), rows(row(2, "running"))))).isFalse();
    assertThat(counting.written()).isEqualTo(written);
    assertThat(new ManifestReader(storage).read().orElseThrow().events()).isEqualTo(7);

    assertThat(publisher.publish(9, trials(rows(row(3, "finished")), rows(row(2, "running")))))
        .isTrue();
    assertThat(counting.written()).isEqualTo(written + 3); // its rows, a manifest, CURRENT
    assertThat(table(storage).files()).extracting(Manifest.TableFile::path).contains(live);
    assertThat(published(storage))
        .containsExactlyInAnyOrder("1 finished", "2 running", "3 finished");
    assertThat(new ManifestReader(storage).read().orElseThrow().events()).isEqualTo(9);
  }

  @Test
  void aTableWithoutRowsIsPublishedAtTheStartAndThenNotAgain() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    assertThat(publisher.publish(1, trials(List.of(), List.of()))).isTrue();
    assertThat(publisher.publish(1, trials(List.of(), List.of()))).isFalse();
    assertThat(table(storage).columns()).isEqualTo(COLUMNS);
  }

  @Test
  void aBadRowIsRefusedByNameAndNothingIsPublished() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    publisher.publish(0, trials(rows(row(1, "finished")), List.of()));
    assertThatThrownBy(
            () -> publisher.publish(0, trials(rows(new Object[] {null, "x"}), List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid row of table trials: no value for the required column id");
    assertThatThrownBy(() -> publisher.publish(0, trials(rows(new Object[] {2, "x"}), List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid value in column id of table trials: a java.lang.Integer where a LONG belongs");
    assertThatThrownBy(() -> publisher.publish(0, trials(rows(new Object[] {2L}), List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid row of table trials: 1 values for 2 columns");
    assertThat(published(storage)).containsExactly("1 finished");
  }
}
