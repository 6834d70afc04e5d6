package org.attune.model.attention.weights;

import static org.attune.model.primitive.KeySelection.keySelection;
import static org.attune.model.primitive.SelectedSoftmax.selectedSoftmax;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.selection.NearClusters;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Softmax over the keys of the clusters nearest to the query, and the query's own token. Centroids
 * are state among the parameters: in training they follow queries and keys, not a gradient.
 *
 * @param clusters clusters per head; 0 for the root of the length
 * @param count clusters per query
 */
public record ClusterRouting(int clusters, int count) implements Weights {

  private static final double DECAY = 0.999;

  private static final Parameter CLUSTERS =
      Parameter.integer(
          "attention.weights.centroids",
          "clusters",
          0,
          65536,
          0,
          "centroids per head; 0 for the root of the length");

  public static final Option OPTION =
      Option.of(
          "clusters",
          "softmax over the keys of the clusters nearest to the query",
          "Routing Transformer, arXiv 2003.05997",
          CLUSTERS,
          TopKeys.COUNT);

  public ClusterRouting(Configuration settings) {
    this(settings.integer(CLUSTERS), settings.integer(TopKeys.COUNT));
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY, Feature.ORDER);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    int perHead = clusters == 0 ? rootOf(scores.size(3)) : clusters;
    Value centroids =
        Program.of(scores)
            .state(
                "centroids",
                ClusterRouting::directions,
                place.heads() * perHead,
                place.headWidth(),
                NearClusters.following(DECAY));
    var near = new NearClusters(signals.query(), signals.key(), centroids, place.heads(), count);
    return selectedSoftmax(scores, keySelection(near));
  }

  private static int rootOf(int length) {
    return Math.max(1, (int) Math.round(Math.sqrt(length)));
  }

  /**
   * Returns settings with as many centroids as a network of that length has. A network trained at
   * that length can then be evaluated at another.
   */
  public static Configuration asTrainedAt(int length, Configuration settings) {
    return settings.integer(CLUSTERS) == 0
        ? settings.with(CLUSTERS.key(), Integer.toString(rootOf(length)))
        : settings;
  }

  private static void directions(
      double[] values, int rows, int columns, java.util.random.RandomGenerator random) {
    Init.normal(1).fill(values, rows, columns, random);
    for (int r = 0; r < rows; r++) {
      double square = 0;
      for (int c = 0; c < columns; c++) {
        square += values[r * columns + c] * values[r * columns + c];
      }
      for (int c = 0; c < columns; c++) {
        values[r * columns + c] /= Math.sqrt(square);
      }
    }
  }
}
