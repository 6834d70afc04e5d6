package org.attune.sweeps.importance;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A forest of all axes and a shuffled copy of each, which explains something by chance alone.
 *
 * @param variances that the axes explain, then the copies
 * @param largest of the copies' variances
 */
record ShuffledCopies(RandomForest forest, double[] variances, double largest) {

  private static final int TREES = 16;

  /** Forests that are grown one after another, each with copies and cells of its own. */
  static Stream<ShuffledCopies> grown(int forests, ForestCells cells, int most, Random random) {
    return IntStream.range(0, forests).mapToObj(n -> of(cells.drawn(most, random), random));
  }

  private static ShuffledCopies of(ForestCells cells, Random random) {
    List<TreeFeature> copied =
        Stream.concat(
                cells.columns().stream(),
                cells.columns().stream().map(column -> column.shuffled(random)))
            .toList();
    RandomForest forest = new RandomForest(copied, cells.means(), TREES, random);
    double[] variances = forest.mainVariances();
    int axes = cells.columns().size();
    return new ShuffledCopies(
        forest, variances, Arrays.stream(variances, axes, variances.length).max().orElseThrow());
  }

  /** The share of the whole variance that the largest copy has. */
  double share(Random random) {
    double total = forest.total(variances, random);
    return total > 0 ? largest / total : 0;
  }
}
