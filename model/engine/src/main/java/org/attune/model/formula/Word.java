package org.attune.model.formula;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.attune.model.primitive.elementwise.Op;
import org.jspecify.annotations.Nullable;

/** The kind of a term. Functions are called by name; the other kinds have their own signs. */
public enum Word {
  NUMBER,
  /** An input that the place allows. */
  INPUT,
  SUM,
  PRODUCT,
  REMAINDER(Op.REMAINDER),
  POWER(Op.POWER),
  LESS(Op.LESS),
  AT_MOST(Op.AT_MOST),
  EQUAL(Op.EQUAL),
  AND,
  OR,
  NOT,
  WHERE("where(condition, a, b)"), // a where the condition is true, else b
  MIN("min(a, b)", Op.MIN), // the smaller one; min(a, keys) the smallest along an axis
  MAX("max(a, b)", Op.MAX), // the larger one; max(a, keys) the largest along an axis
  ABS("abs(a)", Op.ABS), // without its sign
  EXP("exp(a)", Op.EXP), // e to the power of a
  LOG("log(a)", Op.LOG), // natural logarithm
  SQRT("sqrt(a)", Op.SQRT), // square root
  SIN("sin(a)", Op.SIN), // sine
  COS("cos(a)", Op.COS), // cosine
  SIGMOID("sigmoid(a)", Op.SIGMOID), // 1 / (1 + exp(-a))
  TANH("tanh(a)", Op.TANH), // hyperbolic tangent
  SOFTPLUS("softplus(a)", Op.SOFTPLUS), // log(1 + exp(a))
  SILU("silu(a)"), // a * sigmoid(a)
  GELU("gelu(a)"), // a times the Gaussian distribution function of a
  RELU("relu(a)"), // max(a, 0)
  // a learned matrix times a: as wide as the place, a number a head, or of that width;
  // start: 0 starts it at a number; as: w shares one matrix
  LINEAR("linear(a), linear(a, heads), linear(a, 16)"),
  // a learned number that starts there, one per layer, head or channel
  LEARNED("learned(start, per: layer)"),
  SHIFT("shift(a, n)"), // a of n tokens earlier, 0 before the start
  PAST_MEAN("past_mean(a)"), // the mean of a over this token and all before
  CUMSUM("cumsum(a)"), // the sum of a over this token and all before
  DECAY("decay(a, f)"), // y = f * (y of the token before) + a
  TOTAL("sum(a, axis)"), // the sum along keys, channels or heads
  MEAN("mean(a, axis)"), // the mean along keys, channels or heads
  LARGEST,
  SMALLEST,
  SOFTMAX("softmax(a)"), // exp(a) over its sum, along the keys a query sees; or along an axis
  RMS("rms(a)"), // a over the root of its mean square along its channels
  NORM("norm(a)"), // a less its mean, over the root of its variance, along its channels
  AT_KEY("at_key(a)"); // a number of a token, read at the key's token

  private final @Nullable String form;
  private final @Nullable Op op;

  Word() {
    this(null, null);
  }

  Word(Op op) {
    this(null, op);
  }

  Word(String form) {
    this(form, null);
  }

  Word(@Nullable String form, @Nullable Op op) {
    this.form = form;
    this.op = op;
  }

  /** Returns the form of a function's call. */
  public String form() {
    return Objects.requireNonNull(form, this + " is not a function");
  }

  /** Returns the single step that it compiles to, if there is one. */
  Optional<Op> op() {
    return Optional.ofNullable(op);
  }

  /** Returns the function's name. */
  public String text() {
    return switch (this) {
      case LARGEST -> "max";
      case SMALLEST -> "min";
      default -> form().substring(0, form().indexOf('('));
    };
  }

  /** Returns all functions, in the order of the docs. */
  public static List<Word> functions() {
    return Arrays.stream(values()).filter(w -> w.form != null).toList();
  }

  static Optional<Word> function(String name) {
    return functions().stream().filter(w -> w.text().equals(name)).findFirst();
  }

  /** Whether each result depends only on the operands' numbers at the same index. */
  boolean elementwise() {
    return compareTo(SUM) >= 0 && compareTo(RELU) <= 0;
  }
}
