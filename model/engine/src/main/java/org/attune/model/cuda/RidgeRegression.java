package org.attune.model.cuda;

import org.attune.model.cuda.Divisions.Inverses;
import org.attune.model.engine.Kernel;
import org.attune.model.engine.Operands;
import org.attune.model.primitive.Ridge;

/**
 * {@link Ridge} on a GPU: {@code W = (k'k + λI)⁻¹ k'v} in double, for fewer and for more keys than
 * features.
 */
final class RidgeRegression {

  private final Operands<DeviceBuffer> at;
  private final int heads;
  private final int queries;
  private final int keys;
  private final int d; // features of a head
  private final int e; // columns of a head's values
  private final int count;
  private final float scale;
  private final Inverses inverses;
  private final DeviceBuffer sums; // d x e for each head: the inverse multiplies them
  private final DeviceLambda lambda;

  private RidgeRegression(Ridge p, Operands<DeviceBuffer> at) {
    this.at = at;
    heads = p.heads();
    queries = p.q().length();
    keys = p.k().length();
    d = p.k().columns() / heads;
    e = p.v().columns() / heads;
    count = at.batch() * heads;
    scale = (float) p.scale();
    inverses = Inverses.of(at, heads, d, count);
    sums = Divisions.doubles(at, (long) count * d * e);
    lambda = DeviceLambda.of(p.lambda(), at, 3);
  }

  static Kernel of(Ridge p, Operands<DeviceBuffer> at) {
    return new RidgeRegression(p, at).kernel();
  }

  private Kernel kernel() {
    DeviceBuffer q = at.in(0);
    DeviceBuffer k = at.in(1);
    DeviceBuffer v = at.in(2);
    DeviceBuffer y = at.out();
    DeviceBuffer w = Divisions.doubles(at, (long) count * d * e);
    Launches work = new Launches();
    work.forward(inverses.ofProducts(lambda, k, keys));
    work.forward(products(1, k, v, keys));
    work.forward(solved(w));
    work.forward(predicted(scale, q, w, Target.of(y), queries));
    if (!at.backward()) {
      return work;
    }
    DeviceBuffer z = Divisions.doubles(at, (long) count * d * e);
    work.backward(products(scale, q, at.outGradient(), queries));
    work.backward(solved(z));
    work.backward(
        Divisions.launch(y, "predictions_backward")
            .number(scale)
            .matrix(at.outGradient())
            .address(w)
            .to(at.sink(0))
            .numbers(heads, queries, d, e)
            .over(q));
    if (at.sink(1).wanted()) {
      byKeys(work, w, z);
    }
    work.backward(predicted(1, k, z, Target.of(at.sink(2)), keys));
    lambda.learn(
        -1,
        at,
        heads,
        totals ->
            Divisions.launch(y, "totals_of_matrices")
                .addresses(w, z, totals)
                .number(d * e)
                .over(count, 1),
        work);
    return work;
  }

  /** {@code x'v} of each head, times a factor. */
  private Work products(float factor, DeviceBuffer x, DeviceBuffer v, int length) {
    return Divisions.launch(x, "feature_products")
        .number(factor)
        .matrices(x, v)
        .address(sums)
        .numbers(heads, length, d)
        .over(count * d, e);
  }

  /** The inverse times the sums. */
  private Work solved(DeviceBuffer to) {
    return Divisions.launch(at.out(), "solutions")
        .addresses(inverses.kept(), sums, to)
        .number(d)
        .over(count * d, e);
  }

  private Work predicted(float factor, DeviceBuffer x, DeviceBuffer w, Target to, int length) {
    return Divisions.launch(x, "predictions")
        .number(factor)
        .matrix(x)
        .address(w)
        .to(to)
        .numbers(heads, length, d, e)
        .over(to.buffer());
  }

  private void byKeys(Launches work, DeviceBuffer w, DeviceBuffer z) {
    DeviceBuffer k = at.in(1);
    DeviceBuffer v = at.in(2);
    DeviceBuffer[] seen = new DeviceBuffer[2]; // the predictions of w and z at the keys
    for (int i = 0; i < 2; i++) {
      seen[i] = at.scratch(i, v.elements()).like(v);
      work.backward(predicted(1, k, i == 0 ? w : z, Target.of(seen[i]), keys));
    }
    work.backward(
        Divisions.launch(k, "ridge_keys")
            .matrices(v, seen[0], seen[1])
            .addresses(w, z)
            .to(at.sink(1))
            .numbers(heads, keys, d, e)
            .over(k));
  }
}
