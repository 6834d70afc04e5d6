package org.attune.model.network;

import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Matmul.matmulTransposed;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.RmsNorm.rmsNorm;
import static org.attune.model.primitive.Scale.scale;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.OneBit;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * A decoder's last map, from the residual stream to logits: {@code RMS(x) W}. Here x has all
 * columns of the stream or the first ones, d_sem of them. W may be the embedding table.
 */
final class Readout {

  enum Streams {
    ONE,
    TWO
  }

  static final Parameter TIED =
      Parameter.flag("model.tied", "tied", true, "output matrix is the embedding's")
          .alsoCalled("tie-weights", "tie-word-embeddings");
  static final Parameter FINAL_NORM =
      Parameter.flag("model.final-norm", "final_norm", true, "RMS norm before the output matrix");

  /** The number of columns of the residual stream that the output matrix reads. */
  static final Parameter READ =
      Parameter.integer(
          "model.streams.read", "streams_read", 1, 16384, 32, "columns that are read out");

  /** Whether the output matrix reads the whole residual stream. */
  static final Choice<Streams> STREAMS =
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

  private static final String GAIN = "final-gain";
  private static final String OUTPUT = "output";

  private final Configuration settings;
  private final int width;
  private final int vocabulary;
  private final boolean oneBit;
  private final boolean tied;
  private final boolean normed;
  private final Parametrisation parametrisation;

  /**
   * @param width d
   * @param vocabulary V
   * @param oneBit whether the output matrix is one of signs
   */
  Readout(Configuration settings, int width, int vocabulary, boolean oneBit) {
    this.settings = settings;
    this.width = width;
    this.vocabulary = vocabulary;
    this.oneBit = oneBit;
    tied = settings.flag(TIED);
    normed = settings.flag(FINAL_NORM);
    parametrisation = Parametrisation.of(settings, width);
  }

  /**
   * The logits, (B·T, V).
   *
   * @param stream (B·T, d)
   * @param words the embedding, (V, d)
   * @param init of an output matrix that is not the embedding's
   */
  Value logits(Value stream, Value words, Init init) {
    Program p = Program.of(stream);
    Value read = read(stream);
    Value x = scaled(normed ? norm(p, read) : read); // (B·T, d_sem)
    if (tied) {
      Value table = read(words); // (V, d_sem)
      return oneBit ? OneBit.likeness(x, table) : matmulTransposed(x, table);
    }
    return matmul(x, p.parameter(OUTPUT, init, x.columns(), vocabulary));
  }

  private Value norm(Program p, Value read) {
    Value gain = p.parameter(GAIN, Init.constant(1), 1, read.columns());
    return rmsNorm(read, gain, settings.real(Attention.NORM_EPSILON));
  }

  /**
   * What rows that are added to the stream add to the logits, ignoring norms. The readout must have
   * been described before.
   *
   * @param rows (n, d)
   * @param words the embedding, (V, d)
   * @return (n, V)
   */
  Value effects(Value rows, Value words) {
    Program p = Program.of(rows);
    Value read = read(rows);
    Value x = scaled(normed ? multiply(read, p.parameter(GAIN)) : read); // (n, d_sem)
    return tied ? matmulTransposed(x, read(words)) : matmul(x, p.parameter(OUTPUT));
  }

  private Value scaled(Value x) {
    return parametrisation.isStandard() ? x : scale(x, parametrisation.ofLogits());
  }

  /** The columns that are read out, of a matrix with the stream's. */
  private Value read(Value matrix) {
    int first = settings.choice(STREAMS) == Streams.ONE ? width : settings.integer(READ);
    return first == width ? matrix : matrix.columns(0, first);
  }
}
