package org.attune.model.primitive;

import java.util.List;
import org.attune.model.program.Value;

/** How strongly a ridge is regularised: the λ of {@code KᵀK + λI}. */
public sealed interface Lambda {

  /**
   * A number, at least 0. At exactly 0 the inverse is Moore and Penrose's.
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
   * {@code λ = e^ρ}, positive whatever ρ is; 1 at ρ = 0.
   *
   * @param rho ρ: (1 or B, 1 or H), a row per sequence or one for all, a column per head or one for
   *     all
   */
  record Exponential(Value rho) implements Lambda {
    int row(int sequence) {
      return rho.rows() == 1 ? 0 : sequence;
    }

    int column(int head) {
      return rho.columns() == 1 ? 0 : head;
    }
  }

  /** A number. */
  static Lambda fixed(double value) {
    return new Fixed(value);
  }

  /** {@code e^ρ}. */
  static Lambda exponential(Value rho) {
    return new Exponential(rho);
  }

  /** Whether λ is 0 for good, so that the pseudo-inverse is meant. */
  default boolean isZero() {
    return this instanceof Fixed fixed && fixed.value == 0;
  }

  /** What a primitive with this λ reads besides its own inputs. */
  default List<Value> inputs() {
    return this instanceof Exponential e ? List.of(e.rho) : List.of();
  }

  /** Whether there is a ρ. */
  default boolean isLearned() {
    return this instanceof Exponential;
  }

  /** Refuses the pseudo-inverse where a Gram matrix is formed. */
  default void requirePositive() {
    if (isZero()) {
      throw new IllegalArgumentException(
          "Invalid lambda: 0 (positive where keys' products are solved with; the pseudo-inverse of"
              + " the keys themselves is for sets)");
    }
  }

  /** Refuses a ρ that fits neither the sequences nor the heads. */
  default void require(int batch, int heads) {
    if (this instanceof Exponential e
        && !((e.rho.rows() == 1 || e.rho.rows() == batch)
            && (e.rho.columns() == 1 || e.rho.columns() == heads))) {
      throw new IllegalArgumentException(
          "Cannot regularise %d sequences of %d heads by %s".formatted(batch, heads, e.rho));
    }
  }
}
