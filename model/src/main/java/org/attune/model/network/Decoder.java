package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.CrossEntropy.crossEntropy;
import static org.attune.model.primitive.Gather.gather;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.matmulTransposed;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Scale.scale;
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
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A decoder over tokens with pre-norm blocks: {@code x += Attention(RMS x) W_O; x += MLP(RMS x)}.
 * Its output matrix may be the embedding table.
 */
public final class Decoder implements Network {

  public enum Precision {
    FLOAT,
    ONE_BIT
  }

  public enum Streams {
    ONE,
    TWO
  }

  public enum Start {
    UNIFORM,
    NORMAL,
    TRUNCATED_NORMAL
  }

  public enum Embedding {
    RANDOM,
    ORTHOGONAL
  }

  /** Parameter name of the token embedding table. */
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
  public static final Parameter TIED =
      Parameter.flag("model.tied", "tied", true, "output matrix is the embedding's")
          .alsoCalled("tie-weights", "tie-word-embeddings");
  public static final Parameter FINAL_NORM =
      Parameter.flag("model.final-norm", "final_norm", true, "RMS norm before the output matrix");

  /** The number format of linear maps. */
  public static final Choice<Precision> PRECISION =
      Choice.of(
              Precision.class,
              "model.precision",
              "precision",
              "what linear maps, embedding and output are made of",
              List.of(
                  Option.of(Precision.FLOAT, "trained floats", ""),
                  Option.of(
                      Precision.ONE_BIT,
                      "signs of weights and activations, a scale and bias per column; where tied,"
                          + " the output is a codebook of signs",
                      "split-Q's 1-bit model")))
          .alsoCalled("dtype", "amp");

  /** The number of columns of the residual stream that the output matrix reads. */
  public static final Parameter READ =
      Parameter.integer(
          "model.streams.read", "streams_read", 1, 16384, 32, "columns that are read out");

  /** Whether the output matrix reads the whole residual stream. */
  public static final Choice<Streams> STREAMS =
      Choice.of(
          Streams.class,
          "model.streams",
          "streams",
          "streams of the residual",
          List.of(
              Option.of(Streams.ONE, "all of it is read out", ""),
              Option.of(
                  Streams.TWO,
                  "the first columns are read out, the others are for the layers alone",
                  "Patterns and Messages, S1",
                  READ)));

  public static final Choice<Start> INIT =
      Choice.of(
          Start.class,
          "model.init",
          "init",
          "how ordinary weights start",
          List.of(
              Option.of(Start.UNIFORM, "uniform in ±1/sqrt(fan-in)", ""),
              Option.of(Start.NORMAL, "Gaussian with deviation 1/sqrt(fan-in)", ""),
              Option.of(
                  Start.TRUNCATED_NORMAL,
                  "the same, cut at 3 deviations",
                  "multi-token attention, arXiv 2504.00927")));

  /** How the embedding is initialised. */
  public static final Choice<Embedding> EMBEDDING =
      Choice.of(
          Embedding.class,
          "model.embedding",
          "embedding_start",
          "how the embedding starts",
          List.of(
              Option.of(Embedding.RANDOM, "as model.init says", ""),
              Option.of(
                  Embedding.ORTHOGONAL,
                  "as long, but rows at right angles (columns, where the vocabulary is larger than"
                      + " the width); in one bit a Hadamard matrix",
                  "split-Q's proposed next test")));

