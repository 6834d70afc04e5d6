package org.attune.cluster.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.attune.cluster.table.ManifestReader;
import org.attune.cluster.table.PublishedSweep;
import org.attune.cluster.table.WholeTable;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose files are not what was written are refused, by queries and by exports. */
class TestDamagedTables {

  private static final List<Column> COLUMNS =
      List.of(new Column("trial_id", Type.STRING, true), new Column("value", Type.DOUBLE, false));
  private static final int ROWS = 200;

  private static SparkSession spark;
  @TempDir private Path runs;
  private Path sweep;
  private Path file;

  @BeforeAll
  static void startSpark() {
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", false)
            .config("spark.driver.host", "localhost")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
  }

  @AfterAll
  static void stopSpark() {
    spark.stop();
  }

  @BeforeEach
  void publish() throws IOException {
    sweep = runs.resolve("sweep");
    file = publish(sweep, 1);
    assertThat(query()).hasSize(ROWS);
  }

  /** The file that holds a new sweep's rows. */
  private static Path publish(Path directory, long seed) throws IOException {
    LocalStorage storage = new LocalStorage(directory);
    Random random = new Random(seed);
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(new Object[] {"trial-" + i, random.nextDouble()});
    }
    PublishedSweep.begin(storage, PublishedSweep.CLOCK)
        .publish(0, List.of(PublishedSweep.rows("results", COLUMNS, rows, List.of())));
    return directory.resolve("tables/results/1-1.rows");
  }

  @Test
  void anyFlippedBit() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(7);
    for (int i = 0; i < 40; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, damaged);
      assertRefused("is not what was written: it was changed, or is of another sweep");
    }
    Files.write(file, whole);
    assertThat(query()).hasSize(ROWS);
  }

  @Test
  void aFileOfAnotherSweep() throws IOException {
    Path other = publish(runs.resolve("other"), 2);
    Files.copy(other, file, StandardCopyOption.REPLACE_EXISTING);
    assertRefused("");
  }

  @Test
  void aFileThatIsCutOrMissing() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertRefused("has %d bytes and had %d".formatted(whole.length - 1, whole.length));
    Files.delete(file);
    assertRefused("is missing");
  }

  @Test
  void aManifestThatIsChanged() throws IOException {
    Path manifest = sweep.resolve("tables/manifests/1-1.json");
    String json = Files.readString(manifest);
    Files.writeString(manifest, json.replace("\"rows\" : 200", "\"rows\" : 199"));
    assertThatThrownBy(this::query)
        .hasMessageContaining(manifest + " is damaged, or of another sweep; restore it from a copy")
        .hasMessageEndingWith("or run: attune repair %s", sweep);
  }

  /** Earlier versions recorded no digests, but Parquet's pages have had checksums all along. */
  @Test
  void aFlippedBitInAPageOfASweepWithoutDigests() throws IOException {
    LocalStorage storage = new LocalStorage(sweep);
    Path manifest = sweep.resolve("tables/manifests/1-1.json");
    String json = Files.readString(manifest).replaceAll(",\\s*\"sha256\" : \"[0-9a-f]*\"", "");
    Files.writeString(manifest, json);
    storage.replace("current/000001", "tables/manifests/1-1.json\n".getBytes(UTF_8));
    assertThat(new ManifestReader(storage).read()).isPresent();
    assertThat(query()).hasSize(ROWS);

    byte[] whole = Files.readAllBytes(file);
    byte[] damaged = whole.clone();
    damaged[whole.length / 2] ^= 1; // the middle of the file is in the values' page
    Files.write(file, damaged);
    assertThatThrownBy(this::query).hasStackTraceContaining("checksum verification failed");
  }

  private void assertRefused(String why) {
    assertThatThrownBy(this::query)
        .hasMessageContaining(file + " " + why)
        .hasMessageContaining("; restore it from a copy, or run: attune repair %s", sweep);
    assertThatThrownBy(this::export).hasMessageContaining(file + " " + why);
  }

  /** The table as one file, as {@code attune export} writes it. */
  private void export() throws IOException {
    LocalStorage storage = new LocalStorage(sweep);
    WholeTable.write(
        storage,
        "results",
        new ManifestReader(storage).read().orElseThrow().tables().get("results"),
        Files.createTempDirectory(sweep, "export").resolve("results.parquet"));
  }

  private List<Row> query() {
    return spark.read().format("attune").option("dir", sweep.toString()).load().collectAsList();
  }
}
