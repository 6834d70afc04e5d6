package org.attune.model.primitive.selection;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/**
 * Selects the complete past blocks whose mean keys have the largest products with the query, and
 * the query's own block (Mixture of Block Attention, arXiv 2502.13189). No centroid includes future
 * tokens.
 *
 * @param q (B·T, H·d)
 * @param k (B·T, H·d)
 * @param heads H
 * @param size of a block, in tokens
 * @param count of past blocks
 */
public record PastBlocks(Value q, Value k, int heads, int size, int count)
    implements SelectionRule {

  @Override
  public boolean ofKeys(int argument) {
    return argument == 1;
  }

  @Override
  public int length() {
    return q.length();
  }

  @Override
  public Chooser chooser(IntFunction<double[]> at, Pass pass) {
    HeadRows queries = HeadRows.of(at.apply(0), q, heads);
    int blocks = length() / size;
    double[] centroids = centroids(HeadRows.of(at.apply(1), k, heads), blocks);
    return (sequence, head, query, visible) -> {
      int block = query / size;
      int first = (sequence * heads + head) * blocks * queries.width();
      double[] affinity =
          Ranking.affinities(queries, queries.at(sequence, head, query), centroids, first, block);
      for (int n : Ranking.largest(affinity, 0, block, count)) {
        Arrays.fill(visible, n * size, (n + 1) * size, true);
      }
      Arrays.fill(visible, block * size, query + 1, true);
    };
  }

  /** The mean key of each complete block: (B, H, blocks, d). */
  private double[] centroids(HeadRows keys, int blocks) {
    int width = keys.width();
    double[] centroids = new double[keys.sequences() * heads * blocks * width];
    for (int b = 0; b < keys.sequences(); b++) {
      for (int h = 0; h < heads; h++) {
        for (int j = 0; j < blocks * size; j++) {
          int to = ((b * heads + h) * blocks + j / size) * width;
          int from = keys.at(b, h, j);
          for (int c = 0; c < width; c++) {
            centroids[to + c] += keys.numbers()[from + c] / size;
          }
        }
      }
    }
    return centroids;
  }
}
