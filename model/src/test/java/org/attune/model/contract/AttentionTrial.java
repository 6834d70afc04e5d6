package org.attune.model.contract;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.attune.api.catalog.Configuration;
import org.attune.model.attention.Place;
import org.attune.model.attention.pipeline.Attention;
import org.attune.model.engine.Backend;
import org.attune.model.network.Decoder;
import org.attune.model.primitive.Mask;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * One attention layer by itself, from its settings: {@code y = attend(x)} for a batch of sequences,
 * where the input x is a parameter, so that the derivative by it is tested like the others.
 */
public final class AttentionTrial extends Trial {

  public static final String INPUT = "x";

  /**
   * @param settings of the attention; {@code model.width} and {@code model.heads} count
   * @param layer where in a network of four it stands
   */
  public AttentionTrial(
      Map<String, String> settings,
      int batch,
      int length,
      int layer,
      Backend<?> backend,
      DataType type,
      boolean probing) {
    this(settings, new int[] {batch, length, layer}, Mask.CAUSAL, backend, type, probing);
  }

  /**
   * The same over sequences or sets.
   *
   * @param sizes batch, length and layer
   */
  public AttentionTrial(
      Map<String, String> settings,
      int[] sizes,
      Mask mask,
      Backend<?> backend,
      DataType type,
      boolean probing) {
    super(
        new Program(sizes[0]).probing(probing).evaluating(probing),
        p -> layer(p, new Configuration(settings), sizes, mask, a -> a),
        backend,
        type);
  }

  /** The same of an attention that is changed before it is examined. */
  AttentionTrial(
      Map<String, String> settings,
      int[] sizes,
      Backend<?> backend,
      DataType type,
      boolean probing,
      UnaryOperator<Attention> change) {
    super(
        new Program(sizes[0]).probing(probing).evaluating(probing),
        p -> layer(p, new Configuration(settings), sizes, Mask.CAUSAL, change),
        backend,
        type);
  }

  private static Value layer(
      Program p, Configuration settings, int[] sizes, Mask mask, UnaryOperator<Attention> change) {
    int width = settings.integer(Decoder.WIDTH);
    Place place = new Place(width, settings.integer(Decoder.HEADS), sizes[2], 4, mask);
    Value x = p.parameter(INPUT, Init.normal(1), sizes[0] * sizes[1], width);
    Attention attention = change.apply(Attention.of(settings, sizes[2], 4));
    Value y = attention.attend(x, place);
    return attention.gatesProjection() ? attention.afterProjection(y, x, place) : y;
  }
}
