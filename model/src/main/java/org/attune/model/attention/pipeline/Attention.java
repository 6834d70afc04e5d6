package org.attune.model.attention.pipeline;

import static org.attune.model.primitive.HeadRepeat.headRepeat;
import static org.attune.model.primitive.RmsNorm.rmsNorm;

import java.util.List;
import java.util.Set;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.model.attention.ChosenPart;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Dropouts;
import org.attune.model.attention.Feature;
import org.attune.model.attention.GatePosition;
import org.attune.model.attention.HeadNorm;
import org.attune.model.attention.Messages;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Positions;
import org.attune.model.attention.Reading;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Source;
import org.attune.model.attention.Stages;
import org.attune.model.attention.ValueMap;
import org.attune.model.attention.formula.FormulaValues;
import org.attune.model.attention.reading.ByScores;
import org.attune.model.catalog.OwnClass;
import org.attune.model.catalog.Variant;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * One attention layer: a choice of part per stage.
 *
 * @param query source of queries
 * @param key source of keys
 * @param messages makes queries, keys and values from tokens
 * @param values transforms values
 * @param normalised whether q and k get an RMS norm per head
 * @param epsilon epsilon of that norm
 * @param positions effect of positions on q and k
 * @param reading reads the values
 * @param headNorm norm of the heads' outputs
 * @param gate gate on the heads' outputs, or elsewhere
 */
