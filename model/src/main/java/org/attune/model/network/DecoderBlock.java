package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.RmsNorm.rmsNorm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Dropouts;
import org.attune.model.attention.Linear;
import org.attune.model.attention.Place;
import org.attune.model.attention.formula.Formulas;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.formula.FormulaPlace;
import org.attune.model.formula.Lowering;
import org.attune.model.formula.PlacedFormula;
import org.attune.model.formula.Sizes;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A pre-norm block, {@code x += Attention(RMS x) W_O; x += MLP(RMS x)}. A gate or dropout may act
 * on what it adds to the residual stream.
 */
final class DecoderBlock {

  static final Parameter FEED_FORWARD =
      Parameter.integer(
              "model.feed-forward",
              "feed_forward",
              1,
              65536,
              128,
              "hidden width of each block's MLP")
          .alsoCalled("d-ff", "ffn-dim", "intermediate-size", "dim-feedforward", "mlp-dim");

  /** The function of a block's MLP. */
  enum Mlp {
    SWIGLU,
    GELU,
    FORMULA
  }

  static final Choice<Mlp> MLP =
      Choice.of(
          Mlp.class,
          "model.mlp",
          "mlp",
          "each block's MLP",
          List.of(
              Option.of(Mlp.SWIGLU, "W_down(SiLU(x W_gate) * x W_up)", "Shazeer 2020"),
              Option.of(Mlp.GELU, "W_down GELU(x W_up)", "Hendrycks and Gimpel 2016"),
              Formulas.option(FormulaPlace.MLP)));
  private final Attention attention;
  private final Dropouts dropouts;
  private final double epsilon; // of RMS norms
  private final int hidden;
  private final Mlp mlp;
  private final Optional<PlacedFormula> formula; // of the MLP
  private final Optional<InputFormula> input;
  private final Optional<StreamFormula> stream;

  DecoderBlock(Configuration settings, Attention attention) {
    this.attention = attention;
    dropouts = Dropouts.of(settings);
    epsilon = settings.real(Attention.NORM_EPSILON);
    hidden = settings.integer(FEED_FORWARD);
    mlp = settings.choice(MLP);
    formula =
        mlp == Mlp.FORMULA
            ? Optional.of(Formulas.of(settings, FormulaPlace.MLP))
            : Optional.empty();
    input = InputFormula.of(settings);
    stream = StreamFormula.of(settings);
  }

  /**
   * Describes the block.
   *
   * @param x (B·T, d)
   * @param place place of its layer, with the number format of linear maps
   * @return (B·T, d)
   */
  Value describe(Value x, Place place) {
    Program p = Program.of(x);
    Linear linear = place.linear();
    Value normed = input(x, InputFormula.Before.ATTENTION); // (B·T, d)
    Value read = attention.attend(normed, place); // (B·T, d), usually
    if (p.evaluating()) {
      p.probe("heads", read);
    }
    if (stream.isPresent()) {
      return joined(stream.get(), x, read, normed, place);
    }
    Value y = attended(x, read, normed, place); // (B·T, d)
    Value h = input(y, InputFormula.Before.MLP); // (B·T, d)
    Value z = onto(y, active(h, linear), "down", linear); // (B·T, d)
    if (p.probing()) {
      probe(x, y, z, read, place);
    }
    return z;
  }

  /** Exposes the stream before, between and after the parts, and each head's output projection. */
  private void probe(Value x, Value y, Value z, Value read, Place place) {
    Program p = Program.of(x);
    p.probe("stream", x);
    p.probe("attended", y);
    p.probe("mapped", z);
    int heads = attention.readingHeads(place);
    if (place.linear() == Linear.FLOATS
        && !attention.gatesProjection()
        && read.columns() % heads == 0) {
      Value w = Linear.matrix(p, Linear.ATTENTION_OUTPUT, read.columns(), x.columns());
      p.probe("projection-of-" + heads, w); // (H·d_v, d)
    }
  }

  /** The rest of a block whose stream is a formula. */
  private Value joined(StreamFormula formula, Value x, Value read, Value normed, Place place) {
    Linear linear = place.linear();
    StreamFormula.begin(x);
    Value a =
        attention.gatesProjection()
            ? gatedProjection(x, read, normed, place)
            : dropouts.ofStream(linear.forStream(read, Linear.ATTENTION_OUTPUT, x.columns()));
    Value y = formula.ofParts() ? formula.joined(x, a, "attention-stream") : add(x, a); // (B·T, d)
    Value h = active(input(y, InputFormula.Before.MLP), linear);
    Value m = dropouts.ofStream(linear.forStream(h, "down", x.columns()));
    return formula.ofParts()
        ? formula.joined(y, m, "mlp-stream")
        : formula.joined(x, add(a, m), "stream");
  }

  /** The MLP's hidden layer, (B·T, d_ff). */
  private Value active(Value h, Linear linear) {
    if (formula.isPresent()) {
      Sizes sizes = new Sizes(h.length(), 1, hidden, Mask.CAUSAL);
      PlacedFormula placedFormula = formula.get();
      return Lowering.describe(
          placedFormula, Program.of(h), placedFormula.place().base(), sizes, Map.of("x", h));
    }
    Value up = linear.map(h, "up", hidden);
    return mlp == Mlp.SWIGLU
        ? gated(Pointwise.SILU, linear.map(h, "mlp-gate", hidden), up)
        : apply(Pointwise.GELU, up);
  }

  /** What a part reads: the normalised stream, or a formula of it. */
  private Value input(Value x, InputFormula.Before part) {
    String gain = part == InputFormula.Before.MLP ? "mlp-gain" : "attention-gain";
    Value normed =
        rmsNorm(x, Program.of(x).parameter(gain, Init.constant(1), 1, x.columns()), epsilon);
    return input.isPresent() ? input.get().read(normed, part) : normed;
  }

  /** Returns {@code stream + x W}, with dropout on the added part in training. */
  private Value onto(Value stream, Value x, String name, Linear linear) {
    return dropouts.stream() == 0
        ? linear.ontoStream(stream, x, name)
        : add(stream, dropouts.ofStream(linear.forStream(x, name, stream.columns())));
  }

  /** Returns {@code x + y W_O}, with a gate on the added part if there is one. */
  private Value attended(Value x, Value y, Value normed, Place place) {
    if (!attention.gatesProjection()) {
      return onto(x, y, Linear.ATTENTION_OUTPUT, place.linear());
    }
    return add(x, gatedProjection(x, y, normed, place));
  }

  private Value gatedProjection(Value x, Value y, Value normed, Place place) {
    Value w = Linear.matrix(Program.of(x), Linear.ATTENTION_OUTPUT, y.columns(), x.columns());
    return dropouts.ofStream(attention.afterProjection(matmul(y, w), normed, place));
  }
}
