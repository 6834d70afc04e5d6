package org.attune.model.cuda;

import java.util.ArrayList;
import java.util.List;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.engine.Sink;
import org.attune.model.primitive.Along;
import org.attune.model.primitive.Recurrence;
import org.attune.model.primitive.elementwise.Elementwise;

/** What formulas compile to: fused expressions, reductions along axes, recurrences over tokens. */
final class FormulaKernels {

  private static final String FILE = "formula";

  private static final int THREADS = 256;

  private FormulaKernels() {}

  /** A fused expression, by a text made for it. */
  static Kernel elementwise(Elementwise p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    String file = y.lane().define(FormulaText.of(p, at.backward()));
    Launches k = new Launches();
    k.forward(operands(file, "formula_forward", p, at).matrix(y).over(y));
    if (!at.backward()) {
      return k;
    }
    FormulaText text = FormulaText.about(p);
    List<Sink<DeviceBuffer>> whole = new ArrayList<>();
    for (int a = 0; a < p.inputs().size(); a++) {
      if (text.isWhole(a)) {
        whole.add(at.sink(a));
      } else {
        int kept = Math.toIntExact(text.kept(a));
        Launch.Builder launch =
            operands(file, "formula_collect_" + a, p, at).matrix(at.outGradient()).to(at.sink(a));
        k.backward(
            text.isAlone(a)
                ? launch.threads((kept + THREADS - 1) / THREADS, THREADS)
                : launch.blocks(kept, Math.toIntExact(text.reduced(a))));
      }
    }
    if (whole.stream().anyMatch(Sink::wanted)) {
      Launch.Builder launch = operands(file, "formula_backward", p, at).matrix(at.outGradient());
      whole.forEach(launch::sinks);
      k.backward(launch.over(y));
    }
    return k;
  }

  private static Launch.Builder operands(
      String file, String name, Elementwise p, Operands<DeviceBuffer> at) {
    Launch.Builder launch = Launch.of(at.out().lane(), file, name);
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
    int kind = p.kind().ordinal();
    return new Launches()
        .forward(
            launch(y, "along_forward")
                .number(kind)
                .matrices(at.in(0), y)
                .numbers(p.groups(), p.width(), queries(p))
                .blocks(blocks, p.width()))
        .backward(
            launch(y, "along_backward")
                .number(kind)
                .matrices(at.in(0), at.outGradient())
                .to(at.sink(0))
                .numbers(p.groups(), p.width(), queries(p))
                .blocks(blocks, p.width()));
  }

  static Kernel recurrence(Recurrence p, Operands<DeviceBuffer> at) {
    DeviceBuffer y = at.out();
    int length = p.x().length();
    return new Launches()
        .forward(
            launch(y, "recurrence_forward")
                .matrices(at.in(0), at.in(1), y)
                .number(length)
                .over(y.rows() / length, y.columns()))
        .backward(
            launch(y, "recurrence_backward")
                .matrices(at.in(1), y, at.outGradient())
                .to(at.sink(0), at.sink(1))
                .number(length)
                .over(y.rows() / length, y.columns()));
  }
}
