package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.cluster.table.TrialRows.published;
import static org.attune.cluster.table.TrialRows.row;
import static org.attune.cluster.table.TrialRows.rows;
import static org.attune.cluster.table.TrialRows.trials;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.TableRows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers see where the disk is full, an answer is lost, or nothing can be deleted. */
class TestFailedPublishes {

  private final MovableClock clock = new MovableClock();
  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void aPublishThatFailsAtAnyStepChangesNothingAndCanBeRepeated() throws IOException {
    for (int step = 0; step < 4; step++) {
      Storage disk = new LocalStorage(directory.resolve("failing-" + step));
      FailingStorage failing = new FailingStorage(disk);
      TablePublisher publisher = PublishedSweep.begin(failing, clock);
      publisher.publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
      List<TableRows> update = trials(rows(row(2, "finished")), rows(row(3, "running")));

      failing.failAfter(step);
      assertThatThrownBy(() -> publisher.publish(0, update)).hasMessage("disk full");
      assertThat(published(disk)).containsExactlyInAnyOrder("1 finished", "2 running");

      failing.failAfter(Integer.MAX_VALUE);
      publisher.publish(0, update);
      assertThat(published(disk))
          .containsExactlyInAnyOrder("1 finished", "2 finished", "3 running");
    }
  }

  @Test
  void aPublishThatWasDoneButSeemedToFailIsRepeatedWithoutDoubles() throws IOException {
    for (int step = 0; step < 3; step++) {
      Storage disk = new LocalStorage(directory.resolve("lost-answer-" + step));
      FailingStorage failing = new FailingStorage(disk);
      TablePublisher publisher = PublishedSweep.begin(failing, clock);
      publisher.publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));

      failing.loseAnswerAfter(step);
      assertThatThrownBy(() -> publishFrom(publisher, 2)).hasMessage("disk full");
      assertThat(publisher.settledRows("trials")).isEqualTo(1);
      clock.advance(TablePublisher.RETENTION.multipliedBy(2));
      publisher.deleteExpired();
      assertThat(published(disk)).isNotEmpty();

      publishFrom(publisher, 3);
      assertThat(published(disk))
          .containsExactlyInAnyOrder("1 finished", "2 finished", "3 finished");
      clock.advance(TablePublisher.RETENTION);
      publisher.deleteExpired();
      assertThat(disk.list("tables/trials")).hasSize(2);
      assertThat(published(disk)).hasSize(3);
    }
  }

  @Test
  void settledRowsAreThereOnceThoughNothingCanBeDeleted() throws IOException {
    FailingStorage failing = new FailingStorage(storage);
    TablePublisher publisher = PublishedSweep.begin(failing, clock);
    publisher.publish(0, trials(List.of(), rows(row(1, "running"))));
    publishFrom(publisher, 1);
    clock.advance(TablePublisher.RETENTION);

    failing.failDeletes(true);
    publishFrom(publisher, 2);
    assertThatThrownBy(publisher::deleteExpired).hasMessageStartingWith("cannot delete ");
    publishFrom(publisher, 3);
    assertThat(published(storage))
        .containsExactlyInAnyOrder("1 finished", "2 finished", "3 finished");

    failing.failDeletes(false);
    publisher.deleteExpired();
    assertThat(storage.exists(TablePaths.live("trials", 1, 1))).isFalse();
  }

  /** Publishes the trials up to a number as finished, those left out that are there. */
  private void publishFrom(TablePublisher publisher, long last) throws IOException {
    List<Object[]> settled = new ArrayList<>();
    for (long i = publisher.settledRows("trials") + 1L; i <= last; i++) {
      settled.add(row(i, "finished"));
    }
    publisher.publish(0, trials(settled, List.of()));
  }
}
