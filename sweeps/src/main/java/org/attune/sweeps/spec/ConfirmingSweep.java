package org.attune.sweeps.spec;

import java.util.Collection;
import java.util.List;

/**
 * A sweep that runs again, with new seeds, what another sweep found. What else that sweep found
 * gets another name and seed, so that both can run.
 *
 * @param name the other sweep's, with a mark of what is confirmed
 * @param seed larger than the other sweep's
 */
public record ConfirmingSweep(String name, long seed) {

  private static final int MARKS = 0x10000;

  /**
   * The name and the seed.
   *
   * @param name of the sweep that found something
   * @param seed of that sweep
   * @param confirmed what it found, as texts in any order
   */
  public static ConfirmingSweep of(String name, long seed, Collection<String> confirmed) {
    List<String> sorted = confirmed.stream().sorted().toList();
    int mark = Math.floorMod(sorted.hashCode(), MARKS);
    return new ConfirmingSweep("%s-confirm-%04x".formatted(name, mark), seed + 1 + mark);
  }
}
