package org.attune.model.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a kernel's contribution to an argument's gradient. The compiler decides
 * whether a contribution overwrites or is added; the decision is the same in every pass.
 */
public final class Sink<B extends Buffer> {

  private final @Nullable B buffer; // null where none is wanted
  private final boolean parameter;
  private final Accumulation accumulation;
  private boolean adds;

  Sink(@Nullable B buffer, boolean parameter, Accumulation accumulation) {
    this.buffer = buffer;
    this.parameter = parameter;
    this.accumulation = accumulation;
  }

  /** A sink that wants no contribution. */
  static <B extends Buffer> Sink<B> unwanted() {
    return new Sink<>(null, false, new Accumulation());
  }

  /** Whether a contribution is wanted. */
  public boolean wanted() {
    return buffer != null;
  }

  /** The destination, of the argument's shape; only if one is wanted. */
  public B buffer() {
    return Objects.requireNonNull(buffer, "no contribution is wanted");
  }

  /** Whether the contribution is added to the destination's contents rather than replacing them. */
  public boolean adds() {
    return adds || (parameter && accumulation.on);
  }

  void adds(boolean planned) {
    adds = planned;
  }

  /** Whether parameters' gradients are added to those of the batch's earlier parts. */
  static final class Accumulation {
    boolean on;
  }
}
