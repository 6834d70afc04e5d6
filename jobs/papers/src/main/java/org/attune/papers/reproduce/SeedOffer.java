package org.attune.papers.reproduce;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.verdict.Price;
import org.attune.sweeps.verdict.SweepOutcomes;

/**
 * What more seeds of one table would decide, and what they cost. The number of seeds is the least
 * that would decide an open claim with the power of {@link Finding#needed}, which takes the paper's
 * effect as true.
 *
 * @param table with open claims
 * @param open its inconclusive claims
 * @param seeds the most seeds that a cell would have
 * @param decides the open claims that this number is expected to decide
 * @param seconds of processor time, at the most
 */
record SeedOffer(
    ReproducedTable table, List<Finding> open, int seeds, List<Finding> decides, double seconds) {

  /** A sweep file has no more seeds per cell. */
  private static final int MOST_SEEDS = 10_000;

  /**
   * The offer of a table; empty if no claim is open, if no number of seeds is known to help, and if
   * added seeds do not count.
   */
  static Optional<SeedOffer> of(ReproducedTable table) {
    if (!table.judged().looks().open()) {
      return Optional.empty();
    }
    List<Finding> open = table.open();
    int seeds =
        open.stream()
            .flatMapToInt(finding -> finding.needed().stream())
            .min()
            .orElse(MOST_SEEDS + 1);
    if (seeds > MOST_SEEDS) {
      return Optional.empty();
    }
    OptionalDouble seconds =
        new Price(table.facts().sweep(), new SweepOutcomes(table.facts().sweep()))
            .untilSeeds(open, seeds);
    List<Finding> decides =
        open.stream().filter(finding -> finding.needed().orElse(seeds + 1) <= seeds).toList();
    return seconds.isEmpty()
        ? Optional.empty()
        : Optional.of(new SeedOffer(table, open, seeds, decides, seconds.getAsDouble()));
  }

  /** Claims that it is expected to decide, per second. */
  double worth() {
    return decides.size() / Math.max(seconds, 1e-9);
  }
}
