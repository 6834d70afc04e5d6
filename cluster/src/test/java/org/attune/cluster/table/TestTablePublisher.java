package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.attune.sweeps.table.TableRows;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTablePublisher {
  private static final Column ID = new Column("id", Type.LONG, true);
  private static final Column STATE = new Column("state", Type.STRING, false);
  private static final Column LOSS = new Column("loss", Type.DOUBLE, false);
  private static final List<Column> COLUMNS = List.of(ID, STATE);

  private final MovableClock clock = new MovableClock();
  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void settledRowsStayAndLiveRowsAreReplaced() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 running");
    publisher.publish(0, trials(rows(row(2, "failed")), rows(row(3, "pending"))));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 failed", "3 pending");
    publisher.publish(0, trials(List.of(), List.of()));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 failed");
  }

  @Test
  void aTableLeftOutStaysAsItIs() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
    publisher.publish(
        0, List.of(PublishedSweep.rows("attempts", COLUMNS, rows(row(7, "failed")), List.of())));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 running");
    assertThat(PublishedSweep.read(storage).get("attempts")).hasSize(1);
  }

  @Test
  void settledRowsAreWrittenOnceUntilTheirFilesAreMerged() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    for (long i = 1; i <= Merging.MOST_FILES; i++) {
      publisher.publish(0, trials(rows(row(i, "finished")), List.of()));
      assertThat(table().files()).hasSize((int) i);
    }
    long next = Merging.MOST_FILES + 1;
    publisher.publish(0, trials(rows(row(next, "finished")), rows(row(99, "running"))));
    assertThat(table().files()).extracting(Manifest.DataFile::rows).containsExactly(next, 1L);
    assertThat(published())
        .containsExactlyInAnyOrderElementsOf(
            LongStream.rangeClosed(1, next + 1)
                .mapToObj(i -> i > next ? "99 running" : i + " finished")
                .toList());
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
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    List<Column> first = List.of(ID);
    for (long i = 0; i < Merging.MOST_FILES; i++) {
      publisher.publish(0, table("results", first, rows(new Object[] {i})));
    }
    Object[] full = {100L, Double.NaN, true, time, Map.of("gate", "learned", "λ", "")};
    Object[] empty = {101L, null, null, null, Map.of()};
    publisher.publish(0, table("results", all, rows(full, empty)));

    Manifest.Table table = new ManifestReader(storage).read().orElseThrow().tables().get("results");
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
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    Column required = new Column("gate", Type.STRING, true);
    publisher.publish(0, table("results", List.of(ID), rows(new Object[] {1L})));
    publisher.publish(0, table("results", List.of(ID, required), rows(new Object[] {2L, "none"})));
    Manifest.Table table = new ManifestReader(storage).read().orElseThrow().tables().get("results");
    assertThat(table.columns()).containsExactly(ID, new Column("gate", Type.STRING, false));
  }

  @Test
  void aColumnCannotChangeItsType() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(0, table("results", List.of(ID), rows(new Object[] {1L})));
    Column other = new Column("ID", Type.DOUBLE, true);
    assertThatThrownBy(
            () -> publisher.publish(0, table("results", List.of(other), rows(new Object[] {1.0}))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot join the columns of table results: id is LONG in one place and ID is DOUBLE in"
                + " another");
  }

  @Test
  void aBadRowIsRefusedByNameAndNothingIsPublished() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
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
    assertThat(published()).containsExactly("1 finished");
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
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 finished", "3 finished");

    failing.failDeletes(false);
    publisher.deleteExpired();
    assertThat(storage.exists(TablePaths.live("trials", 1, 1))).isFalse();
  }

  /** Publishes the trials up to a number as finished, those left out that are there. */
  private void publishFrom(TablePublisher publisher, long last) throws IOException {
    List<Object[]> settled = new ArrayList<>();
    for (long i = publisher.settledRows("trials") + 1; i <= last; i++) {
      settled.add(row(i, "finished"));
    }
    publisher.publish(0, trials(settled, List.of()));
  }

  @Test
  void whatHasNotChangedIsNotWrittenAgain() throws IOException {
    FailingStorage counting = new FailingStorage(storage);
    TablePublisher publisher = PublishedSweep.begin(counting, clock);
    assertThat(publisher.publish(7, trials(rows(row(1, "finished")), rows(row(2, "running")))))
        .isTrue();
    String live = table().files().get(1).path();
    int written = counting.written();

    assertThat(publisher.publish(8, trials(List.of(), rows(row(2, "running"))))).isFalse();
    assertThat(counting.written()).isEqualTo(written);
    assertThat(new ManifestReader(storage).read().orElseThrow().events()).isEqualTo(7);

    assertThat(publisher.publish(9, trials(rows(row(3, "finished")), rows(row(2, "running")))))
        .isTrue();
    assertThat(counting.written()).isEqualTo(written + 3); // its rows, a manifest, CURRENT
    assertThat(table().files()).extracting(Manifest.DataFile::path).contains(live);
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 running", "3 finished");
    assertThat(new ManifestReader(storage).read().orElseThrow().events()).isEqualTo(9);
  }

  @Test
  void aTableWithoutRowsIsPublishedAtTheStartAndThenNotAgain() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    assertThat(publisher.publish(1, trials(List.of(), List.of()))).isTrue();
    assertThat(publisher.publish(1, trials(List.of(), List.of()))).isFalse();
    assertThat(table().columns()).isEqualTo(COLUMNS);
  }

  @Test
  void aRowIsMergedOnceATierHoweverManyPublishesThereAre() throws IOException {
    int publishes = 4 * (Merging.MOST_FILES + 1);
    FailingStorage counting = new FailingStorage(storage);
    TablePublisher publisher = PublishedSweep.begin(counting, clock);
    for (long i = 1; i <= publishes; i++) {
      publisher.publish(0, trials(rows(row(i, "finished")), List.of()));
    }
    assertThat(table().files())
        .extracting(Manifest.DataFile::tier, Manifest.DataFile::rows)
        .containsOnly(tuple(1, Merging.MOST_FILES + 1L))
        .hasSize(4);
    assertThat(published()).hasSize(publishes).doesNotHaveDuplicates();
    // Each publish writes its row, a manifest and CURRENT; each merge one file more.
    assertThat(counting.written()).isEqualTo(3 * publishes + 4);
  }

  @Test
  void tiersAreMergedIntoHigherOnes() throws IOException {
    int most = Merging.MOST_FILES;
    List<Manifest.DataFile> files = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      files.add(parquet("one-" + i, 1, 1));
      files.add(parquet("zero-" + i, 1, 0));
    }
    files.add(parquet("zero", 1, 0));
    files.add(new Manifest.DataFile("large", 5, Merging.LARGE, false, 0));

    List<Manifest.DataFile> merged =
        new Merging(storage, "trials", COLUMNS)
            .merge(
                files,
                (rows, tier) -> {
                  byte[] bytes = rows.finish();
                  storage.replace("merged-" + tier, bytes);
                  return new Manifest.DataFile(
                      "merged-" + tier, rows.rows(), bytes.length, false, tier);
                });

    assertThat(merged)
        .extracting(Manifest.DataFile::tier, Manifest.DataFile::rows)
        .containsExactlyInAnyOrder(tuple(0, 5L), tuple(2, 2L * most + 1));
  }

  private Manifest.DataFile parquet(String path, long id, int tier) throws IOException {
    ParquetRows.Sink sink = new ParquetRows.Sink("trials", COLUMNS);
    sink.add(row(id, "finished"));
    byte[] bytes = sink.finish();
    storage.replace(path, bytes);
    return new Manifest.DataFile(path, 1, bytes.length, false, tier);
  }

  @Test
  void filesThatTablesNoLongerNeedStayADay() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(0, trials(List.of(), rows(row(1, "pending"))));
    Manifest first = new ManifestReader(storage).read().orElseThrow();
    String live = first.tables().get("trials").files().get(0).path();
    publisher.publish(0, trials(List.of(), rows(row(1, "running"))));
    assertThat(new ManifestReader(storage).read().orElseThrow().superseded())
        .containsExactlyInAnyOrder(live, TablePaths.manifest(1, 1));

    clock.advance(TablePublisher.RETENTION.minusSeconds(1));
    publisher.publish(0, trials(rows(row(1, "finished")), List.of()));
    publisher.deleteExpired();
    assertThat(storage.exists(live)).isTrue();
    assertThat(storage.exists(TablePaths.manifest(1, 1))).isTrue();

    clock.advance(Duration.ofSeconds(1));
    publisher.deleteExpired();
    assertThat(storage.exists(live)).isFalse();
    assertThat(storage.exists(TablePaths.manifest(1, 1))).isFalse();
    assertThat(storage.exists(TablePaths.manifest(1, 2))).isTrue();
    assertThat(published()).containsExactly("1 finished");
  }

  @Test
  void aNewEpochClearsAwayWhatOlderOnesWroteADayAfterItsFirstPublish() throws IOException {
    PublishedSweep.begin(storage, clock)
        .publish(0, trials(rows(row(1, "finished")), rows(row(2, "running"))));
    TablePublisher successor = PublishedSweep.begin(storage, clock);
    clock.advance(TablePublisher.RETENTION.multipliedBy(2));
    successor.publish(0, trials(rows(row(1, "finished"), row(2, "finished")), List.of()));
    successor.deleteExpired();
    assertThat(storage.list("tables/trials")).hasSize(3);

    clock.advance(TablePublisher.RETENTION);
    successor.deleteExpired();
    assertThat(storage.list("tables/trials")).containsExactly("2-1.parquet");
    assertThat(storage.list("tables/manifests")).containsExactly("2-1.json");
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 finished");
  }

  @Test
  void driversWhoLiveAnHourDeleteWhatThoseOfTheDayBeforeLeftOut() throws IOException {
    for (int hour = 0; hour < 30; hour++) {
      TablePublisher driver = PublishedSweep.begin(storage, clock);
      driver.publish(0, trials(rows(row(1, "finished")), rows(row(2, "pending"))));
      clock.advance(Duration.ofHours(1));
      driver.publish(0, trials(List.of(), rows(row(2, "running"))));
      driver.deleteExpired();
    }
    // Two manifests an epoch; those of the last day and the ones before them are there.
    assertThat(storage.list("tables/manifests"))
        .hasSizeBetween(48, 52)
        .doesNotContain("1-1.json", "1-2.json", "5-1.json")
        .contains("30-1.json", "30-2.json");
    assertThat(storage.list("tables/trials")).hasSizeBetween(72, 78);
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 running");
  }

  @Test
  void aFileThatNoManifestKnowsIsDeletedADayLater() throws IOException {
    FailingStorage failing = new FailingStorage(storage);
    TablePublisher first = PublishedSweep.begin(failing, clock);
    failing.failAfter(1);
    assertThatThrownBy(() -> first.publish(0, trials(rows(row(1, "x")), List.of())))
        .hasMessage("disk full");
    assertThat(storage.list("tables/trials")).containsExactly("1-1.parquet");

    TablePublisher second = PublishedSweep.begin(storage, clock);
    second.publish(0, trials(rows(row(1, "finished")), List.of()));
    clock.advance(TablePublisher.RETENTION);
    second.deleteExpired();
    assertThat(storage.list("tables/trials")).containsExactly("2-1.parquet");
  }

  @Test
  void aDriverThatWasTakenOverDeletesNothing() throws IOException {
    TablePublisher stale = PublishedSweep.begin(storage, clock);
    stale.publish(0, trials(List.of(), rows(row(1, "pending"))));
    PublishedSweep.begin(storage, clock); // has not published: readers see what it took over
    stale.publish(0, trials(List.of(), rows(row(1, "from the stale driver"))));
    clock.advance(TablePublisher.RETENTION.multipliedBy(2));
    stale.deleteExpired();

    assertThat(published()).containsExactly("1 pending");
  }

  @Test
  void aStaleDriverMovesNothingThatIsRead() throws IOException {
    TablePublisher stale = PublishedSweep.begin(storage, clock);
    stale.publish(0, trials(rows(row(1, "finished")), List.of()));
    TablePublisher successor = PublishedSweep.begin(storage, clock);

    stale.publish(0, trials(rows(row(2, "from the stale driver")), List.of()));
    assertThat(published()).containsExactly("1 finished");
    successor.publish(0, trials(rows(row(1, "finished"), row(2, "finished")), List.of()));
    stale.publish(0, trials(rows(row(3, "from the stale driver")), List.of()));
    clock.advance(TablePublisher.RETENTION.plusSeconds(1));
    stale.publish(0, trials(List.of(), List.of()));
    stale.deleteExpired();
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 finished");
  }

  private List<TableRows> trials(List<Object[]> settled, List<Object[]> live) {
    return List.of(PublishedSweep.rows("trials", COLUMNS, settled, live));
  }

  private static List<TableRows> table(String name, List<Column> columns, List<Object[]> settled) {
    return List.of(PublishedSweep.rows(name, columns, settled, List.of()));
  }

  private static List<Object[]> rows(Object[]... rows) {
    return Arrays.asList(rows);
  }

  private static Object[] row(long id, String state) {
    return new Object[] {id, state};
  }

  private Manifest.Table table() throws IOException {
    return new ManifestReader(storage).read().orElseThrow().tables().get("trials");
  }

  private List<String> published() throws IOException {
    return published(storage);
  }

  private static List<String> published(Storage storage) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Object[] row : PublishedSweep.read(storage).get("trials")) {
      rows.add(String.join(" ", Arrays.stream(row).map(Objects::toString).toList()));
    }
    return rows;
  }

  private static final class MovableClock extends Clock {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    void advance(Duration duration) {
      now = now.plus(duration);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
