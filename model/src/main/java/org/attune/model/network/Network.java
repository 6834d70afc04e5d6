package org.attune.model.network;

import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A model together with its loss.
 *
 * <p>{@link #describe} reads the inputs {@link #FEATURES}, {@link #LABELS} and {@link #WEIGHTS} and
 * names the outputs {@link #LOSS} and {@link #PREDICTION}. It may use {@link #ROWS}, parameters and
 * probes.
 */
public interface Network {

  String FEATURES = "features";
  String LABELS = "labels";
  String WEIGHTS = "weights";

  /** An optional input: equal row weights that sum to one over the whole batch. */
  String ROWS = "rows";

  String LOSS = "loss";
  String PREDICTION = "prediction";

  /**
   * Describes the forward pass for the program's batch. The loss is the sum over rows of each row's
   * loss times its weight. The caller scales the weights so that they sum to one over the whole
   * batch.
   *
   * @return the loss, (1, 1)
   */
  Value describe(Program p);
}
