package org.attune.sweeps.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.CheckedText;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.WholeFile;

/**
 * The manifest of the current tables.
 *
 * @param manifest its path
 * @param sha256 of the manifest's content; empty if an earlier version of Attune wrote it, or if a
 *     repair rebuilt the journal since
 * @param events the number of the sweep's events that the tables show; the journal has at least as
 *     many
 */
public record CurrentTables(String manifest, Optional<String> sha256, long events) {

  /** The content if a driver has published nothing and inherits no tables. */
  private static final String NONE = "none";

  private static final String SHA256 = "manifest-sha256 ";
  private static final String EVENTS = "events ";
  private static final String EPOCH = "epoch ";
  private static final Pattern PATH = Pattern.compile("[\\w./-]+\\.json");
  private static final Pattern EVENT_COUNT = Pattern.compile(EVENTS + "\\d{1,18}");
  private static final int LINES = 4;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The content of the file {@code current/<epoch>}. */
  static byte[] encode(Optional<CurrentTables> tables, int epoch) {
    String text =
        tables
            .map(
                currentTables ->
                    String.join(
                        "\n",
                        currentTables.manifest,
                        SHA256 + currentTables.sha256.orElse(NONE),
                        EVENTS + currentTables.events))
            .orElse(NONE);
    return CheckedText.encode(text + "\n" + EPOCH + epoch);
  }

  /**
   * Reads the file {@code current/<epoch>}.
   *
   * @return empty if there are no tables
   * @throws DamagedFileException if it differs from what a driver of that epoch wrote
   */
  static Optional<CurrentTables> read(Storage storage, int epoch) throws IOException {
    String path = SweepLayout.current(epoch);
    CheckedText file =
        CheckedText.decode(WholeFile.read(storage, path))
            .orElseThrow(() -> new DamagedFileException(storage, path, "is damaged"));
    List<String> lines = file.text().lines().toList();
    if (!file.checked()) {
      if (lines.size() != 1 || !PATH.matcher(lines.get(0)).matches()) {
        throw new DamagedFileException(storage, path, "is damaged");
      }
      return Optional.of(ofEarlierVersion(storage, lines.get(0)));
    }
    if (!lines.get(lines.size() - 1).equals(EPOCH + epoch)) {
      throw new DamagedFileException(storage, path, "is of another epoch");
    }
    if (lines.get(0).equals(NONE)) {
      return Optional.empty();
    }
    if (lines.size() != LINES || !EVENT_COUNT.matcher(lines.get(2)).matches()) {
      throw new DamagedFileException(storage, path, "is damaged");
    }
    String sha256 = lines.get(1).substring(Math.min(SHA256.length(), lines.get(1).length()));
    return Optional.of(
        new CurrentTables(
            lines.get(0),
            Optional.of(sha256).filter(digest -> !digest.equals(NONE)),
            Long.parseLong(lines.get(2).substring(EVENTS.length()))));
  }

  /**
   * Tables of an earlier version, whose file names only the manifest. The number of events is read
   * from the manifest.
   */
  static CurrentTables ofEarlierVersion(Storage storage, String manifest) throws IOException {
    long events = 0;
    try {
      events = MAPPER.readTree(WholeFile.read(storage, manifest)).path("events").asLong();
    } catch (FileNotFoundException | JsonProcessingException damaged) {
      // Readers of the tables report this; the journal does not depend on the tables.
    }
    return new CurrentTables(manifest, Optional.empty(), events);
  }
}
