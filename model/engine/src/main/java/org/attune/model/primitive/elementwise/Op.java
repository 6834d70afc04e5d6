package org.attune.model.primitive.elementwise;

import org.apache.commons.math3.special.Erf;
import org.jspecify.annotations.Nullable;

/** The operation of a step in a {@link Recipe}. Truth is 1; 0 is false. */
public enum Op {
  /** An operand's number. */
  INPUT(0),
  /** The element's place along an axis. */
  INDEX(0),
  NUMBER(0),
  ADD(2, (a, b, c) -> a + b),
  SUBTRACT(2, (a, b, c) -> a - b),
  MULTIPLY(2, (a, b, c) -> a * b),
  DIVIDE(2, (a, b, c) -> a / b),
  /** What is left of a after subtracting floor(a / b) times b; it has the sign of b. */
  REMAINDER(2, (a, b, c) -> remainder(a, b)),
  /** a to the power of b. */
  POWER(2, (a, b, c) -> Math.pow(a, b)),
  MIN(2, (a, b, c) -> Math.min(a, b)),
  MAX(2, (a, b, c) -> Math.max(a, b)),
  LESS(2, (a, b, c) -> a < b ? 1 : 0),
  AT_MOST(2, (a, b, c) -> a <= b ? 1 : 0),
  EQUAL(2, (a, b, c) -> a == b ? 1 : 0),
  /** b where a is true, else c. */
  WHERE(3, (a, b, c) -> a != 0 ? b : c),
  NEGATE(1, (a, b, c) -> -a),
  ABS(1, (a, b, c) -> Math.abs(a)),
  EXP(1, (a, b, c) -> Math.exp(a)),
  LOG(1, (a, b, c) -> Math.log(a)),
  SQRT(1, (a, b, c) -> Math.sqrt(a)),
  SIN(1, (a, b, c) -> Math.sin(a)),
  COS(1, (a, b, c) -> Math.cos(a)),
  /** 1 / (1 + e^-a) */
  SIGMOID(1, (a, b, c) -> 1 / (1 + Math.exp(-a))),
  TANH(1, (a, b, c) -> Math.tanh(a)),
  /** log(1 + e^a) */
  SOFTPLUS(1, (a, b, c) -> Math.max(a, 0) + Math.log1p(Math.exp(-Math.abs(a)))),
  /** The Gaussian distribution function. */
  NORMAL(1, (a, b, c) -> 0.5 * Erf.erfc(-a / Math.sqrt(2)));

  private interface Function {
    double of(double a, double b, double c);
  }

  private final int arity;
  private final @Nullable Function function; // null where it is none of numbers

  /** An operation that is not a function of numbers. */
  Op(int arity) {
    this(arity, null);
  }

  Op(int arity, @Nullable Function function) {
    this.arity = arity;
    this.function = function;
  }

  /** The number of arguments. */
  public int arity() {
    return arity;
  }

  /**
   * Applies the operation; arguments beyond the arity are ignored.
   *
   * @throws UnsupportedOperationException if the operation is not a function of numbers
   */
  public double of(double a, double b, double c) {
    if (function == null) {
      throw new UnsupportedOperationException(name());
    }
    return function.of(a, b, c);
  }

  private static double remainder(double a, double b) {
    double rest = a % b;
    return rest == 0 ? Math.copySign(rest, b) : (rest < 0) == (b < 0) ? rest : rest + b;
  }
}
