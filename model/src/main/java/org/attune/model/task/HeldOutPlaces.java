package org.attune.model.task;

import java.util.stream.LongStream;
import org.attune.api.trial.HeldOutPart;

/**
 * Places of a file that are held out, such as blocks of a text, images or classes, dealt to
 * replicates. Each replicate gets as many, spread over all places. No place is dealt twice before
 * all are dealt.
 *
 * @param places number of places, at least 1
 * @param each places that a replicate gets, at least 1 and at most all
 */
record HeldOutPlaces(long places, long each) {

  /** What the hash of the data says where each replicate has held-out examples of its own. */
  static final String DEALT = ", each replicate held out its own";

  private static final double GOLDEN = 0.6180339887498949; // spreads multiples of it evenly

  /** As many places for a replicate as wanted, or all there are. */
  static HeldOutPlaces of(long places, long wanted) {
    return new HeldOutPlaces(places, Math.min(places, wanted));
  }

  /** The places of a replicate, each once, from 0. */
  long[] of(HeldOutPart part) {
    long first = part.replicate() * each % places;
    return LongStream.range(first, first + each).map(this::place).toArray();
  }

  /** A permutation of the places: multiples of a stride that has no factor in common with them. */
  private long place(long number) {
    return number % places * stride() % places;
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
