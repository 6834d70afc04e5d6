package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Along;
import org.attune.model.primitive.Recurrence;
import org.attune.model.primitive.elementwise.Elementwise;

/** What formulas compile to: fused expressions, reductions along axes, recurrences over tokens. */
final class FormulaKernels {

  private static final String FILE = "formula";

  private FormulaKernels() {}

  /** A fused expression, by a text made for it. */
  static Kernel elementwise(Elementwise p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    String file = y.lane().define(FormulaText.of(p, at.backward()));
    Launches k = new Launches();
    k.forward(operands(Launch.of(y.lane(), file, "formula_forward"), p, at).matrix(y).over(y));
    if (!at.backward()) {
      return k;
    }
    FormulaText text = FormulaText.about(p);
    Launch.Builder whole = null;
    boolean wanted = false;
    for (int a = 0; a < p.inputs().size(); a++) {
      if (text.isWhole(a)) {
        whole =
            whole != null
                ? whole
                : operands(Launch.of(y.lane(), file, "formula_backward"), p, at)
                    .matrix(at.outGradient());
        whole.sink(at.sink(a));
        wanted |= at.sink(a).wanted();
      } else if (at.sink(a).wanted()) {
        k.backward(
            operands(Launch.of(y.lane(), file, "formula_collect_" + a), p, at)
                .matrix(at.outGradient())
                .sink(at.sink(a))
                .blocks(Math.toIntExact(text.kept(a)), Math.toIntExact(text.reduced(a))));
      }
    }
    if (wanted) {
      k.backward(whole.over(y));
    }
    return k;
  }

  private static Launch.Builder operands(
      Launch.Builder launch, Elementwise p, Operands<DeviceBuffer> at) {
    for (int a = 0; a < p.inputs().size(); a++) {
      launch.matrix(at.in(a));
    }
    return launch;
  }

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  /** Tokens of a causal row's sequence; 0 where all columns count. */
  private static int queries(Along p) {
    int[] shape = p.x().shape();
    return p.isCausal() ? shape[shape.length - 2] : 0;
  }

  static Kernel along(Along p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int blocks = y.rows() * p.groups();
    Launches k = new Launches();
    k.forward(
        launch(y, "along_forward")
            .number(p.kind().ordinal())
            .matrix(at.in(0))
            .matrix(y)
            .number(p.groups())
            .number(p.width())
            .number(queries(p))
            .blocks(blocks, p.width()));
    if (at.backward() && at.sink(0).wanted()) {
      k.backward(
          launch(y, "along_backward")
              .number(p.kind().ordinal())
              .matrix(at.in(0))
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .number(p.groups())
              .number(p.width())
              .number(queries(p))
              .blocks(blocks, p.width()));
    }
    return k;
  }

  static Kernel recurrence(Recurrence p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int length = p.x().length();
    Launches k = new Launches();
    k.forward(
        launch(y, "recurrence_forward")
            .matrix(at.in(0))
            .matrix(at.in(1))
            .matrix(y)
            .number(length)
            .over(y.rows() / length, y.columns()));
    if (at.backward() && (at.sink(0).wanted() || at.sink(1).wanted())) {
      k.backward(
          launch(y, "recurrence_backward")
              .matrix(at.in(1))
              .matrix(y)
              .matrix(at.outGradient())
              .sink(at.sink(0))
              .sink(at.sink(1))
              .number(length)
              .over(y.rows() / length, y.columns()));
    }
    return k;
  }
}
