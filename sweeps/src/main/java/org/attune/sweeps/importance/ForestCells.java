package org.attune.sweeps.importance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The cells that a forest is grown on.
 *
 * @param columns their values of each axis
 * @param means over the seeds of each
 */
record ForestCells(List<TreeFeature> columns, double[] means) {

  /** This number of them at most, drawn at random. */
  ForestCells drawn(int most, Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, means.length).boxed().toList());
    if (means.length > most) {
      Collections.shuffle(order, random);
    }
    int[] drawn = order.stream().limit(most).mapToInt(Integer::intValue).toArray();
    return new ForestCells(
        columns.stream().map(column -> column.only(drawn)).toList(),
        Arrays.stream(drawn).mapToDouble(i -> means[i]).toArray());
  }
}
