package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Sink;
import org.jspecify.annotations.Nullable;

/**
 * A panel that moves from head to head of each sequence. It moves over token rows, whose heads are
 * ranges of columns, or over consecutive score matrices.
 */
record HeadPanels(Panel panel, boolean tokens, int heads, int rows, int columns) {

  /** Moves over token rows, {@code length} of each sequence. */
  static HeadPanels ofTokens(Floats matrix, int heads, int length) {
    int width = matrix.columns / heads;
    return new HeadPanels(matrix.panel(length, width), true, heads, length, width);
  }

  /** Moves over matrices with {@code rows} rows each, such as scores with a row per query. */
  static HeadPanels ofMatrices(Floats stack, int heads, int rows) {
    return new HeadPanels(stack.panel(rows, stack.columns), false, heads, rows, stack.columns);
  }

  /** Moves over another matrix in the same way. */
  HeadPanels over(Floats other) {
    return new HeadPanels(other.panel(rows, columns), tokens, heads, rows, columns);
  }

  /** Moves over a sink's destination in the same way; null if no contribution is wanted. */
  @Nullable HeadPanels over(Sink<Floats> sink) {
    return sink.wanted() ? over(sink.buffer()) : null;
  }

  /** The factor of a gradient's contents when a product is added: 1 if the sink adds, else 0. */
  static float beta(Sink<Floats> sink) {
    return sink.adds() ? 1 : 0;
  }

  /** The panel of one head of one sequence; heads are counted over all sequences. */
  Panel at(int head) {
    return tokens
        ? panel.moveTo(head / heads * rows, head % heads * columns)
        : panel.moveTo(head * rows, 0);
  }

  /** The panel of one head of one sequence. */
  Panel at(int sequence, int head) {
    return at(sequence * heads + head);
  }
}
