package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Gather.gather;
import static org.attune.model.primitive.WeightedTotal.weightedTotal;
import static org.attune.model.primitive.elementwise.Fused.addPositions;

import java.util.List;
import java.util.stream.IntStream;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Dropouts;
import org.attune.model.attention.Linear;
import org.attune.model.attention.OneBit;
import org.attune.model.attention.Penalties;
import org.attune.model.attention.Place;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A decoder over tokens with pre-norm blocks: {@code x += Attention(RMS x) W_O; x += MLP(RMS x)}.
 * Its output matrix may be the embedding table.
 */
public final class Decoder implements Network {

  public enum WeightPrecision {
    FLOAT,
    ONE_BIT
  }

  /** The name of the token embedding's parameter. */
  public static final String EMBEDDING_TABLE = "embedding";

  /** The name of learned positions' parameter. */
  public static final String POSITION_TABLE = "positions";

  public static final Parameter WIDTH =
      Parameter.integer("model.width", "width", 2, 16384, 64, "width of the residual stream")
          .sizing()
          .alsoCalled(
              "d-model",
              "hidden-size",
              "hidden-dim",
              "n-embd",
              "embed-dim",
              "embedding-dim",
              "dim",
              "dmodel",
              "hidden-units");
  public static final Parameter LAYERS =
      Parameter.integer("model.layers", "layers", 1, 256, 2, "number of blocks")
          .sizing()
          .alsoCalled("num-layers", "n-layers", "n-layer", "num-hidden-layers", "depth", "blocks");
  public static final Parameter HEADS =
      Parameter.integer("model.heads", "heads", 1, 256, 4, "attention heads; must divide the width")
          .alsoCalled("n-heads", "num-heads", "nhead", "n-head", "num-attention-heads", "nheads");

  /** The number format of linear maps. */
  public static final Choice<WeightPrecision> PRECISION =
      Choice.of(
              WeightPrecision.class,
              "model.precision",
              "precision",
              "what linear maps, embedding and output are made of",
              List.of(
                  Option.of(WeightPrecision.FLOAT, "trained floats", ""),
                  Option.of(
                      WeightPrecision.ONE_BIT,
                      "signs of weights and activations, a scale and bias per column; where tied,"
                          + " the output is a codebook of signs",
                      "split-Q's 1-bit model")))
          .alsoCalled("dtype", "amp");

  private final Configuration settings;
  private final Signature signature;
  private final int width;
  private final int layers;
  private final List<DecoderBlock> blocks; // layer by layer
  private final boolean oneBit;
  private final Linear linear;
  private final double epsilon; // of RMS norms
  private final Dropouts dropouts;
  private final Parametrisation parametrisation;
  private final InitialWeights weights;
  private final Readout readout;

  public Decoder(Configuration settings, Signature signature) {
    if (!signature.discrete()) {
      throw new IllegalArgumentException("Cannot run a decoder on real rows: it needs tokens");
    }
    this.settings = settings;
    this.signature = signature;
    width = settings.integer(WIDTH);
    layers = settings.integer(LAYERS);
    blocks =
        IntStream.range(0, layers)
            .mapToObj(l -> new DecoderBlock(settings, Attention.of(settings, l, layers)))
            .toList();
    oneBit = settings.choice(PRECISION) == WeightPrecision.ONE_BIT;
    epsilon = settings.real(Attention.NORM_EPSILON);
    dropouts = Dropouts.of(settings);
    parametrisation = Parametrisation.of(settings, width);
    linear = oneBit ? new OneBit() : Linear.FLOATS;
    weights = new InitialWeights(settings, width, oneBit);
    readout = new Readout(settings, width, signature.outputs(), oneBit);
  }

  /** The hidden width of each block's MLP. */
  public static final Parameter FEED_FORWARD = DecoderBlock.FEED_FORWARD;

