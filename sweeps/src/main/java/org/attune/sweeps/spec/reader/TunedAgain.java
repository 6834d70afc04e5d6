package org.attune.sweeps.spec.reader;

import java.util.List;

/**
 * A key whose best value each cell of a {@link CellsFile} gets anew, on seeds of its own. Otherwise
 * a cell that a search tuned long would be compared with a control that it hardly tried.
 *
 * @param key of a tuned parameter, such as {@code train.learning-rate}
 * @param values to try, ascending; at least two
 */
public record TunedAgain(String key, List<String> values) {

  public TunedAgain {
    values = List.copyOf(values);
  }
}
