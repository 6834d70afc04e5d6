package org.attune.model.cpu;

import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;

/** A kernel of two arguments at least. Operands after the second are read from {@code at}. */
abstract class PairKernel extends CpuKernel {

  final Floats second; // the second argument
  final Sink<Floats> toSecond; // of the contribution to its gradient

  PairKernel(Operands<Floats> at) {
    super(at);
    second = at.in(1);
    toSecond = at.sink(1);
  }
}
