package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.RmsNorm.rmsNorm;

import java.util.List;
import org.attune.model.attention.Dropouts;
import org.attune.model.attention.Linear;
import org.attune.model.attention.Place;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Parameter.Option;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A pre-norm block, {@code x += Attention(RMS x) W_O; x += MLP(RMS x)}: what it adds to the
 * residual stream may be gated or dropped.
 */
final class DecoderBlock {

  static final Parameter FEED_FORWARD =
      Parameter.integer(
          "model.feed-forward", "feed_forward", 1, 65536, 128, "hidden width of each block's MLP");
  static final Parameter MLP =
      Parameter.choice(
          "model.mlp",
          "mlp",
          "each block's MLP",
          List.of(
              Option.of("swiglu", "W_down(SiLU(x W_gate) * x W_up)", "Shazeer 2020"),
              Option.of("gelu", "W_down GELU(x W_up)", "Hendrycks and Gimpel 2016")));
  private final Attention attention;
  private final Dropouts dropouts;
  private final double epsilon; // of norms
  private final int hidden;
  private final String mlp;

  DecoderBlock(Configuration settings, Attention attention) {
    this.attention = attention;
    dropouts = Dropouts.of(settings);
    epsilon = settings.real(Attention.NORM_EPSILON);
    hidden = settings.integer(FEED_FORWARD);
    mlp = settings.choice(MLP);
  }

  /**
   * Describes it.
   *
   * @param x (B·T, d)
   * @param place of its layer, with what linear maps are made of
   * @return (B·T, d)
   */
  Value describe(Value x, Place place) {
    Program p = Program.of(x);
    Linear linear = place.linear();
    Value normed = normed(x, "attention-gain"); // (B·T, d)
    Value read = attention.attend(normed, place); // (B·T, d), as a rule
    if (p.probing()) {
      p.probe("heads", read);
    }
    Value y = attended(x, read, normed, place); // (B·T, d)
    Value h = normed(y, "mlp-gain"); // (B·T, d)
    Value up = linear.map(h, "up", hidden); // (B·T, d_ff)
    Value active =
        mlp.equals("swiglu")
            ? gated(Pointwise.SILU, linear.map(h, "mlp-gate", hidden), up)
            : apply(Pointwise.GELU, up); // (B·T, d_ff)
    return onto(y, active, "down", linear);
  }

  private Value normed(Value x, String gain) {
    return rmsNorm(x, Program.of(x).parameter(gain, Init.constant(1), 1, x.columns()), epsilon);
  }

  /** {@code stream + x W}, of which some is dropped in training. */
  private Value onto(Value stream, Value x, String name, Linear linear) {
    return dropouts.stream() == 0
        ? linear.ontoStream(stream, x, name)
        : add(stream, dropouts.ofStream(linear.forStream(x, name, stream.columns())));
  }

  /** {@code x + y W_O}, or with a gate on what is added. */
  private Value attended(Value x, Value y, Value normed, Place place) {
    if (!attention.gatesProjection()) {
      return onto(x, y, Linear.ATTENTION_OUTPUT, place.linear());
    }
    Value w = Linear.matrix(Program.of(x), Linear.ATTENTION_OUTPUT, y.columns(), x.columns());
    return add(x, dropouts.ofStream(attention.afterProjection(matmul(y, w), normed, place)));
  }
}
