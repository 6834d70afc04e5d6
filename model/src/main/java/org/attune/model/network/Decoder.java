package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.AddPositions.addPositions;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.Gather.gather;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.matmulTransposed;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Residual.residual;
import static org.attune.model.primitive.RmsNorm.rmsNorm;

import java.util.List;
import org.attune.model.attention.Attention;
import org.attune.model.attention.Parts;
import org.attune.model.attention.Place;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A decoder over tokens with pre-norm blocks: {@code x += Attention(RMS x) W_O; x += MLP(RMS x)},
 * and an output matrix that may be the embedding's.
 */
public final class Decoder implements Network {

  public static final Parameter WIDTH =
      Parameter.integer("model.width", "width", 2, 16384, 64, "width of the residual stream");
  public static final Parameter LAYERS =
      Parameter.integer("model.layers", "layers", 1, 256, 2, "number of blocks");
  public static final Parameter HEADS =
      Parameter.integer(
          "model.heads", "heads", 1, 256, 4, "attention heads; must divide the width");
  public static final Parameter FEED_FORWARD =
      Parameter.integer(
          "model.feed-forward", "feed_forward", 1, 65536, 128, "hidden width of each block's MLP");
  public static final Parameter MLP =
      Parameter.choice(
          "model.mlp",
          "mlp",
          "each block's MLP",
          List.of(
              Option.of("swiglu", "W_down(SiLU(x W_gate) * x W_up)", "Shazeer 2020"),
              Option.of("gelu", "W_down GELU(x W_up)", "")));
  public static final Parameter TIED =
      Parameter.flag("model.tied", "tied", true, "output matrix is the embedding's");
  public static final Parameter FINAL_NORM =
      Parameter.flag("model.final-norm", "final_norm", true, "RMS norm before the output matrix");

  private static final double EPSILON = 1e-6;

  private final Configuration settings;
  private final Signature signature;
  private final int width;
  private final int layers;
  private final Attention attention;

  public Decoder(Configuration settings, Signature signature) {
    if (!signature.discrete()) {
      throw new IllegalArgumentException("Cannot run a decoder on real rows: it needs tokens");
    }
    this.settings = settings;
    this.signature = signature;
    width = settings.integer(WIDTH);
    layers = settings.integer(LAYERS);
    attention = Attention.of(settings);
  }

  /** What can be set about a decoder besides its attention. */
  public static List<Parameter> parameters() {
    return List.of(WIDTH, LAYERS, HEADS, FEED_FORWARD, MLP, TIED, FINAL_NORM, Attention.QK_NORM);
  }

  @Override
  public Value describe(Program p) {
    Value tokens = p.tokens(FEATURES, signature.length()); // (B·T, 1)
    Value table =
        p.parameter("embedding", Init.uniform(1 / Math.sqrt(width)), signature.inputs(), width);
    Value x = gather(table, tokens); // (B·T, d)
    if (settings.choice(Parts.POSITION).equals("learned")) {
      x = addPositions(x, p.parameter("positions", Init.normal(0.02), signature.length(), width));
    }
    for (int layer = 0; layer < layers; layer++) {
      Place place = new Place(width, settings.integer(HEADS), layer, layers, Mask.CAUSAL);
      Value in = x;
      x = p.within("block" + layer, () -> block(in, place));
    }
    if (settings.flag(FINAL_NORM)) {
      x = rmsNorm(x, p.parameter("final-gain", Init.constant(1), 1, width), EPSILON);
    }
    Value logits =
        settings.flag(TIED)
            ? matmulTransposed(x, table)
            : matmul(x, p.parameter("output", Init.fanIn(), width, signature.outputs()));
    p.output(PREDICTION, logits); // (B·T, V)
    Value labels = p.tokens(LABELS, signature.length());
    Value weights = p.input(WEIGHTS, signature.length(), 1, false);
    return p.output(LOSS, crossEntropy(logits, labels, weights));
  }

  /** {@code x += Attention(RMS x) W_O; x += MLP(RMS x)}. */
  private Value block(Value x, Place place) {
    Program p = x.program();
    Value normed = rmsNorm(x, p.parameter("attention-gain", Init.constant(1), 1, width), EPSILON);
    Value read = attention.attend(normed, place); // (B·T, d), as a rule
    Value output = p.parameter("attention-output", Init.fanIn(), read.columns(), width);
    Value y =
        attention.gatesProjection()
            ? add(x, attention.afterProjection(matmul(read, output), normed, place))
            : residual(x, read, output); // (B·T, d)
    Value h = rmsNorm(y, p.parameter("mlp-gain", Init.constant(1), 1, width), EPSILON);
    int hidden = settings.integer(FEED_FORWARD);
    Value up = project(h, "up", Init.fanIn(), hidden); // (B·T, d_ff)
    Value active =
        settings.choice(MLP).equals("swiglu")
            ? gated(Pointwise.SILU, project(h, "mlp-gate", Init.fanIn(), hidden), up)
            : apply(Pointwise.GELU, up); // (B·T, d_ff)
    return residual(y, active, p.parameter("down", Init.fanIn(), hidden, width));
  }
}
