package org.attune.sweeps.event;

import java.util.Map;
import java.util.Optional;

/**
 * The user's data on which a sweep trains. A file with the same name but other content makes
 * another sweep.
 *
 * @param name of the file or folder, without its parent folders
 * @param hash SHA-256 of its content, 64 hexadecimal digits
 */
public record DataFile(String name, String hash) {

  private static final int DIGITS_SHOWN = 12;

  /** The data in a sweep's provenance; empty if tasks generate their own. */
  static Optional<DataFile> of(Map<String, String> provenance) {
    String hash = provenance.get(Provenance.DATA_FILE_HASH);
    return Optional.ofNullable(hash)
        .map(digest -> new DataFile(provenance.getOrDefault(Provenance.DATA_FILE, ""), digest));
  }

  /** The data as entries of a sweep's provenance. */
  public Map<String, String> provenance() {
    return Map.of(Provenance.DATA_FILE, name, Provenance.DATA_FILE_HASH, hash);
  }

  /** Formats as {@code corpus.txt (SHA-256 0123456789ab...)}. */
  public String describe() {
    return "%s (SHA-256 %s...)"
        .formatted(name, hash.substring(0, Math.min(DIGITS_SHOWN, hash.length())));
  }
}
