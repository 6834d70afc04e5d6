package org.attune.model.cuda;

import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.PseudoInverse;
import org.attune.model.primitive.SolveRight;

/** Pseudo-inverses in double, one block for each matrix. */
final class PseudoInverses {

  private static final String FILE = "pseudo";
  private static final int BLOCK = 256;

  private PseudoInverses() {}

  private static Launch.Builder launch(DeviceBuffer on, String name) {
    return Launch.of(on.lane(), FILE, name);
  }

  static Kernel pseudoInverse(PseudoInverse p, Operands<DeviceBuffer> at) {
    int n = p.a().size(2);
    int d = p.a().size(3);
    int count = p.a().size(0) * p.a().size(1);
    int small = Math.min(n, d);
    DeviceBuffer a = at.in(0);
    DeviceBuffer work =
        Divisions.doubles(at, count * ((long) n * d + (long) small * small + small));
    Launches k = new Launches();
    k.forward(
        launch(a, "pseudo_inverse")
            .matrices(a, at.out())
            .address(work)
            .address(a.lane().faults().address())
            .numbers(n, d)
            .blocks(count, BLOCK));
    if (at.sink(0).wanted()) {
      k.backward(
          launch(a, "pseudo_inverse_backward")
              .matrices(a, at.out(), at.outGradient())
              .address(Divisions.doubles(at, count * (6L * n * d + (long) d * d)))
              .to(at.sink(0))
              .numbers(n, d)
              .blocks(count, BLOCK));
    }
    return k;
  }

  /** {@code y = s A⁺} for symmetric A. */
  static Kernel solveRight(SolveRight p, Operands<DeviceBuffer> at) {
    int n = p.a().size(2);
    int rows = p.s().size(2);
    int count = p.s().size(0) * p.s().size(1);
    long square = (long) count * n * n;
    DeviceBuffer s = at.in(0);
    DeviceBuffer vectors = Divisions.doubles(at, square);
    DeviceBuffer values = Divisions.doubles(at, (long) count * n);
    DeviceBuffer inverses = Divisions.doubles(at, square);
    DeviceBuffer work = Divisions.doubles(at, 2 * square);
    DeviceBuffer dy = at.outGradient();
    Target ds = Target.of(at.sink(0));
    return new Launches()
        .forward(
            launch(s, "symmetric_parts")
                .matrix(at.in(1))
                .addresses(vectors, values, inverses, work)
                .address(s.lane().faults().address())
                .number(n)
                .blocks(count, BLOCK))
        .forward(Divisions.times(false, s, inverses, at.out(), Target.NONE, 1, rows, n))
        .backward(Divisions.times(true, dy, inverses, DeviceBuffer.NONE, ds, 1, rows, n))
        .backward(
            launch(s, "symmetric_parts_backward")
                .matrices(s, dy)
                .addresses(vectors, values, work)
                .to(at.sink(1))
                .numbers(rows, n)
                .blocks(count, BLOCK));
  }
}
