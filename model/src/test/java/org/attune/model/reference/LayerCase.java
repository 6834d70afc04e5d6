package org.attune.model.reference;

import java.util.function.Consumer;
import java.util.function.Function;
import org.attune.model.contract.AttentionTrial;
import org.attune.model.primitive.Mask;

/**
 * A layer's settings and the formula of what it gives.
 *
 * @param formula of one sequence, or set
 * @param mask who sees what
 * @param evaluated whether the layer is described for evaluation alone, as filters want
 * @param prepare gives parameters other values than {@link AttentionTrial} does
 * @param settings keys and values in turn
 */
record LayerCase(
    String name,
    Function<ReferenceLayer, double[][]> formula,
    Mask mask,
    boolean evaluated,
    Consumer<AttentionTrial> prepare,
    String... settings) {

  /** Over sequences. */
  LayerCase(String name, Function<ReferenceLayer, double[][]> formula, String... settings) {
    this(name, formula, Mask.CAUSAL, false, trial -> {}, settings);
  }

  /** The same over sets, which have no positions. */
  LayerCase overSets() {
    return new LayerCase(
        name + ", over sets",
        formula,
        Mask.NONE,
        evaluated,
        prepare,
        with("model.positions", "none"));
  }

  LayerCase evaluatedOnly() {
    return new LayerCase(name, formula, mask, true, prepare, settings);
  }

  LayerCase prepared(Consumer<AttentionTrial> other) {
    return new LayerCase(name, formula, mask, evaluated, other, settings);
  }

  /** Whether it sets a key to a value. */
  boolean sets(String key, String value) {
    for (int i = 0; i < settings.length; i += 2) {
      if (settings[i].equals(key) && settings[i + 1].equals(value)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it sets a key to another value. */
  boolean setsOtherwise(String key, String value) {
    for (int i = 0; i < settings.length; i += 2) {
      if (settings[i].equals(key) && !settings[i + 1].equals(value)) {
        return true;
      }
    }
    return false;
  }

  private String[] with(String... more) {
    String[] all = java.util.Arrays.copyOf(settings, settings.length + more.length);
    System.arraycopy(more, 0, all, settings.length, more.length);
    return all;
  }
}
