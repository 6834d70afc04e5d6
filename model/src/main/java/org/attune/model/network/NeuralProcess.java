package org.attune.model.network;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.Regroup.flatten;
import static org.attune.model.primitive.RowRepeat.rowRepeat;
import static org.attune.model.primitive.Shares.shares;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.productTN;
import static org.attune.model.primitive.Unstack.unstack;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A conditional neural process: {@code y_j = decoder([q_j, mean_i encoder([k_i, v_i])])}. If it
 * averages by class, the summary is the concatenation of the class means: {@code [mean_{i in 1}
 * encoder([k_i, v_i]), ..., mean_{i in C} ...]}. (Garnelo et al. 2018; by class: Garnelo and
 * Czarnecki 2023, appendix 5.)
 */
public final class NeuralProcess implements Network {

  enum Averages {
    SET,
    CLASSES
  }

  static final Parameter ENCODER_LAYERS =
      Parameter.integer(
          "model.kind.encoder-layers", "encoder_layers", 1, 64, 2, "layers of the encoder's MLP");
  static final Parameter SUMMARY =
      Parameter.integer(
          "model.kind.summary", "summary", 1, 65536, 16, "columns that a set is summed up in");

  static final Choice<Averages> AVERAGES =
      Choice.of(
              Averages.class,
              "model.kind.averages",
              "averages",
              "what a summary is the mean of",
              List.of(
                  Option.of(Averages.SET, "all pairs", "Garnelo et al. 2018"),
                  Option.of(
                      Averages.CLASSES,
                      "the pairs of each class, side by side; for tasks whose values are classes",
                      "Garnelo and Czarnecki 2023, appendix 5")))
          .added();

  public static final Option OPTION =
      Option.of(
          "neural-process",
          "the mean of embedded pairs, decoded beside each query; for sets",
          "Garnelo et al. 2018",
          ENCODER_LAYERS,
          SUMMARY,
          AVERAGES.parameter(),
          KvqNetwork.DECODER_LAYERS,
          KvqNetwork.LAST);

  private final Signature signature;
  private final boolean byClass;
  private final Perceptron encoder;
  private final Perceptron decoder;

  public NeuralProcess(Configuration settings, Signature signature) {
    SetRows.require(signature, "neural-process");
    this.signature = signature;
    byClass = settings.choice(AVERAGES) == Averages.CLASSES;
    if (byClass && !signature.indicators()) {
      throw new IllegalArgumentException(
          "Invalid model.kind.averages: this task's values are not classes; set it to set");
    }
    int width = settings.integer(Decoder.WIDTH);
    encoder =
        new Perceptron(
            "encoder", settings.integer(ENCODER_LAYERS), width, settings.integer(SUMMARY));
    int layers = settings.integer(KvqNetwork.DECODER_LAYERS);
    if (layers == 0) {
      throw new IllegalArgumentException(
          "Invalid model.kind.decoder-layers: 0 leaves a neural-process nothing to read its summary"
              + " with; set it to 1 or more");
    }
    decoder =
        new Perceptron("decoder", layers, width, SetRows.decoded(signature))
            .withLast(settings.integer(KvqNetwork.LAST));
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    if (signature.answer() == Signature.Answer.SET) {
      Value summary = set.mean(encoder.of(set.rows())); // (B, r)
      return SetRows.loss(p, rowRepeat(decoder.of(summary), signature.length()), signature);
    }
    Value pairs =
        signature.values() > 0 ? beside(set.keys(), set.values()) : set.keys(); // (B·n, e)
    Value summary = summary(set, encoder.of(pairs)); // (B, r), by class (B, C·r)
    Value each = rowRepeat(summary, signature.length()); // (B·T, r)
    Value both = beside(set.asked(), each); // (B·T, columns + r)
    return SetRows.loss(p, SetRows.answer(both, decoder::of, signature), signature);
  }

  /** Summarises a set from its encoded pairs, (B·n, r). */
  private Value summary(SetRows set, Value encoded) {
    if (!byClass) {
      return set.mean(encoded);
    }
    Value members = stack(set.values(), 1); // (B, 1, n, C)
    return flatten(unstack(productTN(shares(members), stack(encoded, 1)))); // (B, C·r)
  }
}
