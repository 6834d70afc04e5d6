package org.attune.cluster.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.attune.cluster.table.TrialRows.published;
import static org.attune.cluster.table.TrialRows.row;
import static org.attune.cluster.table.TrialRows.rows;
import static org.attune.cluster.table.TrialRows.trials;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that no reader needs any more stay a day, and no longer. */
class TestExpiredFiles {

  private final MovableClock clock = new MovableClock();
  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
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
    assertThat(published(storage)).containsExactly("1 finished");
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
    assertThat(storage.list("tables/trials")).containsExactly("2-1.rows");
    assertThat(storage.list("tables/manifests")).containsExactly("2-1.json");
    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 finished");
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
    assertThat(published(storage)).containsExactlyInAnyOrder("1 finished", "2 running");
  }

  @Test
  void aFileThatNoManifestKnowsIsDeletedADayLater() throws IOException {
    FailingStorage failing = new FailingStorage(storage);
    TablePublisher first = PublishedSweep.begin(failing, clock);
    failing.failAfter(1);
    assertThatThrownBy(() -> first.publish(0, trials(rows(row(1, "x")), List.of())))
        .hasMessage("disk full");
    assertThat(storage.list("tables/trials")).containsExactly("1-1.rows");

    TablePublisher second = PublishedSweep.begin(storage, clock);
    second.publish(0, trials(rows(row(1, "finished")), List.of()));
    clock.advance(TablePublisher.RETENTION);
    second.deleteExpired();
    assertThat(storage.list("tables/trials")).containsExactly("2-1.rows");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"2026-01-41T00:00:00Z\"", "null"})
  void aDamagedTimeInAnOldManifestStopsNoPublication(String time) throws IOException {
    TablePublisher first = PublishedSweep.begin(storage, clock);
    first.publish(0, trials(List.of(), rows(row(1, "pending"))));
    first.publish(0, trials(List.of(), rows(row(1, "running"))));
    String old = TablePaths.manifest(1, 2);
    String json;
    try (InputStream in = storage.open(old)) {
      json = new String(in.readAllBytes(), UTF_8);
    }
    storage.replace(old, json.replace("\"2026-01-01T00:00:00Z\"", time).getBytes(UTF_8));

    TablePublisher second = PublishedSweep.begin(storage, clock);
    second.publish(0, trials(rows(row(1, "finished")), List.of()));
    assertThat(published(storage)).containsExactly("1 finished");
    clock.advance(TablePublisher.RETENTION);
    second.deleteExpired();
    assertThat(storage.list("tables/manifests")).containsExactly("2-1.json");
  }
}
