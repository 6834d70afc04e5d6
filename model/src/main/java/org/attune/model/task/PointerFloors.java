package org.attune.model.task;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Scores of pointers drawn uniformly among the keys seen, on given sequences. */
final class PointerFloors {

  private static final int REPEATS = 20;

  private PointerFloors() {}

  /**
   * Simulates the pointers.
   *
   * @param heads number of heads in all layers together
   * @return {@code ipmr_mean}, {@code ipmr_top} (the best head) and {@code ipmr} (the share of
   *     queries where any head hits)
   */
  static Map<String, Double> of(List<int[]> sequences, Repeats repeats, int heads) {
    SplittableRandom random = new SplittableRandom(17);
    double mean = 0;
    double top = 0;
    double any = 0;
    for (int r = 0; r < REPEATS; r++) {
      int[] hits = new int[heads];
      int union = 0;
      int queries = 0;
      for (int[] sequence : sequences) {
        int period = repeats.periodOf(sequence);
        for (int t = period; t < sequence.length; t++) {
          boolean hit = false;
          for (int h = 0; h < heads; h++) {
            if (random.nextInt(t + 1) == t - period + 1) {
              hits[h]++;
              hit = true;
            }
          }
          union += hit ? 1 : 0;
          queries++;
        }
      }
      int best = 0;
      int sum = 0;
      for (int count : hits) {
        best = Math.max(best, count);
        sum += count;
      }
      mean += (double) sum / heads / queries / REPEATS;
      top += (double) best / queries / REPEATS;
      any += (double) union / queries / REPEATS;
    }
    return Map.of("ipmr_mean", mean, "ipmr_top", top, "ipmr", any);
  }
}
