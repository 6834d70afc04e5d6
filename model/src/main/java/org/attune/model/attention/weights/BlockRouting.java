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
import org.attune.model.primitive.selection.PastBlocks;
import org.attune.model.program.Value;

/**
 * Softmax over the query's own block and the past blocks whose mean keys have the largest scores.
 */
public record BlockRouting(int size, int count) implements Weights {

  private static final Parameter SIZE =
      Parameter.integer("attention.weights.block", "block_size", 1, 65536, 16, "tokens per block");

  public static final Option OPTION =
      Option.of(
          "blocks",
          "softmax over the past blocks of the best centroids and the query's own",
          "Mixture of Block Attention, arXiv 2502.13189",
          SIZE,
          TopKeys.COUNT);

  public BlockRouting(Configuration settings) {
    this(settings.integer(SIZE), settings.integer(TopKeys.COUNT));
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.QUERY, Feature.KEY, Feature.ORDER);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    var blocks = new PastBlocks(signals.query(), signals.key(), place.heads(), size, count);
    return selectedSoftmax(scores, keySelection(blocks));
  }
}
