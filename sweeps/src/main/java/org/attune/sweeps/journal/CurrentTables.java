package org.attune.sweeps.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attune.sweeps.store.CheckedText;
import org.attune.sweeps.store.DamagedFileException;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.store.SweepLayout;

/**
 * Which manifest says what the tables are.
 *
 * @param manifest its path
 * @param sha256 of the manifest's content; empty where an earlier version of Attune wrote it
 * @param events how many of the sweep's events the tables show: the journal has as many or more
 */
public record CurrentTables(String manifest, Optional<String> sha256, long events) {

  /** What a driver that has published nothing puts there when it takes over nothing. */
  private static final String NONE = "none";

  private static final String SHA256 = "manifest-sha256 ";
  private static final String EVENTS = "events ";
  private static final String EPOCH = "epoch ";
  private static final Pattern PATH = Pattern.compile("[\\w./-]+\\.json");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The content of the file {@code current/<epoch>}. */
  static byte[] encode(Optional<CurrentTables> tables, int epoch) {
    String text =
        tables
            .map(
                of ->
                    String.join(
                        "\n", of.manifest, SHA256 + of.sha256.orElse(NONE), EVENTS + of.events))
            .orElse(NONE);
    return CheckedText.encode(text + "\n" + EPOCH + epoch);
  }

  /**
   * Reads the file {@code current/<epoch>}.
   *
   * @return empty when there are no tables
   * @throws DamagedFileException when it is not as a driver of that epoch wrote it
   */
  static Optional<CurrentTables> read(Storage storage, int epoch) throws IOException {
    String path = SweepLayout.current(epoch);
    CheckedText file;
    try (InputStream in = storage.open(path)) {
      file =
          CheckedText.decode(in.readAllBytes())
              .orElseThrow(() -> new DamagedFileException(storage, path, "is damaged"));
    }
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
    String sha256 = lines.get(1).substring(SHA256.length());
    return Optional.of(
        new CurrentTables(
            lines.get(0),
            Optional.of(sha256).filter(digest -> !digest.equals(NONE)),
            Long.parseLong(lines.get(2).substring(EVENTS.length()))));
  }

  /** Earlier versions named the manifest alone, which knows how many events it shows. */
  static CurrentTables ofEarlierVersion(Storage storage, String manifest) throws IOException {
    long events = 0;
    try (InputStream in = storage.open(manifest)) {
      events = MAPPER.readTree(in).path("events").asLong();
    } catch (FileNotFoundException | JsonProcessingException damaged) {
      // Whoever reads the tables says so; the journal does not stand on them.
    }
    return new CurrentTables(manifest, Optional.empty(), events);
  }

  /** Adds itself to the record of an epoch that takes these tables over. */
  void writeTo(ObjectNode json) {
    json.put("manifest", manifest);
    json.put("events", events);
    sha256.ifPresent(digest -> json.put("manifest-sha256", digest));
  }

  /** What the record of an epoch says. */
  static Optional<CurrentTables> of(Storage storage, JsonNode json) throws IOException {
    String manifest = json.path("manifest").textValue();
    if (manifest == null) {
      return Optional.empty();
    }
    return Optional.of(
        json.has("events")
            ? new CurrentTables(
                manifest,
                Optional.ofNullable(json.path("manifest-sha256").textValue()),
                json.path("events").longValue())
            : ofEarlierVersion(storage, manifest));
  }
}
