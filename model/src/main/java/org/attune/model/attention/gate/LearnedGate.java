package org.attune.model.attention.gate;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Gated.gated;
import static org.attune.model.primitive.HeadMean.headMean;
import static org.attune.model.primitive.HeadRepeat.headRepeat;
import static org.attune.model.primitive.Matmul.project;
import static org.attune.model.primitive.Multiply.multiply;
import static org.attune.model.primitive.elementwise.Fused.headScale;

import java.util.List;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.FunctionOptions;
import org.attune.model.attention.GatePosition;
import org.attune.model.attention.OutputGate;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Value;

/**
 * {@code f(x W_I) * y}: a learned intent, projected beside q, k and v (neon016), and its relatives
 * (Qiu et al. 2025).
 *
 * @param position position of the gate
 * @param headwise whether one score gates a whole head; if not, each number has a score
 * @param shared whether the mean of the heads' scores gates all heads
 * @param added whether scores are added to y; if not, they multiply it
 * @param function f
 */
public record LearnedGate(
    GatePosition position, boolean headwise, boolean shared, boolean added, Pointwise function)
    implements OutputGate {

  enum Grain {
    ELEMENTWISE,
    HEADWISE
  }

  enum Heads {
    OWN,
    SHARED
  }

  enum Form {
    MULTIPLY,
    ADD
  }

  private static final String PAPER = "Qiu et al. 2025, arXiv 2505.06708";

  /** The position of the gate. */
  public static final Choice<GatePosition> POSITION =
      Choice.of(
          GatePosition.class,
          "attention.gate.position",
          "gate_position",
          "where the gate stands",
          List.of(
              Option.of(GatePosition.OUTPUT, "on what heads read (G1)", PAPER),
              Option.of(GatePosition.VALUE, "on values (G2)", PAPER),
              Option.of(GatePosition.KEY, "on keys (G3)", PAPER),
              Option.of(GatePosition.QUERY, "on queries (G4)", PAPER),
              Option.of(GatePosition.PROJECTION, "after the output projection (G5)", PAPER)));

  static final Choice<Grain> GRAIN =
      Choice.of(
          Grain.class,
          "attention.gate.grain",
          "gate_grain",
          "what one score opens",
          List.of(
              Option.of(Grain.ELEMENTWISE, "a number of a head", PAPER),
              Option.of(Grain.HEADWISE, "a whole head", PAPER)));
  static final Choice<Heads> HEADS =
      Choice.of(
          Heads.class,
          "attention.gate.heads",
          "gate_heads",
          "whose scores they are",
          List.of(
              Option.of(Heads.OWN, "each head's", PAPER),
              Option.of(Heads.SHARED, "the mean over heads, for all", PAPER)));
  static final Choice<Form> FORM =
      Choice.of(
          Form.class,
          "attention.gate.form",
          "gate_form",
          "how scores act",
          List.of(
              Option.of(Form.MULTIPLY, "times what is gated", PAPER),
              Option.of(Form.ADD, "added to it", PAPER)));
  static final Parameter FUNCTION =
      Parameter.choice(
          "attention.gate.function",
          "gate_function",
          "scores from projections",
          FunctionOptions.of("sigmoid", "silu", "half-sigmoid", "tanh", "identity"));

  public static final Option OPTION =
      Option.of(
          "learned",
          "sigmoid, or another function, of a projection of the layer's input",
          "NeonBench neon016; " + PAPER,
          POSITION.parameter(),
          GRAIN.parameter(),
          HEADS.parameter(),
          FORM.parameter(),
          FUNCTION);

  public LearnedGate(Configuration settings) {
    this(
        settings.choice(POSITION),
        settings.choice(GRAIN) == Grain.HEADWISE,
        settings.choice(HEADS) == Heads.SHARED,
        settings.choice(FORM) == Form.ADD,
        Pointwise.of(settings.choice(FUNCTION)));
  }

  @Override
  public Declaration declares() {
    boolean compared = position == GatePosition.QUERY || position == GatePosition.KEY;
    if (compared && headwise && !added) {
      return Declaration.needs(Feature.LENGTHS);
    }
    return position == GatePosition.PROJECTION
        ? Declaration.needs(Feature.FLOATS)
        : Declaration.NOTHING;
  }

  @Override
  public Value gate(Value y, Signals signals, Place place) {
    int count = place.heads();
    int width = headwise ? 1 : y.columns() / count;
    Value intent = project(signals.x(), "gate", Init.fanIn(), count * width); // (B·T, H·width)
    if (!headwise && !shared && !added) {
      Gates.show(function, intent, place);
      return gated(function, intent, y); // (B·T, d), in one pass
    }
    Value scores = apply(function, intent); // (B·T, H·width)
    if (shared) {
      scores = headRepeat(headMean(scores, count), 1, count); // (B·T, H·width)
    }
    Gates.show(Pointwise.IDENTITY, scores, place);
    if (added) {
      return add(y, headwise ? headRepeat(scores, count, y.columns() / count) : scores);
    }
    return headwise ? headScale(y, scores) : multiply(y, scores); // (B·T, d)
  }
}
