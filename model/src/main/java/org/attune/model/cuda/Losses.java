package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.CrossEntropy;
import org.attune.model.primitive.Gather;
import org.attune.model.primitive.WeightedTotal;

/** Both ends of a network: token embeddings and losses. */
final class Losses {

  private static final String FILE = "tokens";

  private static final int FEW_ROWS = 8_192; // for the last of their blocks to sum

  private Losses() {}

  static Kernel gather(Gather p, Operands<DeviceBuffer> at) {
    DeviceBuffer table = at.in(0);
    DeviceBuffer y = at.out();
    Launches k = new Launches();
    k.forward(
        Launch.of(y.lane(), FILE, "gather").matrix(table).address(at.in(1)).matrix(y).over(y));
    if (at.sink(0).wanted()) {
      k.backward(
          Launch.of(y.lane(), FILE, "gather_backward")
              .address(at.in(1))
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(y.rows())
              .number(y.columns())
              .threads(table.rows(), 256));
    }
    return k;
  }

  static Kernel crossEntropy(CrossEntropy p, Operands<DeviceBuffer> at) {
    DeviceBuffer logits = at.in(0);
    DeviceBuffer losses = at.keep(logits.rows());
    DeviceBuffer logs = at.keep(logits.rows());
    boolean few = logits.rows() <= FEW_ROWS;
    Launches k = new Launches();
    k.forward(
        Launch.of(logits.lane(), FILE, "cross_entropy_forward")
            .matrix(logits)
            .address(at.in(1))
            .matrix(at.in(2))
            .address(losses)
            .address(logs)
            .address(few ? at.keep(1) : null)
            .address(at.out())
            .number(logits.columns())
            .blocks(logits.rows(), logits.columns()));
    if (!few) {
      new Sums(at, k::forward).total(losses, null, b -> b.put(at.out()));
    }
    if (at.sink(0).wanted()) {
      k.backward(
          Launch.of(logits.lane(), FILE, "cross_entropy_backward")
              .matrix(logits)
              .address(at.in(1))
              .matrix(at.in(2))
              .address(logs)
              .address(at.outGradient())
              .sink(at.sink(0))
              .number(logits.columns())
              .blocks(logits.rows(), logits.columns()));
    }
    return k;
  }

  static Kernel weightedTotal(WeightedTotal p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer weights = at.in(1);
    Launches k = new Launches();
    new Sums(at, k::forward).total(x, weights, b -> b.put(at.out()));
    for (int a = 0; a < 2; a++) {
      if (at.sink(a).wanted()) {
        k.backward(
            Launch.of(x.lane(), FILE, "weigh")
                .matrix(at.in(1 - a))
                .address(at.outGradient())
                .sink(at.sink(a))
                .over(x));
      }
    }
    return k;
  }
}
