package org.attune.model.primitive;

import java.util.List;
import java.util.stream.Stream;
import org.attune.model.program.Value;

/** The strength of ridge regularisation: the λ of {@code KᵀK + λI}. */
public sealed interface Lambda {

  /**
   * A fixed number, at least 0. At exactly 0 the inverse is the Moore-Penrose pseudo-inverse.
   *
   * @param value λ
   */
  record Fixed(double value) implements Lambda {
    public Fixed {
      if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "Invalid lambda: " + value + " (a finite number, at least 0)");
      }
    }
  }

  /**
   * {@code λ = e^ρ}, positive for every ρ; 1 at ρ = 0.
   *
   * @param rho ρ: (1 or B, 1 or H). It has one row per sequence or one for all, and one column per
   *     head or one for all.
   */
  record Exponential(Value rho) implements Lambda {
    int row(int sequence) {
      return rho.rows() == 1 ? 0 : sequence;
    }

    int column(int head) {
      return rho.columns() == 1 ? 0 : head;
    }
  }

  /** A fixed λ. */
  static Lambda fixed(double value) {
    return new Fixed(value);
  }

  /** {@code e^ρ}. */
  static Lambda exponential(Value rho) {
    return new Exponential(rho);
  }

  /** Whether λ is fixed at 0, which selects the pseudo-inverse. */
  default boolean isZero() {
    return this instanceof Fixed fixed && fixed.value == 0;
  }

  /** A primitive's own inputs, and what else it reads with this λ. */
  default List<Value> inputs(Value... operands) {
    Stream<Value> rho = this instanceof Exponential e ? Stream.of(e.rho) : Stream.of();
    return Stream.concat(Stream.of(operands), rho).toList();
  }

  /** Whether λ is learned through a ρ. */
  default boolean isLearned() {
    return this instanceof Exponential;
  }

  /** Rejects the pseudo-inverse for primitives that form a Gram matrix. */
  default void requirePositive() {
    if (isZero()) {
      throw new IllegalArgumentException(
          "Invalid lambda: 0 (positive where keys' products are solved with; the pseudo-inverse of"
              + " the keys themselves is for sets)");
    }
  }

  /** Rejects a ρ whose shape fits neither the sequences nor the heads. */
  default void require(int batch, int heads) {
    if (this instanceof Exponential e
        && !((e.rho.rows() == 1 || e.rho.rows() == batch)
            && (e.rho.columns() == 1 || e.rho.columns() == heads))) {
      throw new IllegalArgumentException(
          "Cannot regularise %d sequences of %d heads by %s".formatted(batch, heads, e.rho));
    }
  }
}
