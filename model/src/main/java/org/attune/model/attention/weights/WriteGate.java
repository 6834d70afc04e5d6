package org.attune.model.attention.weights;

import static org.attune.model.primitive.Add.add;
import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.HeadMean.headMean;
import static org.attune.model.primitive.KeySelection.keySelection;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.Scale.scale;
import static org.attune.model.primitive.SelectedSoftmax.selectedSoftmax;
import static org.attune.model.primitive.WrittenSoftmax.writtenSoftmax;
import static org.attune.model.primitive.elementwise.Fused.keyBias;

import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Declaration;
import org.attune.model.attention.Feature;
import org.attune.model.attention.Penalties;
import org.attune.model.attention.Place;
import org.attune.model.attention.Signals;
import org.attune.model.attention.Weights;
import org.attune.model.primitive.Pointwise;
import org.attune.model.primitive.selection.MostWritten;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * Tokens decide whether heads read them: {@code w_j = sigmoid(x_j·u_h + b)} per head, with log w
 * added to the scores.
 *
 * @param rule which tokens are read
 * @param penalty factor on the mean of w over all tokens, which is added to the training loss
 */
public record WriteGate(Rule rule, double penalty) implements Weights {

  /** Which tokens are read. */
  sealed interface Rule {

    /** Reads tokens with w of a half or more in evaluation, and all tokens in training (F2). */
    record Asking() implements Rule {}

    /**
     * Reads a share of the tokens so far: those with the largest w (F3).
     *
     * @param share up to 1, which is all
     */
    record Most(double share) implements Rule {}
  }

  private static final double OPEN = 4; // initial b: nearly all tokens are written

  private static final Parameter SHARE =
      Parameter.real(
          "attention.weights.share",
          "write_share",
          0.01,
          1,
          0.5,
          "share of the tokens so far that are read");

  private static final Parameter PENALTY =
      Parameter.real(
          "attention.weights.penalty",
          "write_penalty",
          0,
          100,
          0,
          "times the mean write gate, added to the training loss");

  public static final Option GATED =
      Option.of(
          "write-gate",
          "softmax over tokens that ask to be read",
          "Patterns and Messages, F2",
          PENALTY);
  public static final Option MOST_WRITTEN =
      Option.of(
          "most-written",
          "softmax over the share of tokens that ask most to be read",
          "Patterns and Messages, F3",
          SHARE,
          PENALTY);

  /** Returns the gate that reads all tokens that ask. */
  public static WriteGate all(Configuration settings) {
    return new WriteGate(new Rule.Asking(), settings.real(PENALTY));
  }

  /** Returns the gate that reads a share of the tokens. */
  public static WriteGate most(Configuration settings) {
    return new WriteGate(new Rule.Most(settings.real(SHARE)), settings.real(PENALTY));
  }

  @Override
  public Declaration declares() {
    return Declaration.needs(Feature.ORDER);
  }

  @Override
  public Value from(Value scores, Signals signals, Place place) {
    Program p = Program.of(scores);
    Value u = p.parameter("write", Init.fanIn(), signals.x().columns(), place.heads());
    Value b = p.parameter("write-bias", Init.constant(OPEN), 1, place.heads());
    Value z = add(matmul(signals.x(), u), b); // (B·T, H)
    if (p.probing()) {
      p.probe("write", apply(Pointwise.SIGMOID, z));
    }
    if (penalty > 0) {
      Value mean = headMean(apply(Pointwise.SIGMOID, z), place.heads()); // (B·T, 1)
      Penalties.add(scale(mean, penalty));
    }
    if (!(rule instanceof Rule.Most most)) {
      return writtenSoftmax(scores, z); // (B, H, T, T)
    }
    Value kept = keySelection(new MostWritten(z, most.share()));
    Value log = scale(apply(Pointwise.SOFTPLUS, scale(z, -1)), -1); // log w, (B·T, H)
    return selectedSoftmax(keyBias(scores, log), kept); // (B, H, T, T)
  }
}