public record Attention(
    Source query,
    Source key,
    Messages messages,
    ValueMap values,
    boolean normalised,
    double epsilon,
    Positions positions,
    Reading reading,
    HeadNorm headNorm,
    OutputGate gate) {

  /** Whether q and k get an RMS norm per head, before positions. */
  public static final Parameter QK_NORM =
      Parameter.flag("model.qk-norm", "qk_norm", true, "RMS norm of each head's queries and keys")
          .from("NeonBench neon005");

  /** The number that norms add to mean squares: those of queries, keys and the decoder's stream. */
  public static final Parameter NORM_EPSILON =
      Parameter.real(
              "model.norm-epsilon",
              "norm_epsilon",
              1e-12,
              1,
              1e-6,
              "added to the mean square by the norms of the stream, of queries and of keys")
          .from("NeonBench neon005; multi-token attention has 1e-5");

  /**
   * Returns the parts that a configuration chooses for a layer.
   *
   * @param layer number of the layer, from 0
   * @param layers number of layers
   */
  public static Attention of(Configuration settings, int layer, int layers) {
    Positions positions = Variant.chosen(Parts.POSITION, Parts.POSITIONS, settings);
    Reading reading =
        readsByWeights(settings, layer, layers)
            ? byScores(settings, positions, layer, layers)
            : Variant.chosen(Parts.READING, Parts.READINGS, settings, layer, layers);
    return new Attention(
        Variant.chosen(Parts.QUERY, Parts.QUERIES, settings, layer, layers),
        Variant.chosen(Parts.KEY, Parts.KEYS, settings, layer, layers),
        Variant.chosen(Parts.MESSAGE, Parts.MESSAGES, settings, layer, layers),
        FormulaValues.of(settings, Parts.VALUES, layer, layers),
        settings.flag(QK_NORM),
        settings.real(NORM_EPSILON),
        positions,
        reading,
        Variant.chosen(Parts.HEAD_NORM, Parts.HEAD_NORMS, settings, layer, layers),
        Variant.chosen(Parts.GATE, Parts.GATES, settings, layer, layers));
  }

  private static boolean readsByWeights(Configuration settings, int layer, int layers) {
    return isDefault(Parts.READING, settings, layer, layers);
  }

  private static boolean isDefault(Parameter axis, Configuration settings, int layer, int layers) {
    return Variant.name(axis, settings, layer, layers).equals(axis.defaultValue());
  }

  private static Reading byScores(
      Configuration settings, Positions positions, int layer, int layers) {
    return new ByScores(
        List.of(
            positions.scores(),
            Variant.chosen(Parts.SCORE, Parts.SCORES, settings, layer, layers),
            Variant.chosen(
                Parts.SCORE_CONVOLUTION, Parts.SCORE_CONVOLUTIONS, settings, layer, layers),
            Variant.chosen(Parts.SCORE_MIXING, Parts.SCORE_MIXINGS, settings, layer, layers)),
        Variant.chosen(Parts.WEIGHT, Parts.WEIGHTS, settings, layer, layers),
        List.of(
            Variant.chosen(
                Parts.WEIGHT_CONVOLUTION, Parts.WEIGHT_CONVOLUTIONS, settings, layer, layers),
            Variant.chosen(Parts.WEIGHT_MIXING, Parts.WEIGHT_MIXINGS, settings, layer, layers),
            Dropouts.of(settings).ofWeights()));
  }

  /**
   * Returns the gated outputs of the heads, the input of the output projection.
   *
   * @param x the normalised input, (B·T, d)
   * @return (B·T, d), or as wide as all heads' messages
   */
  public Value attend(Value x, Place outer) {
    Place place = messages.place(outer);
    Messages.HeadMessages made = messages.from(x, query, key, place);
    Program p = Program.of(x);
    p.stored(made.key());
    p.stored(made.value());
    Place ofValues = place.groups(made.headsPerValue());
    Value mapped = values.map(made.value(), x, ofValues); // (B·T, d / g)
    Signals raw = new Signals(x, made.query(), made.key(), made.query(), made.key(), mapped);
    Value rawQuery = gated(GatePosition.QUERY, made.query(), raw, place); // (B·T, d)
    Place ofKeys = place.groups(made.headsPerKey());
    Value narrowKey = gated(GatePosition.KEY, made.key(), raw, ofKeys); // (B·T, d / g)
    Value narrowValue = gated(GatePosition.VALUE, mapped, raw, ofValues); // (B·T, d / g)
    p.stored(narrowKey);
    p.stored(narrowValue);
    Value rawKey = forHeads(narrowKey, ofKeys, place); // (B·T, d)
    Value v = narrowValue == narrowKey ? rawKey : forHeads(narrowValue, ofValues, place);
    Value q = placed(rawQuery, "query-gain", place); // (B·T, d)
    Value k = placed(rawKey, "key-gain", place); // (B·T, d)
    Signals.Keys others = name -> placed(key.from(x, name, place), "key-gain", place);
    Signals signals = new Signals(x, rawQuery, rawKey, q, k, v, others);
    Value y = reading.read(signals, place); // (B·T, d)
    Place readers = reading.readers(place);
    y = OwnClass.of(headNorm).answer("norm", headNorm.norm(y, readers)); // (B·T, d)
    return gated(GatePosition.OUTPUT, y, signals, readers);
  }

  /** The number of heads whose outputs stand side by side in what {@link #attend} returns. */
  public int readingHeads(Place outer) {
    return reading.readers(messages.place(outer)).heads();
  }

  /** Applies a gate that stands after the output projection; (B·T, d) to the same shape. */
  public Value afterProjection(Value projected, Value x, Place place) {
    return gated(GatePosition.PROJECTION, projected, new Signals(x, x, x, x, x, x), place);
  }

  /**
   * Returns why a configuration's parts are incompatible in a layer.
   *
   * @param outer place of the layer
   * @param length tokens of a sequence
   * @param network declarations of the network around it
   */
  public static Set<String> refusals(
      Configuration settings, Place outer, int length, List<ChosenPart> network) {
    Attention layer = of(settings, outer.layer(), outer.layers());
    Stages stages = new Stages(settings, outer.layer(), outer.layers(), length);
    stages.add(Parts.MESSAGE, layer.messages, outer);
    if (!stages.limits().isEmpty()) {
      return stages.limits(); // the place of the other parts is undefined
    }
    Place place = layer.messages.place(outer);
    stages.add(Parts.QUERY, layer.query, place);
    stages.add(Parts.KEY, layer.key, layer.messages.keys(place));
    stages.add(Parts.POSITION, layer.positions, place);
    if (layer.normalised) {
      stages.add(
          new ChosenPart(
              QK_NORM.key() + " true",
              Declaration.needs(Feature.QUERY, Feature.KEY).lacking(Feature.LENGTHS)));
    }
    if (!readsByWeights(settings, outer.layer(), outer.layers())) {
      return ofReading(settings, layer, stages, place).refusals(network);
    }
    stages.add(Parts.SCORE, Parts.SCORES, place);
    stages.add(Parts.SCORE_CONVOLUTION, Parts.SCORE_CONVOLUTIONS, place);
    stages.add(Parts.SCORE_MIXING, Parts.SCORE_MIXINGS, place);
    stages.add(Parts.WEIGHT, Parts.WEIGHTS, place);
    if (stages.limits().isEmpty()) {
      Place readers = layer.reading.readers(place);
      stages.add(Parts.WEIGHT_CONVOLUTION, Parts.WEIGHT_CONVOLUTIONS, readers);
      stages.add(Parts.WEIGHT_MIXING, Parts.WEIGHT_MIXINGS, readers);
      stages.add(Parts.HEAD_NORM, layer.headNorm, readers);
      stages.add(Parts.GATE, layer.gate, readers);
    }
    return stages.refusals(network);
  }

  /** Adds a reading without weights, which leaves the axes of weights without effect. */
  private static Stages ofReading(
      Configuration settings, Attention layer, Stages stages, Place place) {
    stages.add(Parts.READING, layer.reading, place);
    for (Parameter axis : Parts.ofWeights()) {
      if (!isDefault(axis, settings, place.layer(), place.layers())) {
        String name = Variant.name(axis, settings, place.layer(), place.layers());
        stages.add(new ChosenPart(axis.key() + " " + name, Declaration.needs(Feature.WEIGHTS)));
      }
    }
    if (settings.real(Dropouts.WEIGHTS) > 0) {
      stages.add(new ChosenPart(Dropouts.WEIGHTS.key(), Declaration.needs(Feature.WEIGHTS)));
    }
    stages.add(Parts.HEAD_NORM, layer.headNorm, place);
    stages.add(Parts.GATE, layer.gate, place);
    return stages;
  }

  /** Whether there is a gate after the output projection. */
  public boolean gatesProjection() {
    return gate.position() == GatePosition.PROJECTION;
  }

  private Value gated(GatePosition position, Value y, Signals signals, Place place) {
    return gate.position() == position
        ? OwnClass.of(gate).answer("gate", gate.gate(y, signals.of(gate), place))
        : y;
  }

  /** Repeats what a group of heads shares for each of its heads. */
  private static Value forHeads(Value shared, Place groups, Place place) {
    int size = place.heads() / groups.heads();
    return size == 1 ? shared : headRepeat(shared, groups.heads(), size);
  }

  /**
   * Returns a block's gain. All parts that use its name share it, so first and second keys have one
   * norm.
   */
  private static Value gain(Program p, String name, int width) {
    record Named(String name) {}
    return p.shared(
        new Named(p.scope() + name), () -> p.parameter(name, Init.constant(1), 1, width));
  }

  private Value placed(Value raw, String gainName, Place place) {
    Value x = raw;
    if (normalised) {
      Value gain = gain(Program.of(x), gainName, place.headWidth());
      x = rmsNorm(x, gain, place.heads(), epsilon);
    }
    return positions.placed(x, place);
  }
}
