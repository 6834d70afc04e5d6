package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    publisher.publish(trials(rows(row(1, "finished")), rows(row(2, "running"))));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 running");
    publisher.publish(trials(rows(row(2, "failed")), rows(row(3, "pending"))));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 failed", "3 pending");
    publisher.publish(trials(List.of(), List.of()));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 failed");
  }

  @Test
  void aTableLeftOutStaysAsItIs() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(trials(rows(row(1, "finished")), rows(row(2, "running"))));
    publisher.publish(
        List.of(PublishedSweep.rows("attempts", COLUMNS, rows(row(7, "failed")), List.of())));
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 running");
    assertThat(PublishedSweep.read(storage).get("attempts")).hasSize(1);
  }

  @Test
  void settledRowsAreWrittenOnceUntilTheirFilesAreMerged() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    for (long i = 1; i <= TablePublisher.MOST_FILES; i++) {
      publisher.publish(trials(rows(row(i, "finished")), List.of()));
      assertThat(table().files()).hasSize((int) i);
    }
    long next = TablePublisher.MOST_FILES + 1;
    publisher.publish(trials(rows(row(next, "finished")), rows(row(99, "running"))));
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
    for (long i = 0; i < TablePublisher.MOST_FILES; i++) {
      publisher.publish(table("results", first, rows(new Object[] {i})));
    }
    Object[] full = {100L, Double.NaN, true, time, Map.of("gate", "learned", "λ", "")};
    Object[] empty = {101L, null, null, null, Map.of()};
    publisher.publish(table("results", all, rows(full, empty)));

    Manifest.Table table = new ManifestReader(storage).read().orElseThrow().tables().get("results");
    assertThat(table.files()).hasSize(1);
    assertThat(table.columns()).isEqualTo(all);
    List<Object[]> rows = PublishedSweep.read(storage).get("results");
    assertThat(rows).hasSize(TablePublisher.MOST_FILES + 2);
    assertThat(rows.get(0)).containsExactly(0L, null, null, null, null);
    assertThat(rows.get(TablePublisher.MOST_FILES)).containsExactly(full);
    assertThat(rows.get(TablePublisher.MOST_FILES + 1)).containsExactly(empty);
  }

  @Test
  void aColumnIsRequiredOnlyWhileEveryFileHasIt() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    Column required = new Column("gate", Type.STRING, true);
    publisher.publish(table("results", List.of(ID), rows(new Object[] {1L})));
    publisher.publish(table("results", List.of(ID, required), rows(new Object[] {2L, "none"})));
    Manifest.Table table = new ManifestReader(storage).read().orElseThrow().tables().get("results");
    assertThat(table.columns()).containsExactly(ID, new Column("gate", Type.STRING, false));
  }

  @Test
  void aColumnCannotChangeItsType() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(table("results", List.of(ID), rows(new Object[] {1L})));
    Column other = new Column("ID", Type.DOUBLE, true);
    assertThatThrownBy(
            () -> publisher.publish(table("results", List.of(other), rows(new Object[] {1.0}))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot join the columns of table results: id is LONG in one place and ID is DOUBLE in another");
  }

  @Test
  void aBadRowIsRefusedByNameAndNothingIsPublished() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(trials(rows(row(1, "finished")), List.of()));
    assertThatThrownBy(() -> publisher.publish(trials(rows(new Object[] {null, "x"}), List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid row of table trials: no value for the required column id");
    assertThatThrownBy(() -> publisher.publish(trials(rows(new Object[] {2, "x"}), List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Invalid value in column id of table trials: a java.lang.Integer where a LONG belongs");
    assertThatThrownBy(() -> publisher.publish(trials(rows(new Object[] {2L}), List.of())))
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
      publisher.publish(trials(rows(row(1, "finished")), rows(row(2, "running"))));
      List<TableRows> update = trials(rows(row(2, "finished")), rows(row(3, "running")));

      failing.failAfter(step);
      assertThatThrownBy(() -> publisher.publish(update)).hasMessage("disk full");
      assertThat(published(disk)).containsExactlyInAnyOrder("1 finished", "2 running");

      failing.failAfter(Integer.MAX_VALUE);
      publisher.publish(update);
      assertThat(published(disk))
          .containsExactlyInAnyOrder("1 finished", "2 finished", "3 running");
    }
  }

  @Test
  void filesThatTablesNoLongerNeedStayADay() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, clock);
    publisher.publish(trials(List.of(), rows(row(1, "running"))));
    Manifest first = new ManifestReader(storage).read().orElseThrow();
    String live = first.tables().get("trials").files().get(0).path();
    publisher.publish(trials(List.of(), rows(row(1, "running"))));

    clock.advance(TablePublisher.RETENTION.minusSeconds(1));
    publisher.publish(trials(rows(row(1, "finished")), List.of()));
    assertThat(storage.exists(live)).isTrue();
    assertThat(storage.exists(TablePaths.manifest(1, 1))).isTrue();

    clock.advance(Duration.ofSeconds(1));
    publisher.publish(trials(List.of(), List.of()));
    assertThat(storage.exists(live)).isFalse();
    assertThat(storage.exists(TablePaths.manifest(1, 1))).isFalse();
    assertThat(storage.exists(TablePaths.manifest(1, 2))).isTrue();
    assertThat(published()).containsExactly("1 finished");
  }

  @Test
  void aNewEpochClearsAwayWhatOlderOnesWroteADayAfterItsFirstPublish() throws IOException {
    PublishedSweep.begin(storage, clock)
        .publish(trials(rows(row(1, "finished")), rows(row(2, "running"))));
    TablePublisher successor = PublishedSweep.begin(storage, clock);
    clock.advance(TablePublisher.RETENTION.multipliedBy(2));
    successor.publish(trials(rows(row(1, "finished"), row(2, "finished")), List.of()));
    assertThat(storage.list("tables/trials")).hasSize(3);

    clock.advance(TablePublisher.RETENTION);
    successor.publish(List.of());
    assertThat(storage.list("tables/trials")).containsExactly("2-1.parquet");
    assertThat(storage.list("tables/manifests")).containsExactly("2-1.json", "2-2.json");
    assertThat(published()).containsExactlyInAnyOrder("1 finished", "2 finished");
  }

  @Test
  void aStaleDriverMovesNothingThatIsRead() throws IOException {
    TablePublisher stale = PublishedSweep.begin(storage, clock);
    stale.publish(trials(rows(row(1, "finished")), List.of()));
    TablePublisher successor = PublishedSweep.begin(storage, clock);

    stale.publish(trials(rows(row(2, "from the stale driver")), List.of()));
    assertThat(published()).containsExactly("1 finished");
    successor.publish(trials(rows(row(1, "finished"), row(2, "finished")), List.of()));
    stale.publish(trials(rows(row(3, "from the stale driver")), List.of()));
    clock.advance(TablePublisher.RETENTION.plusSeconds(1));
    stale.publish(trials(List.of(), List.of()));
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
