package org.attune.model.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Observations of one batch's parts, by the name of the state that they move. State moves once a
 * step, after all parts: see {@link Movement}.
 */
public final class BatchObservations {

  private final Map<String, List<double[]>> seen = new LinkedHashMap<>();

  /** Adds the observation of one part of the batch. */
  public void add(Value state, double[] observation) {
    seen.computeIfAbsent(state.name(), n -> new ArrayList<>()).add(observation);
  }

  /** Passes on each state's name and observations, in the order of the parts. */
  public void forEach(BiConsumer<String, List<double[]>> each) {
    seen.forEach(each);
  }
}
