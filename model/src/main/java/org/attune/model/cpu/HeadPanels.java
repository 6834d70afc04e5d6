package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Sink;

/**
 * A panel that goes from head to head of each sequence: over token rows, where a head is a range of
 * columns, or over score matrices, which lie one after the other.
 */
final class HeadPanels {

  private final Panel panel;
  private final boolean tokens;
  private final int heads;
  private final int rows;
  private final int columns;

  private HeadPanels(Panel panel, boolean tokens, int heads, int rows, int columns) {
    this.panel = panel;
    this.tokens = tokens;
    this.heads = heads;
    this.rows = rows;
    this.columns = columns;
  }

  /** Over token rows, {@code length} of each sequence. */
  static HeadPanels ofTokens(Floats matrix, int heads, int length) {
    int width = matrix.columns / heads;
    return new HeadPanels(matrix.panel(length, width), true, heads, length, width);
  }

  /** Over scores, {@code queries} rows in each matrix. */
  static HeadPanels ofScores(Floats scores, int heads, int queries) {
    Panel first = scores.panel(queries, scores.columns);
    return new HeadPanels(first, false, heads, queries, scores.columns);
  }

  /** What a gradient is multiplied by before a product is added to it. */
  static float beta(Sink<Floats> sink) {
    return sink.adds() ? 1 : 0;
  }

  /** The panel of one head of one sequence. */
  Panel at(int sequence, int head) {
    return tokens
        ? panel.moveTo(sequence * rows, head * columns)
        : panel.moveTo((sequence * heads + head) * rows, 0);
  }
}
