package org.attune.jobs.watch;

import java.util.Optional;
import org.attune.jobs.console.Counted;
import org.attune.sweeps.claim.EnoughSeeds;
import org.attune.sweeps.statistics.Rounded;
import org.attune.sweeps.statistics.SeedComparison;

/**
 * How many new seeds a confirming sweep gives each cell: as many as its comparisons need to be
 * decided whichever test judges them. Nobody knows beforehand whether a seed will fail, or values
 * will have two modes, and ranks judge then.
 *
 * @param compared the number of comparisons that share the level
 * @param level that of a verdict: .05, or what a lab now gives this number of claims
 * @param lab whether a lab gives the level
 */
record ConfirmingSeeds(int compared, double level, boolean lab) {

  /** A cell that nothing is compared with has an interval of this many seeds. */
  private static final int FEWEST = 5;

  private static final int MOST = 100;

  /** Outside of labs. */
  static ConfirmingSeeds of(int compared) {
    return new ConfirmingSeeds(compared, SeedComparison.LEVEL, false);
  }

  /** The number of seeds. */
  int number() {
    return compared == 0 ? FEWEST : Math.max(FEWEST, least(true));
  }

  private int least(boolean ranks) {
    return EnoughSeeds.least(compared, level, ranks).orElse(MOST);
  }

  /** Why this number of seeds, for the user; empty where nothing is compared. */
  Optional<String> why() {
    return compared == 0
        ? Optional.empty()
        : Optional.of(
            "replicates: %d, since a verdict needs p %s or less%s: Student's t can give that from %d seeds on, and ranks, which judge if a seed fails or values have two modes, from %d on"
                .formatted(
                    number(),
                    Rounded.probability(level / compared),
                    shared(),
                    least(false),
                    least(true)));
  }

  private String shared() {
    String shownLevel = (lab ? "the lab's next level, " : "") + Rounded.level(level);
    return compared > 1
        ? " (%s, shared by %s)".formatted(shownLevel, Counted.of(compared, "comparison"))
        : lab ? " (%s)".formatted(shownLevel) : "";
  }
}
