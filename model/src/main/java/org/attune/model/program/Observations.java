package org.attune.model.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * What state that moves while training has seen in the parts of one batch, by the state's name. It
 * moves once a step, when all parts have been worked through: see {@link Movement}.
 */
public final class Observations {

  private final Map<String, List<double[]>> seen = new LinkedHashMap<>();

  /** Adds what one part of the batch showed. */
  public void add(Value state, double[] observation) {
    seen.computeIfAbsent(state.name(), n -> new ArrayList<>()).add(observation);
  }

  /** Hands out each state's name and observations, in the order of the parts. */
  public void forEach(BiConsumer<String, List<double[]>> each) {
    seen.forEach(each);
  }
}
