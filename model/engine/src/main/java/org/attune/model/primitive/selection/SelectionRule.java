package org.attune.model.primitive.selection;

import java.util.List;
import java.util.function.IntFunction;
import org.attune.model.program.Components;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** Chooses a query's keys, for the primitive {@code KeySelection}. */
public interface SelectionRule {

  /** Marks the keys that a query sees; marks on later keys are ignored. */
  interface Chooser {
    void choose(int sequence, int head, int query, boolean[] visible);
  }

  /** The values that the choice depends on. */
  default List<Value> inputs() {
    return Components.values((Record) this);
  }

  /**
   * Whether later queries read this argument's rows of earlier tokens, as they read keys.
   *
   * @param argument an index in {@link #inputs}
   */
  default boolean ofKeys(int argument) {
    return true;
  }

  int heads();

  int length();

  /**
   * Reads the arguments for this pass.
   *
   * @param arguments all numbers of an argument, row by row
   */
  Chooser chooser(IntFunction<double[]> arguments, Pass pass);
}
