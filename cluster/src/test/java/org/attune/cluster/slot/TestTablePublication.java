package org.attune.cluster.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.search.Trial;
import org.attune.cluster.table.FailingStorage;
import org.attune.cluster.table.Manifest;
import org.attune.cluster.table.ManifestReader;
import org.attune.cluster.table.PublishedSweep;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.table.Tables;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestTablePublication {
  private static final ParameterTree TREE = new NumberCatalog().tree();
  private static final Duration OFTEN = Duration.ofMillis(10);
  private static final Duration NEVER = Duration.ofDays(1);
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @TempDir private Path directory;
  private FailingStorage storage;
  private SweepJournal journal;

  @BeforeEach
  void open() throws IOException {
    storage = new FailingStorage(new LocalStorage(directory));
    journal = PublishedSweep.open(storage);
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  @Test
  void tablesAreThereFromTheStart() throws IOException {
    try (TablePublication tables = publication(NEVER)) {
      tables.follow(journal.state()::view);
      eventually().until(() -> new ManifestReader(storage).read().isPresent());
      assertThat(manifest().tables()).containsKey("results");
    }
  }

  @Test
  void aNoteInTheFolderSaysNotToReadItsFiles() throws Exception {
    try (TablePublication tables = publication(NEVER)) {
      tables.finish(journal.state().view());
    }
    assertThat(directory.resolve("tables/README.md"))
        .content()
        .contains("Do not read these files directly", "attune export DIR --format parquet");
  }

  @Test
  void aFailureIsToldUntilThereIsNoneAndThenEachRowIsThereOnce() throws Exception {
    finish(0, Map.of("loss", 1.0));
    try (TablePublication tables = publication(OFTEN)) {
      storage.fail(true);
      tables.follow(journal.state()::view);
      eventually().untilAsserted(() -> assertThat(tables.trouble()).contains("disk full"));
      finish(1, Map.of("loss", 1.0));
      storage.fail(false);
      eventually().untilAsserted(() -> assertThat(tables.trouble()).isEmpty());
      finish(2, Map.of("loss", 1.0));
      tables.finish(journal.state().view());
    }
    assertThat(manifest().tables().get("trials").rows()).isEqualTo(3);
    assertThat(manifest().tables().get("results").rows()).isEqualTo(3);
    assertThat(manifest().events()).isEqualTo(journal.state().view().events());
  }

  @Test
  void aFaultOfAnyKindIsToldAndDoesNotEndThePublishing() {
    try (TablePublication tables = publication(OFTEN)) {
      AtomicBoolean broken = new AtomicBoolean(true);
      tables.follow(
          () -> {
            if (broken.get()) {
              throw new AssertionError("a bug");
            }
            return journal.state().view();
          });
      eventually().untilAsserted(() -> assertThat(tables.trouble()).contains("a bug"));
      broken.set(false);
      eventually().untilAsserted(() -> assertThat(tables.trouble()).isEmpty());
    }
  }

  @Test
  void theLastPublishIsTriedAgainAndMustSucceed() throws Exception {
    try (TablePublication tables = publication(NEVER)) {
      storage.failAfter(0);
      tables.finish(journal.state().view());
      assertThat(manifest().events()).isEqualTo(journal.state().view().events());
    }
    finish(0, Map.of("loss", 1.0));
    try (TablePublication tables = publication(NEVER)) {
      storage.fail(true);
      assertThatThrownBy(() -> tables.finish(journal.state().view()))
          .isInstanceOf(IOException.class)
          .hasMessage("Cannot publish the tables: disk full");
    }
  }

  @Test
  void metricsThatDifferInCaseAndParametersThatComeLaterHaveTheirColumns() throws Exception {
    try (TablePublication tables = publication(NEVER)) {
      finish(0, Map.of("Loss", 1.0));
      TablePublisher publisher = publisher();
      publisher.publish(0, rows(publisher));
      finish(1, Map.of("loss", 2.0));
      suggest(new Trial("later", 2, new Configuration(Map.of("new.key", "x")), 0, 1));
      publisher.publish(0, rows(publisher));
      tables.finish(journal.state().view());
    }
    assertThat(manifest().tables().get("results").columns())
        .extracting(Column::name)
        .contains("Loss", "metric_loss", "new_key")
        .doesNotContain("loss");
  }

  /** Waits long: only what never comes is a failure. */
  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofMinutes(20));
  }

  private List<TableRows> rows(TablePublisher publisher) {
    return Tables.all(journal.state().view(), TREE, publisher::settledRows);
  }

  private TablePublisher publisher() {
    return new TablePublisher(storage, journal, PublishedSweep.CLOCK);
  }

  private TablePublication publication(Duration every) {
    return new TablePublication(storage, publisher(), TREE, every, OFTEN);
  }

  private Manifest manifest() throws IOException {
    return new ManifestReader(storage).read().orElseThrow();
  }

  private void finish(int number, Map<String, Double> metrics) {
    Trial trial =
        Trial.of(
            number,
            Configuration.of(TREE, Map.of(NumberCatalog.NUMBER, String.valueOf(number))),
            0,
            1);
    suggest(trial);
    journal.append(new Event.Started(trial.id(), 1, "0.1", "host", "cpu", Map.of(), NOON));
    journal.append(new Event.Finished(trial.id(), 1, metrics, Map.of(), NOON)).join();
  }

  private void suggest(Trial trial) {
    journal.append(new Event.Suggested(trial, 0, NOON)).join();
  }
}