  private static final double SMALL = 0.02;

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
    oneBit = settings.choice(PRECISION) == Precision.ONE_BIT;
    epsilon = settings.real(Attention.NORM_EPSILON);
    dropouts = Dropouts.of(settings);
    parametrisation = Parametrisation.of(settings, width);
    linear = oneBit ? new OneBit() : Linear.FLOATS;
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
        TIED,
        FINAL_NORM,
        INIT.parameter(),
        EMBEDDING.parameter(),
        Parametrisation.KIND.parameter(),
        PRECISION.parameter(),
        STREAMS.parameter(),
        Attention.QK_NORM,
        Attention.NORM_EPSILON);
  }

  @Override
  public Value describe(Program p) {
    Value tokens = p.tokens(FEATURES, signature.length()); // (B·T, 1)
    p.ordinary(ordinary());
    Value table = p.parameter(EMBEDDING_TABLE, embedding(), signature.inputs(), width);
    Value words = oneBit ? OneBit.codebook(table) : table; // (V, d)
    Value x = gather(words, tokens); // (B·T, d)
    if (Parts.learnsPositions(settings)) {
      x =
          addPositions(
              x, p.parameter(POSITION_TABLE, Init.normal(SMALL), signature.length(), width));
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
    Value logits = logits(read(x), words);
    showEffects(p, words);
    p.output(PREDICTION, logits); // (B·T, V)
    Value labels = p.tokens(LABELS, signature.length());
    Value weights = p.input(WEIGHTS, signature.length(), 1, false);
    Value loss = crossEntropy(logits, labels, weights);
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
   * Returns the normed columns of the residual stream that the output matrix reads: all, or the
   * first ones.
   */
  private Value read(Value x) {
    boolean all = settings.choice(STREAMS) == Streams.ONE;
    Value out = all ? x : x.columns(0, settings.integer(READ)); // (B·T, d_sem)
    return settings.flag(FINAL_NORM)
        ? rmsNorm(
            out, Program.of(x).parameter("final-gain", Init.constant(1), 1, out.columns()), epsilon)
        : out;
  }

  /** Returns the logits, (B·T, V). */
  private Value logits(Value read, Value words) {
    Value x = scaled(read); // (B·T, d_sem)
    if (settings.flag(TIED)) {
      Value table = columns(words, x.columns()); // (V, d_sem)
      return oneBit ? OneBit.likeness(x, table) : matmulTransposed(x, table);
    }
    Init init = parametrisation.wider() == 1 ? Init.fanIn() : started(deviation());
    return matmul(x, Program.of(x).parameter("output", init, x.columns(), signature.outputs()));
  }

  private Value scaled(Value x) {
    return parametrisation.wider() == 1 ? x : scale(x, parametrisation.ofLogits());
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
      Value read =
          settings.choice(STREAMS) == Streams.ONE ? onto : columns(onto, settings.integer(READ));
      Value gained =
          scaled(settings.flag(FINAL_NORM) ? multiply(read, p.parameter("final-gain")) : read);
      p.output(
          block + "effects",
          settings.flag(TIED)
              ? matmulTransposed(gained, columns(words, read.columns()))
              : matmul(gained, p.parameter("output")));
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
    return settings.choice(PRECISION) == Precision.FLOAT
        && StreamFormula.of(settings).isEmpty()
        && IntStream.range(0, layers)
            .noneMatch(l -> Attention.of(settings, l, layers).gatesProjection());
  }

  private static Value columns(Value matrix, int first) {
    return matrix.columns() == first ? matrix : matrix.columns(0, first);
  }

  private Init ordinary() {
    return switch (settings.choice(INIT)) {
      case NORMAL -> Init.scaledNormal();
      case TRUNCATED_NORMAL -> Init.scaledTruncatedNormal();
      case UNIFORM -> Init.UNIFORM;
    };
  }

  /**
   * Initialises the embedding like an output matrix with d inputs per row. Gaussian weights are
   * small if the table is only an embedding.
   */
  private Init embedding() {
    double deviation = deviation();
    if (settings.choice(EMBEDDING) == Embedding.ORTHOGONAL) {
      double size =
          switch (settings.choice(INIT)) {
            case NORMAL -> settings.flag(TIED) ? deviation : SMALL;
            case TRUNCATED_NORMAL -> deviation;
            case UNIFORM -> deviation / Math.sqrt(3);
          };
      return oneBit ? Init.orthogonalSigns(size) : Init.orthogonal(size * Math.sqrt(width));
    }
    boolean small = settings.choice(INIT) == Start.NORMAL && !settings.flag(TIED);
    return started(small ? SMALL : deviation);
  }

  /** Returns 1/sqrt(d) of the width that embedding and output matrix start for. */
  private double deviation() {
    return 1 / Math.sqrt(parametrisation.startingWidth(width));
  }

  private Init started(double deviation) {
    return switch (settings.choice(INIT)) {
      case NORMAL -> Init.normal(deviation);
      case TRUNCATED_NORMAL -> Init.truncatedNormal(deviation, 3);
      case UNIFORM -> Init.uniform(deviation);
    };
  }
}
