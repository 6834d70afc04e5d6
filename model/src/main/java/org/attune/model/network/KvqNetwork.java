package org.attune.model.network;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.RowRange.rowRange;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.elementwise.Fused.keyBias;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.FunctionOptions;
import org.attune.model.attention.Place;
import org.attune.model.attention.Reading;
import org.attune.model.attention.ScoreMap;
import org.attune.model.attention.Weights;
import org.attune.model.attention.head.ClassicalHeads;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.attention.weights.LinearWeights;
import org.attune.model.catalog.Variant;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A KVQ model. It embeds keys, values and queries row by row, reads the values by {@code
 * attention.weights} and decodes the result. Without embeddings and decoder it is the bare
 * operator; ridge is then least squares itself. (Garnelo and Czarnecki 2023, science 3.3.)
 */
public final class KvqNetwork implements Network {

  enum Embedding {
    SEPARATE,
    SHARED,
    NONE,
    CONVOLUTIONAL
  }

  static final Choice<Embedding> EMBEDDING =
      Choice.of(
          Embedding.class,
          "model.kind.embedding",
          "embedding",
          "what keys, values and queries go through",
          List.of(
              Option.of(Embedding.SEPARATE, "an MLP each", ""),
              Option.of(Embedding.SHARED, "one MLP for keys and queries; values as they are", ""),
              Option.of(Embedding.NONE, "nothing", ""),
              ImageEncoder.OPTION));

  /** Number of layers of each embedding. */
  public static final Parameter EMBEDDING_LAYERS =
      Parameter.integer(
          "model.kind.embedding-layers", "embedding_layers", 1, 64, 2, "layers of each such MLP");

  /** The function between the layers of an embedding MLP. */
  public static final Parameter EMBEDDING_ACTIVATION =
      Parameter.choice(
          "model.kind.embedding-activation",
          "embedding_activation",
          "what stands between the layers of such an MLP",
          FunctionOptions.of("relu", "leaky-relu"));

  static final Parameter DECODER_LAYERS =
      Parameter.integer(
          "model.kind.decoder-layers",
          "decoder_layers",
          0,
          64,
          2,
          "layers of the MLP after reading; 0 for none");

  /** The width of the decoder's last hidden layer. */
  static final Parameter LAST =
      Parameter.integer(
              "model.kind.last",
              "decoder_last",
              0,
              65536,
              0,
              "width of the last hidden layer of the decoder; 0: model.width")
          .added();

  enum Projection {
    NONE,
    HEADS
  }

  static final Choice<Projection> PROJECTION =
      Choice.of(
              Projection.class,
              "model.kind.projection",
              "projection",
              "what model.heads split",
              List.of(
                  Option.of(Projection.NONE, "the columns of the embeddings", ""),
                  Option.of(
                      Projection.HEADS,
                      "affine maps of the embeddings, model.width / model.heads columns for each"
                          + " head, rounded up; another map leads back to model.width",
                      "Vaswani et al. 2017")))
          .added();

  private static final Option BY_WEIGHTS = Option.of("weights", "by attention.weights", "");

  static final List<Variant<Reading>> READINGS = heads();

  /** How queries read the values. */
  public static final Parameter HEAD =
      Variant.axis("model.kind.head", "head", "how values are read", READINGS);

  public static final Option OPTION =
      Option.of(
          "kvq",
          "keys, values and queries embedded, read by attention.weights, decoded; for sets",
          "Garnelo and Czarnecki 2023",
          EMBEDDING.parameter(),
          EMBEDDING_LAYERS,
          EMBEDDING_ACTIVATION,
          DECODER_LAYERS,
          HEAD,
          LAST,
          PROJECTION.parameter());

  /** Weights that give no effect to keys and values of 0. */
  private static final Set<String> ZEROED = Set.of("ridge", "linear");

  /** Weights that also need a low logit for such keys. */
  private static final Set<String> NORMED = Set.of("softmax", "sigma-ridge");

  private static final double HIDDEN = 1e9; // off a logit: its weight is 0 in any precision

  private final Configuration settings;
  private final Signature signature;
  private final int width;
  private final int decoderLayers;
  private final Embedding embedding;
  private final boolean projected;

