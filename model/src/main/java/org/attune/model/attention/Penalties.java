package org.attune.model.attention;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Penalties that parts add to the training loss. The network takes each one's mean over all tokens.
 */
public final class Penalties {

  private final List<Value> rows = new ArrayList<>();

  private Penalties() {}

  private static Penalties of(Program p) {
    return p.shared(Penalties.class, Penalties::new);
  }

  /** Adds the mean of some rows to the loss, unless the program only evaluates; (B·T, 1). */
  public static void add(Value perRow) {
    Program p = Program.of(perRow);
    if (!p.evaluating()) {
      of(p).rows.add(perRow);
    }
  }

  /** Returns all penalties; each (B·T, 1). */
  public static List<Value> all(Program p) {
    return List.copyOf(of(p).rows);
  }
}
