package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.cluster.table.TrialRows.published;
import static org.attune.cluster.table.TrialRows.row;
import static org.attune.cluster.table.TrialRows.rows;
import static org.attune.cluster.table.TrialRows.trials;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver whose sweep another has taken over changes nothing that is read. */
class TestStaleDriver {

  private final MovableClock clock = new MovableClock();
  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void aDriverThatWasTakenOverDeletesNothing() throws IOException {
    TablePublisher stale = PublishedSweep.begin(storage, clock);
    stale.publish(0, trials(List.of(), rows(row(1, "pending"))));
    PublishedSweep.begin(storage, clock); // has not published: readers see what it took over
    stale.publish(0, trials(List.of(), rows(row(1, "from the stale driver"))));
    clock.advance(TablePublisher.RETENTION.multipliedBy(2));
    stale.deleteExpired();

    assertThat(published(storage)).containsExactly("1 pending");
  }

  @Test
  void aStaleDriverMovesNothingThatIsRead() throws IOException {
    TablePublisher stale = PublishedSweep.begin(storage, clock);
    stale.publish(0, trials(rows(row(1, "finished")), List.of()));
    TablePublisher successor = PublishedSweep.begin(storage, clock);

    stale.publish(0, trials(rows(row(2, "from the stale driver")), List.of()));
    assertThat(published(storage)).containsExactly("1 finished");
    successor.publish(0, trials(rows(row(1, "finished"), row(2, "finished")), List.of()));
    stale.publish(0, trials(rows(row(3, "from the stale driver")), List.of()));
    clock.advance(TablePublisher.RETENTION.plusSeconds(1));
    stale.publish(0, trials(List.of(), List.of()));
    stale.deleteExpired();
    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 finished");
  }
}
