package org.attune.model.primitive.selection;

import java.util.List;
import java.util.function.IntFunction;
import org.attune.model.program.Pass;
import org.attune.model.program.Value;

/** How a query's keys are chosen, for the primitive {@code KeySelection}. */
public interface SelectionRule {

  /** Marks the keys that a query sees; those after the query are ignored. */
  interface Chooser {
    void choose(int sequence, int head, int query, boolean[] visible);
  }

  /** What the choice depends on. */
  List<Value> inputs();

  int heads();

  int length();

  /**
   * Reads the arguments as they are in this pass.
   *
   * @param arguments all numbers of an argument, row by row
   */
  Chooser chooser(IntFunction<double[]> arguments, Pass pass);
}
