package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.primitive.Standardise;

/** Norms of rows and of heads. */
final class Norms {

  static final String FILE = "norm";

  private Norms() {}

  static Kernel rms(RmsNorm p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer gain = at.in(1);
    int groups = p.groups();
    int width = x.columns() / groups;
    int blocks = x.rows() * groups;
    DeviceBuffer unit = at.backward() ? at.keep(x.elements()) : null;
    DeviceBuffer inverse = at.backward() ? at.keep(blocks) : null;
    Launches k = new Launches();
    k.forward(
        Launch.of(x.lane(), FILE, "rms_forward")
            .number((float) p.epsilon())
            .matrix(x)
            .matrix(gain)
            .matrix(at.out())
            .address(unit)
            .address(inverse)
            .number(groups)
            .number(width)
            .blocks(blocks, width));
    if (at.sink(1).wanted()) {
      DeviceBuffer units = unit.at(0, x.rows(), x.columns(), x.columns());
      k.backward(Elementwise.columnSums(at.outGradient(), units, at.sink(1), groups));
    }
    if (at.sink(0).wanted()) {
      k.backward(
          Launch.of(x.lane(), FILE, "rms_backward")
              .matrix(gain)
              .matrix(at.outGradient())
              .address(unit)
              .address(inverse)
              .sink(at.sink(0))
              .number(groups)
              .number(width)
              .blocks(blocks, width));
    }
    return k;
  }

  static Kernel standardise(Standardise p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    int width = x.columns() / p.heads();
    int blocks = x.rows() * p.heads();
    DeviceBuffer unit = at.backward() ? at.keep(x.elements()) : null;
    DeviceBuffer inverse = at.backward() ? at.keep(blocks) : null;
    Launches k = new Launches();
    k.forward(
        Launch.of(x.lane(), FILE, "standardise_forward")
            .number((float) p.epsilon())
            .number(p.centred() ? 1 : 0)
            .matrix(x)
            .matrix(at.out())
            .address(unit)
            .address(inverse)
            .number(p.heads())
            .number(width)
            .blocks(blocks, width));
    if (at.sink(0).wanted()) {
      k.backward(
          Launch.of(x.lane(), FILE, "standardise_backward")
              .number(p.centred() ? 1 : 0)
              .matrix(at.outGradient())
              .address(unit)
              .address(inverse)
              .sink(at.sink(0))
              .number(p.heads())
              .number(width)
              .blocks(blocks, width));
    }
    return k;
  }
}
