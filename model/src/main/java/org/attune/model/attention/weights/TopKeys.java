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
import org.attune.model.primitive.selection.LargestScores;
import org.attune.model.program.Value;

/** Softmax over only the keys with the largest scores: the best that routing could do. */
public record TopKeys(int count) implements Weights {

  static final Parameter COUNT =
      Parameter.integer(
          "attention.weights.count", "key_count", 1, 65536, 2, "keys, blocks or clusters chosen");

  public static final Option OPTION =
      Option.of(
          "top-keys",
          "softmax over the largest scores: an oracle",
          "Patterns and Messages, R3",
          COUNT);

  public TopKeys(Configuration settings) {
    this(settings.integer(COUNT));
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.ORDER);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    return selectedSoftmax(scores, keySelection(new LargestScores(scores, count)));
  }
}
