package org.attune.model.cuda;

import com.sun.jna.Pointer;
import java.util.Arrays;
import java.util.Optional;
import org.attune.model.primitive.Shares;

/** The faults that kernels may mark, in the order of the CUDA source, with their messages. */
enum Faults {
  NOT_POSITIVE(
      "Cannot solve the ridge: KᵀK + λI is not positive definite in this precision, or not finite;"
          + " raise lambda (over sets, 0 takes the pseudo-inverse)"),
  SINGULAR("Cannot solve: the matrix is singular or not finite; raise lambda"),
  NOT_FINITE("Cannot invert: the keys are not finite"),
  EXCLUDED(
      "Cannot satisfy the inequality constraints: they exclude or repeat each other; remove some"),
  NO_MEMBERS(Shares.withoutMembers().getMessage());

  /** One integer for each fault. */
  static final int BYTES = 5 * Integer.BYTES;

  private final String message;

  Faults(String message) {
    this.message = message;
  }

  String message() {
    return message;
  }

  /** The first marked fault. */
  static Optional<Faults> in(Pointer marks) {
    return Arrays.stream(values())
        .filter(f -> marks.getInt((long) Integer.BYTES * f.ordinal()) != 0)
        .findFirst();
  }
}
