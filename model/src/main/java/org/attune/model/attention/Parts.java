package org.attune.model.attention;

import java.util.List;
import org.attune.model.attention.gate.ComputedGate;
import org.attune.model.attention.gate.LearnedGate;
import org.attune.model.attention.gate.QueryGate;
import org.attune.model.attention.position.Rotary;
import org.attune.model.attention.source.Current;
import org.attune.model.attention.weights.SoftmaxWeights;
import org.attune.model.catalog.Option;
import org.attune.model.catalog.Parameter;
import org.attune.model.catalog.Variant;

/** Every variant of every stage, one line each; the first of a stage is its default. */
public final class Parts {

  public static final List<Variant<Source>> QUERIES =
      List.of(new Variant<>(Current.OPTION, Current::new));
  public static final List<Variant<Source>> KEYS =
      List.of(new Variant<>(Current.OPTION, Current::new));
  public static final List<Variant<Positions>> POSITIONS =
      List.of(
          new Variant<>(Rotary.OPTION, Rotary::new),
          new Variant<>(
              Option.of("learned", "a trained row per position, added to the embedding", ""),
              settings -> Positions.NONE),
          new Variant<>(Option.of("none", "none but the mask", ""), settings -> Positions.NONE));
  public static final List<Variant<Weights>> WEIGHTS =
      List.of(new Variant<>(SoftmaxWeights.OPTION, SoftmaxWeights::new));
  public static final List<Variant<OutputGate>> GATES =
      List.of(
          new Variant<>(Option.of("none", "no gate", ""), settings -> OutputGate.NONE),
          new Variant<>(LearnedGate.OPTION, LearnedGate::new),
          new Variant<>(QueryGate.OPTION, QueryGate::new),
          new Variant<>(ComputedGate.OPTION, ComputedGate::new));

  public static final Parameter QUERY =
      Variant.axis("attention.query", "query", "what queries are made from", QUERIES);
  public static final Parameter KEY =
      Variant.axis("attention.key", "key", "what keys are made from", KEYS);
  public static final Parameter POSITION =
      Variant.axis("model.positions", "positions", "how the model knows order", POSITIONS);
  public static final Parameter WEIGHT =
      Variant.axis("attention.weights", "weights", "weights from scores", WEIGHTS);
  public static final Parameter GATE =
      Variant.axis("attention.gate", "gate", "a gate on what the heads read", GATES);

  private Parts() {}

  /** The axes of attention, in the order of the pipeline. */
  public static List<Parameter> axes() {
    return List.of(QUERY, KEY, POSITION, WEIGHT, GATE);
  }
}
