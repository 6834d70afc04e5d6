package org.attune.model.engine;

import java.util.Arrays;
import java.util.List;
import org.attune.model.program.Program.Span;

/**
 * When each kernel and each adjoint of a program runs. The kernels run in order, then the adjoints
 * in reverse. Before the first adjoint of a span that runs again come the span's kernels, in order.
 *
 * <p>The last span's adjoints come soon after its kernels, so it does not run again.
 */
final class KernelTimeline {

  private static final int NEVER = -1;

  private final int[] back;
  private final int[] again;
  private final int[] span;
  private final List<Span> spans;
  private final int end;

  /**
   * @param nodes the program's number of nodes
   * @param spans in order, without a common node
   */
  KernelTimeline(int nodes, List<Span> spans) {
    this.spans = spans;
    back = new int[nodes];
    again = new int[nodes];
    span = new int[nodes];
    Arrays.fill(again, NEVER);
    Arrays.fill(span, NEVER);
    for (int s = 0; s < spans.size(); s++) {
      Arrays.fill(span, spans.get(s).from(), spans.get(s).to(), s);
    }
    int time = nodes;
    for (int i = nodes - 1; i >= 0; i--) {
      int s = span[i];
      if (runsAgain(s) && i == spans.get(s).to() - 1) {
        for (int j = spans.get(s).from(); j <= i; j++) {
          again[j] = time++;
        }
      }
      back[i] = time++;
    }
    end = time;
  }

  /** The time after all others. */
  int end() {
    return end;
  }

  /** When a node's adjoint runs. Its kernel first runs at the node's number. */
  int back(int node) {
    return back[node];
  }

  /** When a node's kernel runs again; negative if it does not. */
  int again(int node) {
    return again[node];
  }

  /** The span of a node; negative if it is in none. */
  int span(int node) {
    return span[node];
  }

  /** Whether a span runs again. */
  boolean runsAgain(int span) {
    return span >= 0 && span < spans.size() - 1;
  }

  /** The spans, in order. */
  List<Span> spans() {
    return spans;
  }
}
