package org.attune.model.attention.weights;

import static org.attune.model.primitive.KeySelection.keySelection;
import static org.attune.model.primitive.SelectedSoftmax.selectedSoftmax;
import static org.attune.model.primitive.Softmax.softmax;
import static org.attune.model.primitive.StrongMessages.strongMessages;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Linear;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.StrongMessages;
import org.attune.model.primitive.selection.MarkedTokens;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Softmax that drops weak messages at inference. It trains like softmax. In evaluation, a head
 * reads the current token and the tokens j with {@code ‖v_j W_O‖ >= threshold · median}. The median
 * is per head and comes from the training data, never from the evaluation data.
 *
 * @param threshold 0 keeps all messages
 */
public record FilteredSoftmax(double threshold) implements Weights {

  /** The minimum length of a kept message, relative to the median. */
  public static final Parameter THRESHOLD =
      Parameter.real(
          "attention.weights.threshold",
          "filter_threshold",
          0,
          100,
          0.5,
          "how long a message must be to be kept, in medians of its head; 0 keeps all");

  public static final Option OPTION =
      Option.of(
          "filtered",
          "softmax; where it is only evaluated, without tokens whose messages are short",
          "Patterns and Messages, F1",
          THRESHOLD);

  public FilteredSoftmax(Configuration settings) {
    this(settings.real(THRESHOLD));
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.VALUE, Feature.ORDER, Feature.FLOATS);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    Program p = Program.of(scores);
    Value v = signals.value();
    Value output = Linear.matrix(p, Linear.ATTENTION_OUTPUT, v.columns(), signals.x().columns());
    Value median =
        p.state("message-median", Init.constant(0), 1, place.heads(), StrongMessages::following);
    Value strong = strongMessages(v, output, median, threshold); // (B·T, H)
    if (!p.evaluating()) {
      return softmax(scores, place.mask());
    }
    p.probe("kept", strong);
    return selectedSoftmax(scores, keySelection(new MarkedTokens(strong)));
  }
}