  public KvqNetwork(Configuration settings, Signature signature) {
    SetRows.require(signature, "kvq");
    this.settings = settings;
    this.signature = signature;
    width = settings.integer(Decoder.WIDTH);
    decoderLayers = settings.integer(DECODER_LAYERS);
    embedding = settings.choice(EMBEDDING);
    projected = settings.choice(PROJECTION) == Projection.HEADS;
    boolean rawValues = embedding != Embedding.SEPARATE;
    if (rawValues && settings.integer(Decoder.HEADS) != 1) {
      throw new IllegalArgumentException(
          "Invalid model.heads: %d heads cannot share values that are not embedded; set it to 1"
              .formatted(settings.integer(Decoder.HEADS)));
    }
    unreadable(settings, signature)
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException(reason);
            });
    int columns = rawValues ? SetRows.valueColumns(signature) : width; // of the output
    if (decoderLayers == 0 && columns != SetRows.decoded(signature)) {
      throw new IllegalArgumentException(
          ("Invalid model.kind.decoder-layers: 0 leaves %d columns where the task asks for %d; set"
                  + " it to 1 or more")
              .formatted(columns, SetRows.decoded(signature)));
    }
    if (signature.varying() && !leavesRowsOut()) {
      throw new IllegalArgumentException(
          ("Invalid attention.weights: %s cannot leave out rows, and this task's sets vary in size;"
                  + " choose one of %s with model.kind.head weights%s, or fix the context")
              .formatted(
                  settings.choice(Parts.WEIGHT),
                  Stream.of(NORMED, ZEROED).flatMap(Set::stream).sorted().toList(),
                  dividesWeights() ? " and attention.weights.features identity" : ""));
    }
  }

  /** Returns why a task's rows do not suit the embedding; empty if they do. */
  static Optional<String> unreadable(Configuration settings, Signature s) {
    return settings.choice(EMBEDDING) == Embedding.CONVOLUTIONAL
        ? ImageEncoder.of(settings).refusal(SetRows.keyColumns(s))
        : Optional.empty();
  }

  /** Returns the number of columns of all heads' keys together. */
  static int keyColumns(Configuration settings, Signature s) {
    if (settings.choice(PROJECTION) == Projection.HEADS) {
      int heads = settings.integer(Decoder.HEADS);
      return heads * ((settings.integer(Decoder.WIDTH) + heads - 1) / heads);
    }
    return switch (settings.choice(EMBEDDING)) {
      case NONE -> SetRows.keyColumns(s);
      case CONVOLUTIONAL -> ImageEncoder.of(settings).columns(SetRows.keyColumns(s));
      default -> settings.integer(Decoder.WIDTH);
    };
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    Value q; // (B·T, d)
    Value k; // (B·n, d)
    Value v; // (B·n, e)
    switch (embedding) {
      case SEPARATE -> {
        q = embedded("query", set.asked());
        k = embedded("key", set.keys());
        v = embedded("value", set.values());
      }
      case SHARED, CONVOLUTIONAL -> {
        q =
            embedding == Embedding.SHARED
                ? embedded("point", set.asked())
                : ImageEncoder.of(settings).of(set.asked());
        k = rowRange(q, 0, signature.context());
        v = set.values();
      }
      default -> {
        q = set.asked();
        k = set.keys();
        v = set.values();
      }
    }
    if (projected) {
      int columns = keyColumns(settings, signature); // H·d_h
      q = map("query-heads", q, columns); // (B·T, H·d_h)
      k = map("key-heads", k, columns); // (B·n, H·d_h)
      v = map("value-heads", v, columns); // (B·n, H·d_h)
    }
    Place place = new Place(q.columns(), settings.integer(Decoder.HEADS), 0, 1, Mask.NONE);
    Value read; // (B·T, e)
    if (set.given().isPresent()) {
      Value given = set.given().get(); // (B·n, 1)
      read = withoutStandIns(given).read(q, multiply(k, given), multiply(v, given), place);
    } else {
      read = Variant.chosen(HEAD, READINGS, settings).read(q, k, v, place);
    }
    if (projected) {
      read = map("heads-output", read, width); // (B·T, d)
    }
    Perceptron decoder =
        new Perceptron("decoder", decoderLayers, width, SetRows.decoded(signature))
            .withLast(settings.integer(LAST));
    UnaryOperator<Value> decode = decoderLayers == 0 ? UnaryOperator.identity() : decoder::of;
    return SetRows.loss(p, SetRows.answer(read, decode, signature), signature);
  }

  /** Makes a reading that ignores stand-in rows, whose keys and values are 0. */
  private Reading withoutStandIns(Value given) {
    Weights weights = Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings).among(given);
    boolean normed = NORMED.contains(settings.choice(Parts.WEIGHT));
    ScoreMap hide =
        (scores, at) -> {
          Value[] all = new Value[at.heads()];
          Arrays.fill(all, scale(given, HIDDEN, -HIDDEN)); // 0 for given rows
          return keyBias(scores, beside(all));
        };
    return new ByScores(normed ? List.of(hide) : List.of(), weights, List.of());
  }

  /** Whether {@code attention.weights} reads the values. */
  static boolean readsByWeights(Configuration settings) {
    return settings.choice(HEAD).equals(BY_WEIGHTS.name());
  }

  private boolean leavesRowsOut() {
    String weights = settings.choice(Parts.WEIGHT);
    return readsByWeights(settings)
        && !dividesWeights()
        && (NORMED.contains(weights) || ZEROED.contains(weights));
  }

  /** Whether linear weights are divided by a sum, in which keys of 0 count too. */
  private boolean dividesWeights() {
    return settings.choice(Parts.WEIGHT).equals("linear")
        && !LinearWeights.leavesZerosOut(settings);
  }

  private static Value map(String name, Value x, int columns) {
    return new Perceptron(name, 1, columns, columns).of(x); // (rows, columns)
  }

  private Value embedded(String name, Value x) {
    int layers = settings.integer(EMBEDDING_LAYERS);
    Pointwise between = Pointwise.of(settings.choice(EMBEDDING_ACTIVATION));
    return new Perceptron(name, layers, width, width, between).of(x); // (rows, d)
  }

  private static List<Variant<Reading>> heads() {
    List<Variant<Reading>> all = new ArrayList<>();
    all.add(
        new Variant<>(
            BY_WEIGHTS,
            s ->
                new ByScores(
                    List.of(), Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, s), List.of())));
    all.addAll(ClassicalHeads.ALL);
    return all;
  }
}
