package org.attune.cluster.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.attune.cluster.table.TrialRows.COLUMNS;
import static org.attune.cluster.table.TrialRows.published;
import static org.attune.cluster.table.TrialRows.row;
import static org.attune.cluster.table.TrialRows.rows;
import static org.attune.cluster.table.TrialRows.table;
import static org.attune.cluster.table.TrialRows.trials;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of settled rows become fewer, larger ones, and every row is written once a tier. */
class TestMerging {

  @TempDir private Path directory;
  private Storage storage;

  @BeforeEach
  void open() {
    storage = new LocalStorage(directory);
  }

  @Test
  void settledRowsAreWrittenOnceUntilTheirFilesAreMerged() throws IOException {
    TablePublisher publisher = PublishedSweep.begin(storage, PublishedSweep.CLOCK);
    for (long i = 1; i <= Merging.MOST_FILES; i++) {
      publisher.publish(0, trials(rows(row(i, "finished")), List.of()));
      assertThat(table(storage).files()).hasSize((int) i);
    }
    long next = Merging.MOST_FILES + 1;
    publisher.publish(0, trials(rows(row(next, "finished")), rows(row(99, "running"))));
    assertThat(table(storage).files())
        .extracting(Manifest.TableFile::rows)
        .containsExactly(next, 1L);
    assertThat(published(storage))
        .containsExactlyInAnyOrderElementsOf(
            LongStream.rangeClosed(1, next + 1)
                .mapToObj(i -> i > next ? "99 running" : i + " finished")
                .toList());
  }

  @Test
  void aRowIsMergedOnceATierHoweverManyPublishesThereAre() throws IOException {
    int publishes = 4 * (Merging.MOST_FILES + 1);
    FailingStorage counting = new FailingStorage(storage);
    TablePublisher publisher = PublishedSweep.begin(counting, PublishedSweep.CLOCK);
    int before = counting.written();
    for (long i = 1; i <= publishes; i++) {
      publisher.publish(0, trials(rows(row(i, "finished")), List.of()));
    }
    assertThat(table(storage).files())
        .extracting(Manifest.TableFile::tier, Manifest.TableFile::rows)
        .containsOnly(tuple(1, Merging.MOST_FILES + 1L))
        .hasSize(4);
    assertThat(published(storage)).hasSize(publishes).doesNotHaveDuplicates();
    // Each publish writes its row, a manifest and CURRENT; each merge one file more.
    assertThat(counting.written() - before).isEqualTo(3 * publishes + 4);
  }

  @Test
  void tiersAreMergedIntoHigherOnes() throws IOException {
    int most = Merging.MOST_FILES;
    List<Manifest.TableFile> files = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      files.add(parquet("one-" + i, 1, 1));
      files.add(parquet("zero-" + i, 1, 0));
    }
    files.add(parquet("zero", 1, 0));
    files.add(new Manifest.TableFile("large", 5, Merging.LARGE, false, 0, null));

    List<Manifest.TableFile> merged =
        new Merging(storage, "trials", COLUMNS)
            .merge(
                files,
                (rows, tier) -> {
                  byte[] bytes = rows.finish();
                  storage.replace("merged-" + tier, bytes);
                  return new Manifest.TableFile(
                      "merged-" + tier, rows.rows(), bytes.length, false, tier, null);
                });

    assertThat(merged)
        .extracting(Manifest.TableFile::tier, Manifest.TableFile::rows)
        .containsExactlyInAnyOrder(tuple(0, 5L), tuple(2, 2L * most + 1));
  }

  private Manifest.TableFile parquet(String path, long id, int tier) throws IOException {
    ParquetRows.Sink sink = new ParquetRows.Sink("trials", COLUMNS);
    sink.add(row(id, "finished"));
    byte[] bytes = sink.finish();
    storage.replace(path, bytes);
    return new Manifest.TableFile(path, 1, bytes.length, false, tier, null);
  }
}
