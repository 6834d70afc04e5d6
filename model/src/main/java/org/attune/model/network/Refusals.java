package org.attune.model.network;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.ChosenPart;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Dropouts;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Place;
import org.attune.model.attention.Positions;
import org.attune.model.attention.ScoreMap;
import org.attune.model.attention.Stages;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.catalog.LayerSet;
import org.attune.model.catalog.Variant;
import org.attune.model.network.KvqNetwork.Embedding;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;

/**
 * Finds the reasons why valid settings cannot make a network. Parts may declare a conflict, or may
 * not work at their place. A kind of network may not read a setting. Each reason is a sentence for
 * the user and names keys.
 */
public final class Refusals {

  private final Configuration settings;
  private final Signature signature;
  private final String kind;
  private final Set<String> reasons = new LinkedHashSet<>();

  private Refusals(Configuration settings, Signature signature) {
    this.settings = settings;
    this.signature = signature;
    kind = settings.choice(Networks.KIND);
  }

  /** Returns the reasons against a configuration; empty if it is valid. */
  public static List<String> of(Configuration settings, Signature signature) {
    Refusals refusals = new Refusals(settings, signature);
    refusals.unread();
    switch (refusals.kind) {
      case "decoder" -> refusals.decoder();
      case "kvq" -> refusals.kvq();
      case "set-encoder" -> refusals.encoder();
      case "neural-process" -> refusals.hiddenLayer();
      default -> {
        // has no attention
      }
    }
    return List.copyOf(refusals.reasons);
  }

  /**
   * Refuses settings that the kind of network does not read: cells that differ only in them would
   * be identical. Sizes are allowed, because kinds share them in a sweep over kinds.
   */
  private void unread() {
    Set<Parameter> read = Networks.reads(kind);
    List<Parameter> all = new ArrayList<>(Decoder.parameters());
    all.addAll(Parts.axes());
    boolean blocks = kind.equals("decoder") || kind.equals("set-encoder");
    for (Parameter p : Dropouts.PARAMETERS) {
      if (!blocks && settings.real(p) > 0) {
        reasons.add("model.kind %s has no %s: remove it".formatted(kind, p.key()));
      }
    }
    if (!blocks && settings.flag(Recompute.RECOMPUTE)) {
      reasons.add(
          "model.kind %s has no layers that %s could run again: remove it"
              .formatted(kind, Recompute.RECOMPUTE.key()));
    }
    for (Parameter p : all) {
      boolean size = p.domain() instanceof Domain.IntegerRange;
      String value = settings.text(p);
      if (!size && !read.contains(p) && !value.equals(p.defaultValue())) {
        reasons.add(
            "model.kind %s has no %s: it would not read '%s'".formatted(kind, p.key(), value));
      }
    }
  }

  private boolean headsDivide(int width, String columns) {
    int heads = settings.integer(Decoder.HEADS);
    if (width % heads != 0) {
      reasons.add("model.heads %d does not divide %s %d".formatted(heads, columns, width));
    }
    return width % heads == 0;
  }

  /** Refuses what the maximal update parametrisation says nothing of. */
  private void widths(boolean oneBit) {
    String reading = settings.choice(Parts.READING);
    if (oneBit) {
      reasons.add("model.parametrisation mup needs model.precision float");
    }
    if (!reading.equals(Parts.READING.defaultValue())) {
      reasons.add(
          "model.parametrisation mup scales scores, and attention.reading %s has none: choose standard"
              .formatted(reading));
    }
  }

