package org.attune.model.engine;

import java.util.Map;
import java.util.TreeMap;
import org.attune.model.program.Program;

/** Finds a program's primitives without a kernel on a backend; these run their bridged formulas. */
public final class Coverage {

  private Coverage() {}

  /** The names of the bridged primitives, each with its number of uses. */
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
