package org.attune.model.engine;

/**
 * Where a kernel's contribution to an argument's gradient goes. Whether it overwrites what is there
 * or is added to it is decided when the program is compiled, and is the same in every pass.
 */
public final class Sink<B extends Buffer> {

  private final B buffer;
  private final boolean parameter;
  private final Accumulation accumulation;
  private boolean adds;

  Sink(B buffer, boolean parameter, Accumulation accumulation) {
    this.buffer = buffer;
    this.parameter = parameter;
    this.accumulation = accumulation;
  }

  /** Nothing is asked for. */
  static <B extends Buffer> Sink<B> unwanted() {
    return new Sink<>(null, false, null);
  }

  /** Whether a contribution is asked for. */
  public boolean wanted() {
    return buffer != null;
  }

  /** Where it goes: of the argument's shape. Only where one is wanted. */
  public B buffer() {
    return buffer;
  }

  /** Whether the contribution is added to what is there, rather than put in its place. */
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
