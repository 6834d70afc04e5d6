package org.attune.model.engine;

import java.util.Map;
import java.util.TreeMap;
import org.attune.model.program.Program;

/**
 * Which primitives of a program a backend has no kernel for, so that their formulas are bridged.
 */
public final class Coverage {

  private Coverage() {}

  /** The names of primitives that would be bridged, each with how often. */
  public static Map<String, Integer> bridged(Program program, Backend<?> backend) {
    Map<String, Integer> missing = new TreeMap<>();
    for (Program.Node node : program.nodes()) {
      if (!backend.kernels().covers(node.primitive())) {
        missing.merge(node.primitive().getClass().getSimpleName(), 1, Integer::sum);
      }
    }
    return missing;
  }
}
