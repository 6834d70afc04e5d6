package org.attune.api.search;

import java.util.Optional;
import org.attune.api.catalog.Configuration;

/**
 * One training to run: a cell and a seed.
 *
 * <pre>{@code
 * Configuration cell = new Configuration(Map.of("x", "3"));
 * Trial first = Trial.of(0, cell, 0, 7);
 * Trial second = Trial.of(1, cell, 1, 7);
 * first.id().equals(second.id()); // false
 * first.seed() == Trial.of(9, cell, 0, 7).seed(); // true
 * }</pre>
 *
 * @param id the first 12 hexadecimal digits of the configuration's hash, {@code -}, the replicate;
 *     a population's members add {@code -} and the index
 * @param index its place in the order of proposal, from 0
 * @param configuration the cell
 * @param replicate the number of the cell's seed, from 0
 * @param seed equal for equal replicates of all cells, so that cells can be compared in pairs
 * @param origin the checkpoint to resume from; empty for a trial that begins at step 0
 */
public record Trial(
    String id,
    int index,
    Configuration configuration,
    int replicate,
    long seed,
    Optional<Origin> origin) {

  private static final int ID_DIGITS = 12;

  /**
   * A checkpoint to start from, as in population-based training (Jaderberg et al., "Population
   * Based Training of Neural Networks", 2017: exploit).
   *
   * @param trialId the trial that wrote the checkpoint
   * @param step the step after which it was written
   */
  public record Origin(String trialId, long step) {}

  /** A trial that begins at step 0. */
  public Trial(String id, int index, Configuration configuration, int replicate, long seed) {
    this(id, index, configuration, replicate, seed, Optional.empty());
  }

  /** The trial of a cell under a sweep's seed. */
  public static Trial of(int index, Configuration configuration, int replicate, long sweepSeed) {
    String id = configuration.hash().substring(0, ID_DIGITS) + "-" + replicate;
    return new Trial(id, index, configuration, replicate, seed(sweepSeed, replicate));
  }

  /** Another trial with this cell and seed that starts from a checkpoint. */
  public Trial from(Origin origin) {
    return new Trial(id + "-" + index, index, configuration, replicate, seed, Optional.of(origin));
  }

  /** A separate trial with this cell and seed: several members of a population may share a cell. */
  public Trial apart() {
    return new Trial(id + "-" + index, index, configuration, replicate, seed, origin);
  }

  /**
   * A replicate's seed: SplitMix64 of the sweep's seed and the replicate, cut to 53 bits, which
   * JSON and spreadsheets represent exactly.
   */
  public static long seed(long sweepSeed, int replicate) {
    long z = mix(mix(sweepSeed + 0x9E3779B97F4A7C15L) + replicate + 1);
    return z >>> 11;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