  private void decoder() {
    int width = settings.integer(Decoder.WIDTH);
    boolean oneBit = settings.choice(Decoder.PRECISION) == Decoder.WeightPrecision.ONE_BIT;
    if (settings.choice(Readout.STREAMS) == Readout.Streams.TWO
        && settings.integer(Readout.READ) >= width) {
      reasons.add(
          "model.streams.read %d leaves nothing of model.width %d for a second stream"
              .formatted(settings.integer(Readout.READ), width));
    }
    if (oneBit
        && settings.choice(InitialWeights.EMBEDDING) == InitialWeights.Embedding.ORTHOGONAL
        && (Integer.bitCount(width) != 1 || signature.inputs() > width)) {
      reasons.add(
          "model.embedding orthogonal of one bit needs a model.width that is a power of two and no"
              + " less than the vocabulary of "
              + signature.inputs());
    }
    if (settings.choice(Parametrisation.KIND) == Parametrisation.Kind.MUP) {
      widths(oneBit);
    }
    List<ChosenPart> network = new ArrayList<>();
    network.add(new ChosenPart("model.kind decoder", Declaration.lacks(Feature.SET)));
    if (oneBit) {
      network.add(new ChosenPart("model.precision one-bit", Declaration.lacks(Feature.FLOATS)));
    }
    if (settings.choice(DecoderBlock.MLP) == DecoderBlock.Mlp.FORMULA) {
      network.add(new ChosenPart("model.mlp formula", Declaration.needs(Feature.FLOATS)));
    }
    if (settings.choice(InputFormula.INPUT) == InputFormula.Input.FORMULA) {
      network.add(new ChosenPart("model.input formula", Declaration.needs(Feature.FLOATS)));
    }
    if (settings.choice(StreamFormula.STREAM) == StreamFormula.Stream.FORMULA) {
      network.add(new ChosenPart("model.stream formula", Declaration.needs(Feature.FLOATS)));
    }
    if (!headsDivide(width, Decoder.WIDTH.key())) {
      return;
    }
    int layers = settings.integer(Decoder.LAYERS);
    Parts.axes().forEach(axis -> missingLayer(axis, layers));
    for (int layer = 0; layer < layers; layer++) {
      Place place = new Place(width, settings.integer(Decoder.HEADS), layer, layers, Mask.CAUSAL);
      reasons.addAll(Attention.refusals(settings, place, signature.length(), network));
    }
    idlePositions(layers);
  }

  /** Refuses a part in a layer that the network lacks. */
  private void missingLayer(Parameter axis, int layers) {
    Parameter key = LayerSet.parameter(axis.key(), axis.column());
    String given = settings.text(key);
    LayerSet.of(given)
        .beyond(layers)
        .ifPresent(
            layer ->
                reasons.add(
                    "%s '%s' names layer %d, and there %s: choose of these%s"
                        .formatted(
                            key.key(),
                            given,
                            layer,
                            layers == 1 ? "is only layer 0" : "are layers 0 to " + (layers - 1),
                            kind.equals("kvq") ? "" : ", or raise " + Decoder.LAYERS.key())));
  }