  /** Returns the parameters of a decoder besides its attention. */
  public static List<Parameter> parameters() {
    return List.of(
        WIDTH,
        LAYERS,
        HEADS,
        DecoderBlock.FEED_FORWARD,
        DecoderBlock.MLP.parameter(),
        InputFormula.INPUT.parameter(),
        StreamFormula.STREAM.parameter(),
        Readout.TIED,
        Readout.FINAL_NORM,
        InitialWeights.INIT.parameter(),
        InitialWeights.EMBEDDING.parameter(),
        Parametrisation.KIND.parameter(),
        PRECISION.parameter(),
        Readout.STREAMS.parameter(),
        Attention.QK_NORM,
        Attention.NORM_EPSILON);
  }

  @Override
  public Value describe(Program p) {
    Value tokens = p.tokens(FEATURES, signature.length()); // (B·T, 1)
    p.ordinary(weights.ordinary());
    Value table = p.parameter(EMBEDDING_TABLE, weights.embedding(), signature.inputs(), width);
    Value words = oneBit ? OneBit.codebook(table) : table; // (V, d)
    Value x = gather(words, tokens); // (B·T, d)
    if (Parts.learnsPositions(settings)) {
      x =
          addPositions(
              x, p.parameter(POSITION_TABLE, weights.positions(), signature.length(), width));
    }
    x = dropouts.ofInput(x);
    for (int layer = 0; layer < layers; layer++) {
      Place place =
          new Place(
              width,
              settings.integer(HEADS),
              layer,
              layers,
              Mask.CAUSAL,
              linear,
              parametrisation.ofScores());
      Value in = x;
      DecoderBlock block = blocks.get(layer);
      x =
          p.within(
              "block" + layer, () -> Recompute.layer(settings, p, () -> block.describe(in, place)));
    }
    if (signature.answer() == Signature.Answer.RECONSTRUCTION) {
      x = Reconstruction.of(x, epsilon);
    }
    Value logits = readout.logits(x, words, weights.output());
    showEffects(p, words);
    p.output(PREDICTION, logits); // (B·T, V)
    Value labels = p.tokens(LABELS, signature.length());
    Value lossWeights = p.input(WEIGHTS, signature.length(), 1, false);
    Value loss = crossEntropy(logits, labels, lossWeights);
    return p.output(LOSS, withPenalties(loss));
  }

  /** Adds the penalties of parts. They weigh all tokens equally, regardless of the loss weights. */
  private Value withPenalties(Value loss) {
    Program p = Program.of(loss);
    List<Value> penalties = Penalties.all(p);
    if (penalties.isEmpty()) {
      return loss;
    }
    Value rows = p.input(ROWS, signature.length(), 1, false); // (B·T, 1)
    Value sum = loss;
    for (Value penalty : penalties) {
      sum = add(sum, weightedTotal(penalty, rows));
    }
    return sum;
  }

  /**
   * For probing, shows what each block's heads add to the logits directly, ignoring norms. The
   * output {@code effects}, (H·d_v, V), maps the heads' outputs to the logits.
   */
  private void showEffects(Program p, Value words) {
    if (!p.probing() || !showsEffects(settings)) {
      return;
    }
    for (int layer = 0; layer < layers; layer++) {
      String block = "block" + layer + "/";
      Value onto = p.parameter(block + Linear.ATTENTION_OUTPUT); // (H·d_v, d)
      p.output(block + "effects", readout.effects(onto, words));
    }
  }

  /**
   * Returns the number of reading heads over all layers. It is smaller than the number of comparing
   * heads if these come in pairs.
   */
  public static int readingHeads(Configuration settings) {
    int layers = settings.integer(LAYERS);
    return IntStream.range(0, layers)
        .map(
            l -> {
              Attention attention = Attention.of(settings, l, layers);
              Place outer =
                  new Place(
                      settings.integer(WIDTH), settings.integer(HEADS), l, layers, Mask.CAUSAL);
              return attention.reading().readers(attention.messages().place(outer)).heads();
            })
        .sum();
  }

  /** Whether the heads' outputs reach the logits by a linear map, with norms held fixed. */
  public static boolean showsEffects(Configuration settings) {
    int layers = settings.integer(LAYERS);
    return settings.choice(PRECISION) == WeightPrecision.FLOAT
        && StreamFormula.of(settings).isEmpty()
        && IntStream.range(0, layers)
            .noneMatch(l -> Attention.of(settings, l, layers).gatesProjection());
  }
}
