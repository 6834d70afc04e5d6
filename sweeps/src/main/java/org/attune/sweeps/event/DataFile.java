package org.attune.sweeps.event;

import java.util.Map;
import java.util.Optional;

/**
 * The user's data that a sweep trains on: another file under the same name is another sweep.
 *
 * @param name of the file or folder, without the folders above it
 * @param hash SHA-256 of its content, 64 hexadecimal digits
 */
public record DataFile(String name, String hash) {

  private static final int DIGITS_SHOWN = 12;

  /** What a sweep's provenance says of its data; empty where tasks make their own. */
  static Optional<DataFile> of(Map<String, String> provenance) {
    String hash = provenance.get(Provenance.DATA_FILE_HASH);
    return Optional.ofNullable(hash)
        .map(of -> new DataFile(provenance.getOrDefault(Provenance.DATA_FILE, ""), of));
  }

  /** As a sweep's provenance says it. */
  public Map<String, String> provenance() {
    return Map.of(Provenance.DATA_FILE, name, Provenance.DATA_FILE_HASH, hash);
  }

  /** {@code corpus.txt (SHA-256 0123456789ab...)}. */
  public String describe() {
    return "%s (SHA-256 %s...)"
        .formatted(name, hash.substring(0, Math.min(DIGITS_SHOWN, hash.length())));
  }
}
