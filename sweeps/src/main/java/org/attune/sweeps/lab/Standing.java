package org.attune.sweeps.lab;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The place of a sweep in a lab's ledger, as the sweep's header has it.
 *
 * @param lab the lab's id
 * @param entry number of the entry that stated the sweep's claims, from 1
 * @param sha256 hash of that entry
 * @param level that the sweep's claims share
 * @param folder of the lab when the claims were stated
 */
public record Standing(String lab, int entry, String sha256, double level, String folder) {

  private static final String LAB = "lab";
  private static final String ENTRY = "lab_entry";
  private static final String SHA256 = "lab_entry_hash";
  private static final String LEVEL = "lab_level";
  private static final String FOLDER = "lab_folder";

  /** The standing in a sweep's provenance; empty for a sweep that runs outside of labs. */
  public static Optional<Standing> of(Map<String, String> provenance) {
    return provenance.keySet().containsAll(List.of(LAB, ENTRY, SHA256, LEVEL, FOLDER))
        ? Optional.of(
            new Standing(
                provenance.get(LAB),
                Integer.parseInt(provenance.get(ENTRY)),
                provenance.get(SHA256),
                Double.parseDouble(provenance.get(LEVEL)),
                provenance.get(FOLDER)))
        : Optional.empty();
  }

  /** The level in a sweep's provenance; empty for a sweep that runs outside of labs. */
  public static OptionalDouble level(Map<String, String> provenance) {
    return of(provenance).stream().mapToDouble(Standing::level).findFirst();
  }

  /** The entries of the provenance. */
  public Map<String, String> provenance() {
    return new TreeMap<>(
        Map.of(
            LAB,
            lab,
            ENTRY,
            String.valueOf(entry),
            SHA256,
            sha256,
            LEVEL,
            String.valueOf(level),
            FOLDER,
            folder));
  }
}
