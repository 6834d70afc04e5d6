package org.attune.model.network;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Residual.residual;

import java.util.List;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Dropouts;
import org.attune.model.attention.Place;
import org.attune.model.attention.Weights;
import org.attune.model.attention.pipeline.Parts;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.catalog.Variant;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Blocks over the rows of a set, where all rows see each other: {@code z = x + Op(x) W_o; out = z +
 * MLP(z)}. {@code attention.weights} chooses a Transformer (softmax), Lin-Transformer (linear),
 * Informer (ridge), σ-Informer (sigma-ridge) or NP-former (uniform). (Garnelo and Czarnecki 2023,
 * Table 3.)
 */
public final class SetEncoder implements Network {

  public static final Option OPTION =
      Option.of(
          "set-encoder", "blocks over the rows of a set; for sets", "Garnelo and Czarnecki 2023");

  private final Configuration settings;
  private final Signature signature;
  private final int width;

  public SetEncoder(Configuration settings, Signature signature) {
    SetRows.require(signature, "set-encoder");
    if (signature.varying()) {
      throw new IllegalArgumentException(
          "Invalid model.kind: set-encoder reads all rows alike, and this task's sets vary in size:"
              + " fix the context");
    }
    this.settings = settings;
    this.signature = signature;
    width = settings.integer(Decoder.WIDTH);
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    Dropouts dropouts = Dropouts.of(settings);
    Value x =
        new Perceptron("embedding", 1, width, width).of(dropouts.ofInput(set.rows())); // (B·T, d)
    int layers = settings.integer(Decoder.LAYERS);
    for (int layer = 0; layer < layers; layer++) {
      Place place = new Place(width, settings.integer(Decoder.HEADS), layer, layers, Mask.NONE);
      Value in = x;
      x =
          p.within(
              "block" + layer,
              () -> Recompute.layer(settings, p, () -> block(in, place, dropouts)));
    }
    Perceptron output = new Perceptron("output", 1, width, SetRows.decoded(signature));
    return SetRows.loss(p, SetRows.answer(x, output::of, signature), signature);
  }

  private Value block(Value x, Place place, Dropouts dropouts) {
    Program p = Program.of(x);
    Weights weights =
        Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings, place.layer(), place.layers());
    Value q = project(x, "query", Init.fanIn(), width); // (B·T, d)
    Value k = project(x, "key", Init.fanIn(), width); // (B·T, d)
    Value v = project(x, "value", Init.fanIn(), width); // (B·T, d)
    Value read =
        new ByScores(List.of(), weights, List.of(dropouts.ofWeights()))
            .read(q, k, v, place); // (B·T, d)
    Value onto = p.parameter("attention-output", Init.fanIn(), width, width);
    Value z =
        dropouts.stream() == 0
            ? residual(x, read, onto)
            : add(x, dropouts.ofStream(matmul(read, onto)));
    Perceptron mlp = new Perceptron("mlp", 2, settings.integer(DecoderBlock.FEED_FORWARD), width);
    return add(z, dropouts.ofStream(mlp.of(z)));
  }
}
