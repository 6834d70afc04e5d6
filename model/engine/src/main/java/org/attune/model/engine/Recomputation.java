package org.attune.model.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Program.Span;
import org.attune.model.program.Value;

/** Chooses the kernels of each span that run again: those whose results adjoints read. */
final class Recomputation {

  private Recomputation() {}

  /** Whether each node's kernel runs again. */
  static boolean[] of(List<Node> nodes, KernelTimeline times, KernelSteps<?> steps) {
    boolean[] again = new boolean[nodes.size()];
    for (int s = 0; s < times.spans().size(); s++) {
      if (times.runsAgain(s)) {
        choose(nodes, times.spans().get(s), steps, again);
      }
    }
    return again;
  }

  private static void choose(List<Node> nodes, Span span, KernelSteps<?> steps, boolean[] again) {
    Set<Value> read = new HashSet<>(); // by adjoints, or by kernels that run again
    for (int i = span.to() - 1; i >= span.from(); i--) {
      Node node = nodes.get(i);
      Primitive primitive = node.primitive();
      boolean adjoint = node.output().wantsGradient();
      again[i] =
          (adjoint && (primitive.keepsOutput() || steps.get(i).keeps()))
              || read.contains(node.output());
      List<Value> inputs = primitive.inputs();
      for (int a = 0; a < inputs.size(); a++) {
        if (again[i] || (adjoint && primitive.keeps(a))) {
          read.add(inputs.get(a).root());
        }
      }
    }
  }
}
