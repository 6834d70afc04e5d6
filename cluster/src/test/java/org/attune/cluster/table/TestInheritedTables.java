package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.cluster.table.TrialRows.published;
import static org.attune.cluster.table.TrialRows.row;
import static org.attune.cluster.table.TrialRows.rows;
import static org.attune.cluster.table.TrialRows.table;
import static org.attune.cluster.table.TrialRows.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver that takes a sweep over writes only the rows that are new. */
class TestInheritedTables {

  private static final String VERSION = "0123456";
  private static final String SETTLED = "tables/trials/1-1.rows";

  private final MovableClock clock = new MovableClock();
  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void aResumeWritesOnlyWhatIsNew() throws IOException {
    begin().publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
    FailingStorage counting = new FailingStorage(storage);
    TablePublisher second = PublishedSweep.begin(counting, clock);
    second.inherit(VERSION, "");
    assertThat(second.settledRows("trials")).isEqualTo(1);
    int before = counting.written();
    second.publish(0, trials(rows(row(2, "finished")), List.of()));

    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 finished");
    assertThat(table(storage).files())
        .extracting(Manifest.TableFile::path)
        .containsExactlyInAnyOrder(SETTLED, "tables/trials/2-1.rows");
    assertThat(counting.written() - before).as("a file, a manifest, CURRENT").isEqualTo(3);
  }

  @Test
  void liveRowsAreNotInherited() throws IOException {
    begin().publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
    begin().publish(0, trials(List.of(), List.of()));
    assertThat(published(storage)).containsExactly("1 finished");
  }

  @Test
  void whatIsInheritedStaysHoweverManyDriversComeAndGo() throws IOException {
    begin().publish(0, trials(rows(row(1, "finished")), List.of()));
    for (long driver = 2; driver <= 40; driver++) {
      clock.advance(Duration.ofHours(13));
      TablePublisher next = begin();
      next.publish(0, trials(rows(row(driver, "finished")), rows(row(99, "running"))));
      next.deleteExpired();
      assertThat(published(storage)).hasSize((int) driver + 1).doesNotHaveDuplicates();
    }
    assertThat(storage.list("tables/trials")).hasSizeLessThan(30);
  }

  @Test
  void aStaleDriverTakesNothingFromWhatIsInherited() throws IOException {
    TablePublisher stale = begin();
    stale.publish(0, trials(rows(row(1, "finished")), List.of()));
    TablePublisher successor = begin();
    for (long i = 2; i <= Merging.MOST_FILES + 2; i++) {
      stale.publish(0, trials(rows(row(i, "from the stale driver")), List.of()));
    }
    assertThat(storage.list("tables/trials")).anyMatch(name -> name.contains("merged"));
    successor.publish(0, trials(rows(row(2, "finished")), List.of()));
    TablePublisher third = begin(); // finds that the stale driver left out what is inherited
    third.publish(0, trials(rows(row(3, "finished")), List.of()));
    clock.advance(TablePublisher.RETENTION.multipliedBy(2));
    stale.deleteExpired();
    successor.deleteExpired();
    third.deleteExpired();

    assertThat(published(storage))
        .containsExactlyInAnyOrder("1 finished", "2 finished", "3 finished");
    assertThat(storage.list("tables/trials")).containsExactly("1-1.rows", "2-1.rows", "3-1.rows");
  }

  @Test
  void rowsOfAnotherVersionAndFilesThatAreDamagedAreWrittenAnew() throws IOException {
    begin().publish(0, trials(rows(row(1, "finished")), List.of()));
    TablePublisher later = PublishedSweep.begin(storage, clock);
    later.inherit("another version", "");
    assertThat(later.settledRows("trials")).isZero();

    Path file = directory.resolve(SETTLED);
    byte[] content = Files.readAllBytes(file);
    content[content.length / 2] ^= 1;
    Files.write(file, content);
    TablePublisher next = begin();
    assertThat(next.settledRows("trials")).isZero();
    next.publish(0, trials(rows(row(1, "finished")), List.of()));
    assertThat(published(storage)).containsExactly("1 finished");
    assertThat(table(storage).files())
        .extracting(Manifest.TableFile::path)
        .containsExactly("tables/trials/3-1.rows");
  }

  @Test
  void rowsWithOtherNamesOfCellsAreWrittenAnew() throws IOException {
    begin().publish(0, trials(rows(row(1, "finished")), List.of()));
    NamedCell renamed = new NamedCell("renamed", new TreeMap<>(), Optional.empty());
    for (int rowsBefore : new int[] {0, 1}) {
      try (SweepJournal journal = PublishedSweep.open(storage, List.of(renamed))) {
        TablePublisher next = new TablePublisher(storage, journal, clock);
        next.inherit(VERSION, "");
        assertThat(next.settledRows("trials")).isEqualTo(rowsBefore);
        next.publish(0, trials(rows(row(1, "finished")), List.of()));
      }
    }
  }

  /** The next driver. */
  private TablePublisher begin() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.inherit(VERSION, "");
    return publisher;
  }
}