  /** Refuses positions that only change scores if no layer reads scores. */
  private void idlePositions(int layers) {
    boolean unseen =
        IntStream.range(0, layers)
            .mapToObj(i -> Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings, i, layers))
            .allMatch(weights -> weights.declares().lacks().contains(Feature.SCORES));
    Positions positions = Variant.chosen(Parts.POSITION, Parts.POSITIONS, settings);
    if (unseen && positions.scores() != ScoreMap.NONE) {
      reasons.add(
          "%s %s changes scores, and %s %s looks at none: change one of them"
              .formatted(
                  Parts.POSITION.key(),
                  settings.choice(Parts.POSITION),
                  Parts.WEIGHT.key(),
                  settings.choice(Parts.WEIGHT)));
    }
  }

  private void encoder() {
    int width = settings.integer(Decoder.WIDTH);
    int layers = settings.integer(Decoder.LAYERS);
    missingLayer(Parts.WEIGHT, layers);
    for (int layer = 0; layer < layers && headsDivide(width, Decoder.WIDTH.key()); layer++) {
      Place place = new Place(width, settings.integer(Decoder.HEADS), layer, layers, Mask.NONE);
      Stages stages = new Stages(settings, layer, layers, signature.length());
      stages.add(Parts.WEIGHT, Parts.WEIGHTS, place);
      reasons.addAll(stages.refusals(List.of(ofSets())));
    }
  }

  private void kvq() {
    boolean byWeights = KvqNetwork.readsByWeights(settings);
    missingLayer(Parts.WEIGHT, 1);
    String weights = settings.choice(Parts.WEIGHT);
    if (!byWeights && !weights.equals(Parts.WEIGHT.defaultValue())) {
      reasons.add(
          "model.kind.head %s reads in place of attention.weights: leave those at %s"
              .formatted(settings.choice(KvqNetwork.HEAD), Parts.WEIGHT.defaultValue()));
    }
    Embedding embedding = settings.choice(KvqNetwork.EMBEDDING);
    boolean perceptrons = embedding == Embedding.SEPARATE || embedding == Embedding.SHARED;
    activation(embedding, perceptrons);
    hiddenLayer();
    if (settings.choice(KvqNetwork.PROJECTION) == KvqNetwork.Projection.HEADS
        && embedding != Embedding.SEPARATE) {
      reasons.add(
          "model.kind.projection heads maps embedded keys, values and queries, and"
              + " model.kind.embedding %s embeds no values: set it to separate"
                  .formatted(Option.word(embedding)));
    }
    if (signature.context() < 1 || KvqNetwork.unreadable(settings, signature).isPresent()) {
      return; // a task of sequences, or one without images: the network reports it
    }
    int width = KvqNetwork.keyColumns(settings, signature);
    if (!headsDivide(width, perceptrons ? Decoder.WIDTH.key() : "the columns of a key,")) {
      return;
    }
    Place place = new Place(width, settings.integer(Decoder.HEADS), 0, 1, Mask.NONE);
    Stages stages = new Stages(settings, 0, 1, signature.length());
    if (byWeights) {
      stages.add(Parts.WEIGHT, Parts.WEIGHTS, place);
    } else {
      stages.add(KvqNetwork.HEAD, KvqNetwork.READINGS, place);
    }
    List<ChosenPart> network = new ArrayList<>(List.of(ofSets()));
    if (embedding == Embedding.SEPARATE) {
      network.add(
          new ChosenPart("model.kind.embedding separate", Declaration.lacks(Feature.INDICATORS)));
    }
    if (!signature.indicators()) {
      network.add(new ChosenPart("this task", Declaration.lacks(Feature.INDICATORS)));
    }
    reasons.addAll(stages.refusals(network));
  }

  /** Refuses an activation for the embedding if there is no MLP, or only one layer. */
  private void activation(Embedding embedding, boolean perceptrons) {
    if (Pointwise.of(settings.choice(KvqNetwork.EMBEDDING_ACTIVATION)) == Pointwise.RELU) {
      return;
    }
    if (!perceptrons) {
      reasons.add(
          "model.kind.embedding-activation stands between the layers of an MLP, and"
              + " model.kind.embedding %s is not an MLP: leave it at relu"
                  .formatted(Option.word(embedding)));
    } else if (settings.integer(KvqNetwork.EMBEDDING_LAYERS) == 1) {
      reasons.add("model.kind.embedding-activation stands between layers, and there is one layer");
    }
  }

  /** Refuses a width for the decoder's last hidden layer if it has no hidden layer. */
  private void hiddenLayer() {
    int last = settings.integer(KvqNetwork.LAST);
    int layers = settings.integer(KvqNetwork.DECODER_LAYERS);
    if (last > 0 && layers < 2) {
      reasons.add(
          "model.kind.last %d is the width of a hidden layer, and model.kind.decoder-layers %d leaves none: set it to 0"
              .formatted(last, layers));
    }
  }

  private ChosenPart ofSets() {
    return new ChosenPart("model.kind " + kind, Declaration.lacks(Feature.ORDER));
  }
}
