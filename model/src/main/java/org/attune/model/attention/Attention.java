package org.attune.model.attention;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.RmsNorm.rmsNorm;

import java.util.List;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.catalog.Configuration;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Variant;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

/**
 * One architecture: a choice of part per stage.
 *
 * @param query what queries are made from
 * @param key what keys are made from
 * @param messages how tokens become queries, keys and values
 * @param squashed whether values are taken through a sigmoid
 * @param normalised whether q and k get an RMS norm per head
 * @param positions what positions do to q and k
 * @param reading how values are read
 * @param headNorm norm of what heads read
 * @param gate gate on what heads read, or elsewhere
 */
public record Attention(
    Source query,
    Source key,
    Messages messages,
    boolean squashed,
    boolean normalised,
    Positions positions,
    Reading reading,
    HeadNorm headNorm,
    OutputGate gate) {

  /** Whether q and k get an RMS norm per head, before positions. */
  public static final Parameter QK_NORM =
      Parameter.flag("model.qk-norm", "qk_norm", true, "RMS norm of each head's queries and keys")
          .from("NeonBench neon005");

  /** Whether values are taken through a sigmoid. */
  public static final Parameter VALUES =
      Parameter.choice(
          "attention.values",
          "values",
          "what is done to values once projected",
          List.of(
              Option.of("plain", "nothing", "NeonBench neon005"),
              Option.of("sigmoid", "a sigmoid of each number", "NeonBench neon017 to 022")));

  /** The matrix that takes what heads read onto the stream: (H·d_v, d). */
  public static final String OUTPUT = "attention-output";

  private static final double EPSILON = 1e-6;

  /** The parts that a configuration chooses. */
  public static Attention of(Configuration settings) {
    Positions positions = Variant.chosen(Parts.POSITION, Parts.POSITIONS, settings);
    Reading reading =
        new ByScores(
            List.of(
                positions.scores(),
                Variant.chosen(Parts.SCORE_CONVOLUTION, Parts.SCORE_CONVOLUTIONS, settings),
                Variant.chosen(Parts.SCORE_MIXING, Parts.SCORE_MIXINGS, settings)),
            Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings),
            List.of(
                Variant.chosen(Parts.WEIGHT_CONVOLUTION, Parts.WEIGHT_CONVOLUTIONS, settings),
                Variant.chosen(Parts.WEIGHT_MIXING, Parts.WEIGHT_MIXINGS, settings)));
    return new Attention(
        Variant.chosen(Parts.QUERY, Parts.QUERIES, settings),
        Variant.chosen(Parts.KEY, Parts.KEYS, settings),
        Variant.chosen(Parts.MESSAGE, Parts.MESSAGES, settings),
        settings.choice(VALUES).equals("sigmoid"),
        settings.flag(QK_NORM),
        positions,
        reading,
        Variant.chosen(Parts.HEAD_NORM, Parts.HEAD_NORMS, settings),
        Variant.chosen(Parts.GATE, Parts.GATES, settings));
  }

  /**
   * What the heads read, gated, ready for the output projection.
   *
   * @param x the normalised input, (B·T, d)
   * @return (B·T, d), or as wide as all heads' messages
   */
  public Value attend(Value x, Place outer) {
    Place place = messages.place(outer);
    Messages.Made made = messages.from(x, query, key, place); // each (B·T, d)
    Value v = squashed ? apply(Pointwise.SIGMOID, made.value()) : made.value(); // (B·T, d)
    Signals raw = new Signals(x, made.query(), made.key(), made.query(), made.key(), v);
    Value rawQuery = gated(GatePosition.QUERY, made.query(), raw, place); // (B·T, d)
    Value rawKey = gated(GatePosition.KEY, made.key(), raw, place); // (B·T, d)
    v = gated(GatePosition.VALUE, v, raw, place); // (B·T, d)
    Value q = placed(rawQuery, "query-gain", place); // (B·T, d)
    Value k = placed(rawKey, "key-gain", place); // (B·T, d)
    Signals signals = new Signals(x, rawQuery, rawKey, q, k, v);
    Value y = reading.read(signals, place); // (B·T, d)
    Place readers = reading.readers(place);
    y = headNorm.norm(y, readers); // (B·T, d)
    return gated(GatePosition.OUTPUT, y, signals, readers);
  }

  /** The gate where it stands after the output projection; (B·T, d) to the same. */
  public Value afterProjection(Value projected, Value x, Place place) {
    return gated(GatePosition.PROJECTION, projected, new Signals(x, x, x, x, x, x), place);
  }

  /** Whether there is a gate after the output projection. */
  public boolean gatesProjection() {
    return gate.position() == GatePosition.PROJECTION;
  }

  private Value gated(GatePosition position, Value y, Signals signals, Place place) {
    return gate.position() == position ? gate.gate(y, signals, place) : y;
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
