package org.attune.model.attention;

import static org.attune.model.primitive.RmsNorm.rmsNorm;

import java.util.List;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.attention.source.Current;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Variant;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

/**
 * One architecture: a choice of part per stage.
 *
 * @param query what queries are made from
 * @param key what keys are made from
 * @param normalised whether q and k get an RMS norm per head
 * @param positions what positions do to q and k
 * @param reading how values are read
 * @param headNorm norm of what heads read
 * @param gate gate on what heads read
 */
public record Attention(
    Source query,
    Source key,
    boolean normalised,
    Positions positions,
    Reading reading,
    HeadNorm headNorm,
    OutputGate gate) {

  /** Whether q and k get an RMS norm per head, before positions. */
  public static final Parameter QK_NORM =
      Parameter.flag("model.qk-norm", "qk_norm", true, "RMS norm of each head's queries and keys");

  private static final double EPSILON = 1e-6;

  /** The parts that a configuration chooses. */
  public static Attention of(Configuration settings) {
    Weights weights = Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings);
    return new Attention(
        Variant.chosen(Parts.QUERY, Parts.QUERIES, settings),
        Variant.chosen(Parts.KEY, Parts.KEYS, settings),
        settings.flag(QK_NORM),
        Variant.chosen(Parts.POSITION, Parts.POSITIONS, settings),
        new ByScores(List.of(), weights, List.of()),
        HeadNorm.NONE,
        Variant.chosen(Parts.GATE, Parts.GATES, settings));
  }

  /**
   * What the heads read, gated, ready for the output projection.
   *
   * @param x the normalised input, (B·T, d)
   * @return (B·T, d)
   */
  public Value attend(Value x, Place place) {
    Value rawQuery = query.from(x, "query", place); // (B·T, d)
    Value rawKey = key.from(x, "key", place); // (B·T, d)
    Value v = new Current().from(x, "value", place); // (B·T, d)
    Value q = placed(rawQuery, "query-gain", place); // (B·T, d)
    Value k = placed(rawKey, "key-gain", place); // (B·T, d)
    Value y = reading.read(q, k, v, place); // (B·T, d)
    y = headNorm.norm(y, place);
    return gate.gate(y, new Signals(x, rawQuery, rawKey, q, k, v), place);
  }

  private Value placed(Value raw, String gainName, Place place) {
    Value x = raw;
    if (normalised) {
      Value gain = x.program().parameter(gainName, Init.constant(1), 1, place.headWidth());
      x = rmsNorm(x, gain, place.heads(), EPSILON);
    }
    return positions.placed(x, place);
  }
}
