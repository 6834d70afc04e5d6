package org.attune.cluster.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import org.attune.sweeps.store.Storage;

/**
 * Finds the manifest in force: what the {@code CURRENT} of the highest epoch names or, until that
 * epoch has published, the manifest that its epoch record says was in force when it began.
 *
 * <p>A driver of an older epoch can move only its own {@code CURRENT}, which nobody reads any more.
 * Data folders are never listed.
 */
public final class ManifestReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EPOCHS = "epochs";
  private static final String INHERITED = "manifest";

  private final Storage storage;

  public ManifestReader(Storage storage) {
    this.storage = storage;
  }

  /** Whether the directory holds a sweep, published or not. */
  public boolean isSweep() throws IOException {
    return highestEpoch().isPresent();
  }

  /**
   * Reads the manifest in force, or nothing when no driver has published yet.
   *
   * @throws FileNotFoundException when the directory holds no sweep
   */
  public Optional<Manifest> read() throws IOException {
    Optional<String> path = path();
    if (path.isEmpty()) {
      return Optional.empty();
    }
    String where = storage.describe() + "/" + path.get();
    return Optional.of(Manifest.decode(readAll(path.get()), where));
  }

  /**
   * Path of the manifest in force, relative to the sweep's directory: what a new epoch's record
   * names.
   *
   * @throws FileNotFoundException when the directory holds no sweep
   */
  public Optional<String> path() throws IOException {
    while (true) {
      long epoch =
          highestEpoch()
              .orElseThrow(
                  () ->
                      new FileNotFoundException(
                          "Cannot read %s: it holds no sweep (there is no folder %s in it)"
                              .formatted(storage.describe(), EPOCHS)));
      Optional<String> path = current(epoch);
      if (path.isEmpty()) {
        path = inherited(epoch);
      }
      // A driver that took over meanwhile has fenced the epoch just read.
      if (highestEpoch().orElseThrow() == epoch) {
        return path;
      }
    }
  }

  private OptionalLong highestEpoch() throws IOException {
    return storage.list(EPOCHS).stream()
        .filter(name -> name.chars().allMatch(Character::isDigit))
        .mapToLong(Long::parseLong)
        .max();
  }

  private Optional<String> current(long epoch) throws IOException {
    try {
      return Optional.of(
          new String(readAll(TablePaths.current(epoch)), StandardCharsets.UTF_8).strip());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private Optional<String> inherited(long epoch) throws IOException {
    JsonNode path = JSON.readTree(readAll(EPOCHS + "/" + epoch)).path(INHERITED);
    return path.isTextual() ? Optional.of(path.textValue()) : Optional.empty();
  }

  private byte[] readAll(String path) throws IOException {
    try (var in = storage.open(path)) {
      return in.readAllBytes();
    }
  }
}
