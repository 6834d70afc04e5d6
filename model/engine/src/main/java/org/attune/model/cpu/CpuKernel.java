package org.attune.model.cpu;

import org.attune.model.cpu.linear.Panel;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;

/** What most kernels work on, by name. Operands after the second are read from {@code at}. */
abstract class CpuKernel implements Kernel {

  final Operands<Floats> at;
  final Floats input; // the first argument
  final Floats second; // the second argument; null if there is none
  final Floats output;
  final Floats gradient; // the loss's derivative by the output; null in forward-only programs
  final Sink<Floats> toInput; // of the contribution to the input's gradient
  final Sink<Floats> toSecond; // null if there is no second argument
  final Scratch scratch;

  CpuKernel(Operands<Floats> at) {
    this.at = at;
    boolean two = at.arguments() > 1;
    input = at.in(0);
    second = two ? at.in(1) : null;
    output = at.out();
    gradient = at.outGradient();
    toInput = at.sink(0);
    toSecond = two ? at.sink(1) : null;
    scratch = new Scratch(at);
  }

  /** A panel over a sink's destination; null if no contribution is wanted. */
  static Panel panel(Sink<Floats> sink, int rows, int columns) {
    return sink.wanted() ? sink.buffer().panel(rows, columns) : null;
  }
}
