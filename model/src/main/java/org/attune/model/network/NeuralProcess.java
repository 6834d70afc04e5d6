package org.attune.model.network;

import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.RowMean.rowMean;
import static org.attune.model.primitive.RowRepeat.rowRepeat;

import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A conditional neural process: {@code y_j = decoder([q_j, mean_i encoder([k_i, v_i])])}. (Garnelo
 * et al. 2018.)
 */
public final class NeuralProcess implements Network {

  static final Parameter ENCODER_LAYERS =
      Parameter.integer(
          "model.kind.encoder-layers", "encoder_layers", 1, 64, 2, "layers of the encoder's MLP");
  static final Parameter SUMMARY =
      Parameter.integer(
          "model.kind.summary", "summary", 1, 65536, 16, "columns that a set is summed up in");

  public static final Option OPTION =
      Option.of(
          "neural-process",
          "the mean of embedded pairs, decoded beside each query; for sets",
          "Garnelo et al. 2018",
          ENCODER_LAYERS,
          SUMMARY,
          KvqNetwork.DECODER_LAYERS);

  private final Signature signature;
  private final Perceptron encoder;
  private final Perceptron decoder;

  public NeuralProcess(Configuration settings, Signature signature) {
    SetRows.require(signature, "neural-process");
    this.signature = signature;
    int width = settings.integer(Decoder.WIDTH);
    encoder =
        new Perceptron(
            "encoder", settings.integer(ENCODER_LAYERS), width, settings.integer(SUMMARY));
    int layers = Math.max(1, settings.integer(KvqNetwork.DECODER_LAYERS));
    decoder = new Perceptron("decoder", layers, width, signature.outputs());
  }

  @Override
  public Value describe(Program p) {
    SetRows set = SetRows.of(p, signature);
    Value pairs = beside(set.keys(), set.values()); // (B·n, columns + outputs)
    Value summary = rowMean(encoder.of(pairs)); // (B, r)
    Value each = rowRepeat(summary, signature.length()); // (B·T, r)
    return SetRows.loss(p, decoder.of(beside(set.asked(), each)), signature);
  }
}
