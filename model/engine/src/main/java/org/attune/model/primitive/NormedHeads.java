package org.attune.model.primitive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.model.program.Argument;
import org.attune.model.program.Arguments;
import org.attune.model.program.Formula;
import org.attune.model.program.Primitive;
import org.attune.model.program.Value;
import org.attune.model.program.Views;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Queries and keys, side by side: the {@link RmsNorm} of each head, then {@link Rope}. The fusion
 * pass writes it in place of these four.
 *
 * @param parts P values (M, H_p·d); all heads have the same width d
 * @param gains of each part, (1, d)
 * @param epsilon keeps the root from zero
 * @param base of rotary positions; if empty, nothing is rotated
 */
public record NormedHeads(
    List<Value> parts, List<Value> gains, double epsilon, Optional<Double> base)
    implements Primitive {

  public NormedHeads {
    parts = List.copyOf(parts);
    gains = List.copyOf(gains);
    int width = gains.get(0).columns();
    int rows = parts.get(0).rows();
    boolean fits =
        parts.size() == gains.size()
            && gains.stream().allMatch(g -> g.rows() == 1 && g.columns() == width)
            && parts.stream().allMatch(p -> p.columns() % width == 0 && p.rows() == rows)
            && (base.isEmpty() || width % 2 == 0);
    if (!fits) {
      throw new IllegalArgumentException(
          "Cannot normalise heads of %s with gains %s".formatted(parts, gains));
    }
  }

  /** The width d of a head. */
  public int width() {
    return gains.get(0).columns();
  }

  /** The parts, then their gains. */
  @Override
  public List<Value> inputs() {
    return Stream.concat(parts.stream(), gains.stream()).toList();
  }

  /** One row of all parts' heads. */
  @Override
  public int[] shape() {
    return new int[] {parts.get(0).rows(), parts.stream().mapToInt(Value::columns).sum()};
  }

  @Override
  public boolean keeps(int argument) {
    return argument >= parts.size(); // the kernel keeps the normalised parts
  }

  @Override
  public Formula formula(Arguments at) {
    int count = parts.size();
    List<Argument> xs = IntStream.range(0, count).mapToObj(at::in).toList();
    List<Argument> scales = IntStream.range(0, count).mapToObj(p -> at.in(count + p)).toList();
    Argument y = at.out();
    return Formula.keeping(
        pass -> {
          List<UnitRows> units = new ArrayList<>();
          int from = 0;
          for (int p = 0; p < count; p++) {
            UnitRows unit = UnitRows.of(rows(xs.get(p).array()), epsilon);
            units.add(unit);
            INDArray normed = turned(unit.rows().mulRowVector(scales.get(p).array()), p, 1);
            int to = from + xs.get(p).columns();
            Views.columns(y.array(), from, to).assign(normed.reshape('c', y.rows(), to - from));
            from = to;
          }
          return units;
        },
        units -> {
          int from = 0;
          for (int p = 0; p < count; p++) {
            UnitRows unit = units.get(p);
            Argument gain = scales.get(p);
            int columns = xs.get(p).columns();
            INDArray slice = rows(Views.columns(y.gradient(), from, from + columns));
            INDArray dy = turned(slice, p, -1);
            gain.addGradient(() -> dy.mul(unit.rows()).sum(true, 0));
            xs.get(p)
                .addGradient(
                    () ->
                        unit.adjoint(dy.mulRowVector(gain.array()))
                            .reshape('c', y.rows(), columns));
            from += columns;
          }
        });
  }

  /** (M·H, d) */
  private INDArray rows(INDArray part) {
    return part.dup('c').reshape('c', part.length() / width(), width());
  }

  /** A part's normed heads turned by their tokens' angles, or back. */
  private INDArray turned(INDArray rows, int part, int direction) {
    if (base.isEmpty()) {
      return rows;
    }
    int width = width();
    int half = width / 2;
    int heads = parts.get(part).columns() / width;
    double[] from = rows.data().asDouble();
    double[] to = new double[from.length];
    for (int r = 0; r < from.length / width; r++) {
      int t = r / heads % parts.get(part).length();
      for (int i = 0; i < half; i++) {
        double angle = direction * Rope.angle(t, i, width, base.get());
        double a = from[r * width + i];
        double b = from[r * width + half + i];
        to[r * width + i] = a * Math.cos(angle) - b * Math.sin(angle);
        to[r * width + half + i] = b * Math.cos(angle) + a * Math.sin(angle);
      }
    }
    return RealArrays.like(rows, to);
  }
}
