package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.jspecify.annotations.Nullable;

/** What most kernels work on, by name. Operands after the first are read from {@code at}. */
abstract class CpuKernel implements Kernel {

  final Operands<Floats> at;
  final Floats input; // the first argument
  final Floats output;
  final Floats gradient; // the loss's derivative by the output, for adjoints
  final Sink<Floats> toInput; // of the contribution to the input's gradient
  final Scratch scratch;

  CpuKernel(Operands<Floats> at) {
    this.at = at;
    input = at.in(0);
    output = at.out();
    gradient = at.outGradient();
    toInput = at.sink(0);
    scratch = new Scratch(at);
  }

  /** A panel over a sink's destination; null if no contribution is wanted. */
  static @Nullable Panel panel(Sink<Floats> sink, int rows, int columns) {
    return sink.wanted() ? sink.buffer().panel(rows, columns) : null;
  }
}
