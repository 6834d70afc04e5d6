package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.CrossEntropy;
import org.attune.model.primitive.Gather;
import org.attune.model.primitive.WeightedTotal;

/** Both ends of a network: token embeddings and losses. */
final class Losses {

  private static final String FILE = "tokens";

  private static final int NARROW = 1024; // columns of a row that a warp has
  private static final int WARPS = 8;
  private static final int THREADS = 32 * WARPS;
  private static final int FEW_ROWS = 8_192; // for the last of their blocks to sum

  private Losses() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  static Kernel gather(Gather p, Operands<DeviceBuffer> at) {
    DeviceBuffer table = at.in(0);
    DeviceBuffer y = at.out();
    return new Launches()
        .forward(launch(y, "gather").matrix(table).address(at.in(1)).matrix(y).over(y))
        .backward(
            launch(y, "gather_backward")
                .address(at.in(1))
                .matrix(at.outGradient())
                .to(at.sink(0))
                .numbers(y.rows(), y.columns())
                .threads(table.rows(), 256));
  }

  static Kernel crossEntropy(CrossEntropy p, Operands<DeviceBuffer> at) {
    DeviceBuffer logits = at.in(0);
    DeviceBuffer losses = at.keep(logits.rows());
    DeviceBuffer logs = at.keep(logits.rows());
    boolean narrow = logits.columns() <= NARROW;
    boolean few = logits.rows() <= FEW_ROWS;
    Launches k = new Launches();
    k.forward(
        launch(logits, "cross_entropy_forward")
            .matrix(logits)
            .address(at.in(1))
            .matrix(at.in(2))
            .addresses(losses, logs, few ? at.keep(1) : DeviceBuffer.NONE, at.out())
            .numbers(narrow ? 1 : 0, logits.rows(), logits.columns())
            .threads(narrow ? (logits.rows() + WARPS - 1) / WARPS : logits.rows(), THREADS));
    if (!few) {
      new Sums(at, k::forward).total(losses, DeviceBuffer.NONE, Target.of(at.out()));
    }
    return k.backward(
        launch(logits, "cross_entropy_backward")
            .matrix(logits)
            .address(at.in(1))
            .matrix(at.in(2))
            .addresses(logs, at.outGradient())
            .to(at.sink(0))
            .over(logits));
  }

  static Kernel weightedTotal(WeightedTotal p, Operands<DeviceBuffer> at) {
    DeviceBuffer x = at.in(0);
    DeviceBuffer dy = at.outGradient();
    Launches k = new Launches();
    new Sums(at, k::forward).total(x, at.in(1), Target.of(at.out()));
    for (int a = 0; a < 2; a++) {
      k.backward(launch(x, "weigh").matrix(at.in(1 - a)).address(dy).to(at.sink(a)).over(x));
    }
    return k;
  }
}
