package org.attune.sweeps.event;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Numbers;

/**
 * The sweep that trained a trial which another sweep adopted. If that sweep had adopted the trial
 * too, this is the one that trained it.
 *
 * @param directory of that sweep: an absolute path or a URI
 * @param sweepId of that sweep; the trial's id is the same in both
 * @param attempt that ended the trial there; 0 if unknown
 * @param started when that attempt started; {@link Instant#EPOCH} if unknown
 * @param claims digests of the tests of claims that the sweep stated before it had results
 */
public record AdoptedFrom(
    String directory, String sweepId, int attempt, Instant started, SortedSet<String> claims) {

  /** The directory; a repaired journal has it from the column of the same name. */
  public static final String DIRECTORY = "adopted_from";

  /** The sweep's id; likewise a column. */
  public static final String SWEEP = "adopted_sweep";

  private static final String ATTEMPT = "adopted_attempt";
  private static final String STARTED = "adopted_started";
  private static final String CLAIMS = "adopted_claims";
  private static final String BLANK = " ";

  public AdoptedFrom {
    claims = Collections.unmodifiableSortedSet(new TreeSet<>(claims));
  }

  /** Reads the origin from an attempt's provenance; empty if the attempt trained here. */
  public static Optional<AdoptedFrom> in(Map<String, String> provenance) {
    String directory = provenance.get(DIRECTORY);
    if (directory == null) {
      return Optional.empty();
    }
    TreeSet<String> claims = new TreeSet<>();
    for (String claim : provenance.getOrDefault(CLAIMS, "").split(BLANK)) {
      if (!claim.isEmpty()) {
        claims.add(claim);
      }
    }
    return Optional.of(
        new AdoptedFrom(
            directory,
            provenance.getOrDefault(SWEEP, ""),
            Numbers.real(provenance.getOrDefault(ATTEMPT, "")).orElse(0.0).intValue(),
            Optional.ofNullable(provenance.get(STARTED)).map(Instant::parse).orElse(Instant.EPOCH),
            claims));
  }

  /** The entries of an adopted attempt's provenance. */
  public Map<String, String> provenance() {
    Map<String, String> entries = new TreeMap<>();
    entries.put(DIRECTORY, directory);
    entries.put(SWEEP, sweepId);
    entries.put(ATTEMPT, String.valueOf(attempt));
    entries.put(STARTED, started.toString());
    if (!claims.isEmpty()) {
      entries.put(CLAIMS, String.join(BLANK, claims));
    }
    return entries;
  }
}
