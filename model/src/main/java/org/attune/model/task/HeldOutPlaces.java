package org.attune.model.task;

import java.util.stream.LongStream;
import org.attune.api.trial.HeldOutPart;

/**
 * Places of a file that are held out, such as blocks of a text, images or classes, dealt to
 * replicates. Each replicate gets as many, spread over all places. No place is dealt twice before
 * all are dealt.
 *
 * @param places number of places to deal, at least 1
 * @param each places that a replicate gets, at least 1 and at most all
 * @param first the number of the first place
 * @param apart from one place to the next: 1, or 2 where every second one belongs to another split
 */
record HeldOutPlaces(long places, long each, long first, long apart) {

  /** What the hash of the data says where each replicate has held-out examples of its own. */
  static final String DEALT = ", each replicate held out its own";

  private static final double GOLDEN = 0.6180339887498949; // spreads multiples of it evenly

  /** As many places for a replicate as wanted, or all there are. */
  static HeldOutPlaces of(long places, long wanted) {
    return new HeldOutPlaces(places, Math.min(places, wanted), 0, 1);
  }

  /**
   * Takes every second place: those for validation, or the others, for claims.
   *
   * @param all number of places of both kinds, at least 1; 2 for claims
   */
  static HeldOutPlaces ofSplit(long all, boolean sealed, long wanted) {
    long places = sealed ? all / 2 : (all + 1) / 2;
    return new HeldOutPlaces(places, Math.min(places, wanted), sealed ? 1 : 0, 2);
  }

  /**
   * The places of a replicate, each once: multiples of a stride that has no factor in common with
   * their number.
   */
  long[] of(HeldOutPart part) {
    long stride = stride();
    long from = part.replicate() * each % places;
    return LongStream.range(from, from + each)
        .map(number -> first + apart * (number % places * stride % places))
        .toArray();
  }

  private long stride() {
    long stride = Math.max(1, Math.round(GOLDEN * places));
    while (greatestCommonDivisor(stride, places) != 1) {
      stride++;
    }
    return stride;
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /** How many replicates have places of their own before one gets another's. */
  double replicatesApart() {
    return (double) places / each;
  }
}
