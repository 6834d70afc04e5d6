package org.attune.model.attention.weights;

import static org.attune.model.primitive.Apply.apply;
import static org.attune.model.primitive.Beside.beside;
import static org.attune.model.primitive.Matmul.matmul;
import static org.attune.model.primitive.PseudoInverse.pseudoInverse;
import static org.attune.model.primitive.RowMean.rowMean;
import static org.attune.model.primitive.Stack.stack;
import static org.attune.model.primitive.StackProduct.product;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.catalog.Choice;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.model.attention.Place;
import org.attune.model.primitive.Add;
import org.attune.model.primitive.Lambda;
import org.attune.model.primitive.Mask;
import org.attune.model.primitive.Pointwise;
import org.attune.model.program.Init;
import org.attune.model.program.Program;
import org.attune.model.program.Value;

/**
 * The λ of ridge regression.
 *
 * @param start λ, or its initial value if it is learned
 * @param source where λ comes from
 * @param given 1 for rows that a set has and 0 for rows that do not count, (B·keys, 1); empty if
 *     all count
 */
public record Strength(double start, StrengthSource source, Optional<Value> given) {

  public enum StrengthSource {
    FIXED,
    LAYER,
    HEAD,
    CONTEXT
  }

  private static final int CONTEXT_HIDDEN = 16;

  /** λ, or its initial value. */
  public static final Parameter LAMBDA =
      Parameter.real(
              "attention.weights.lambda",
              "lambda",
              0,
              1e8,
              1,
              "strength of regularisation, or where it starts from; 0 is the pseudo-inverse, for sets"
                  + " only and not for nystroem")
          .alsoCalled("ridge-lambda", "alpha", "reg", "regularization");

  /** Where λ comes from. */
  public static final Choice<StrengthSource> SOURCE =
      Choice.of(
          StrengthSource.class,
          "attention.weights.lambda-source",
          "lambda_source",
          "what lambda is",
          List.of(
              Option.of(StrengthSource.FIXED, "a number", ""),
              Option.of(
                  StrengthSource.LAYER, "learned, one per layer", "Garnelo and Czarnecki 2023"),
              Option.of(StrengthSource.HEAD, "learned, one per head", "Garnelo and Czarnecki 2023"),
              Option.of(
                  StrengthSource.CONTEXT,
                  "a small MLP of the mean key and value; for sets only",
                  "Garnelo and Czarnecki 2023, appendix")));

  Strength(Configuration settings) {
    this(settings.real(LAMBDA), settings.choice(SOURCE));
  }

  /** Makes a strength for all rows of a set. */
  public Strength(double start, StrengthSource source) {
    this(start, source, Optional.empty());
  }

  public Strength {
    if (start == 0 && source != StrengthSource.FIXED) {
      throw new IllegalArgumentException(
          "Invalid %s: 0 cannot be where a learned lambda starts from; give a positive number"
              .formatted(LAMBDA.key()));
    }
  }

  /** Returns this strength for the rows that a set has. */
  Strength among(Value rows) {
    return new Strength(start, source, Optional.of(rows));
  }

  /** Returns why it does not work for a sequence; empty if it does. */
  List<String> limits(Place place) {
    List<String> reasons = new ArrayList<>();
    if (place.mask() != Mask.NONE && isZero()) {
      reasons.add(
          "attention.weights.lambda 0 is for sets: the first keys of a sequence determine nothing;"
              + " give a positive number");
    }
    if (place.mask() != Mask.NONE && source == StrengthSource.CONTEXT) {
      reasons.add(
          "attention.weights.lambda-source context looks at the whole of a set, and a sequence's"
              + " first tokens must not: choose layer or head");
    }
    return reasons;
  }

  /** Whether λ is always 0, which means the pseudo-inverse. */
  boolean isZero() {
    return start == 0;
  }

  /** Returns ridge's weights at λ = 0, {@code Q K⁺}: (B, H, queries, keys). */
  Value pseudoWeights(Value q, Value k, Place place) {
    place.requireSet(LAMBDA.key() + ": 0");
    return product(stack(q, place.heads()), pseudoInverse(stack(k, place.heads())));
  }

  /** Returns λ for keys and values. All calls in a layer return the same λ. */
  Lambda lambda(Value k, Value v, Place place) {
    record Asked(String scope, Value k, Value v) {}
    Program p = Program.of(k);
    return p.shared(new Asked(p.scope(), k, v), () -> made(k, v, place));
  }

  private Lambda made(Value k, Value v, Place place) {
    Program p = Program.of(k);
    return switch (source) {
      case FIXED -> Lambda.fixed(start);
      case LAYER -> Lambda.exponential(rho(p, 1));
      case HEAD -> Lambda.exponential(rho(p, place.heads()));
      case CONTEXT -> ofContext(k, v, place);
    };
  }

  /** Returns {@code e^(MLP(mean [K V]))}. */
  private Lambda ofContext(Value k, Value v, Place place) {
    place.requireSet(SOURCE.key() + ": context");
    Program p = Program.of(k);
    Value pairs = beside(k, v); // (B·keys, 2d)
    Value pooled = given.isEmpty() ? rowMean(pairs) : rowMean(pairs, given.get()); // (B, 2d)
    Value w1 = p.parameter("lambda-hidden", Init.fanIn(), pooled.columns(), CONTEXT_HIDDEN);
    Value b1 = p.parameter("lambda-hidden-bias", Init.constant(0), 1, CONTEXT_HIDDEN);
    Value hidden = apply(Pointwise.RELU, Add.add(matmul(pooled, w1), b1)); // (B, 16)
    Value w2 = p.parameter("lambda-output", Init.constant(0), CONTEXT_HIDDEN, place.heads());
    Value rho = Add.add(matmul(hidden, w2), rho(p, place.heads())); // (B, H)
    return Lambda.exponential(rho);
  }

  private Value rho(Program p, int columns) {
    return p.parameter("rho", Init.constant(Math.log(start)), 1, columns);
  }
}
