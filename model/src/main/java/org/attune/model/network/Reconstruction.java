package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.RowRepeat.rowRepeat;

import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.elementwise.Elementwise;
import org.attune.model.primitive.elementwise.Grid;
import org.attune.model.primitive.elementwise.Op;
import org.attune.model.primitive.elementwise.Recipe;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The decoder of an autoencoder: what is read at position t is an MLP of the last row's vector plus
 * a sinusoid of t. All that it knows about a sequence is that one vector. (Poli et al. 2024, arXiv
 * 2403.17844: the compression task.)
 */
final class Reconstruction {

  private static final int LAYERS = 2;
  private static final double LONGEST = 10_000; // wavelength over 2π, as in Vaswani et al. 2017

  private Reconstruction() {}

  /**
   * Returns what an output matrix reads at each position.
   *
   * @param x the stream after the last block, (B·T, d)
   * @param epsilon of the norms
   * @return (B·T, d)
   */
  static Value of(Value x, double epsilon) {
    int length = x.length();
    int d = x.columns();
    Program p = Program.of(x);
    Value last = rowRange(x, length - 1, length); // (B, d)
    Value y = placed(rowRepeat(last, length)); // (B·T, d)
    for (int layer = 0; layer < LAYERS; layer++) {
      Value in = y;
      y = p.within("reconstruction" + layer, () -> layer(in, d, epsilon));
    }
    return y;
  }

  private static Value layer(Value x, int d, double epsilon) {
    Program p = Program.of(x);
    Value normed = rmsNorm(x, p.parameter("gain", Init.constant(1), 1, d), epsilon);
    Value z = matmul(normed, p.parameter("weights", Init.fanIn(), d, d));
    return apply(Pointwise.GELU, add(z, p.parameter("bias", Init.constant(0), 1, d)));
  }

  /** Adds sines of the position in the first half of the columns, cosines in the second. */
  private static Value placed(Value x) {
    int half = (x.columns() + 1) / 2;
    Recipe.Builder builder = new Recipe.Builder();
    int column = builder.index(Grid.INNER);
    int number = builder.of(Op.REMAINDER, column, builder.number(half));
    int rate =
        builder.of(
            Op.EXP, builder.of(Op.MULTIPLY, number, builder.number(-Math.log(LONGEST) / half)));
    int angle = builder.of(Op.MULTIPLY, builder.index(Grid.TOKEN), rate);
    int wave =
        builder.of(
            Op.WHERE,
            builder.of(Op.LESS, column, builder.number(half)),
            builder.of(Op.SIN, angle),
            builder.of(Op.COS, angle));
    Recipe sum = Recipe.of(builder, builder.of(Op.ADD, builder.input(0), wave));
    return Elementwise.each(x, sum);
  }
}
