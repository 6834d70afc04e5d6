package org.attune.model.engine;

import java.util.List;
import java.util.function.Supplier;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program.Node;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one kernel works on: a buffer for each argument and the output, and a sink for
 * each contribution. Two arguments may be one value; kernels need no special case, because their
 * sinks never overlap.
 */
public final class Operands<B extends Buffer> {

  private final Node node;
  private final List<B> arguments;
  private final B output;
  private final @Nullable B gradient; // of the output; null in forward-only programs
  private final List<Sink<B>> sinks;
  private final boolean inPlace;
  private final int span;
  private final KernelMemory<B> memory;
  private boolean keepsForAdjoint;

  Operands(
      Node node,
      List<B> arguments,
      B output,
      @Nullable B gradient,
      List<Sink<B>> sinks,
      boolean inPlace,
      int span,
      KernelMemory<B> memory) {
    this.node = node;
    this.arguments = arguments;
    this.output = output;
    this.gradient = gradient;
    this.sinks = sinks;
    this.inPlace = inPlace;
    this.span = span;
    this.memory = memory;
  }

  /** An argument, in the order of {@link Primitive#inputs}. */
  public B in(int argument) {
    return arguments.get(argument);
  }

  /** The output. */
  public B out() {
    return output;
  }

  /** Whether adjoints run; if so, kernels keep the data that their adjoints read. */
  public boolean backward() {
    return gradient != null;
  }

  /** The loss's derivative by the output; only in programs with adjoints. */
  @SuppressWarnings("NullAway") // kernels name it when made, and read it in adjoints alone
  public B outGradient() {
    return gradient;
  }

  /** The sink of the contribution to an argument's gradient. */
  public Sink<B> sink(int argument) {
    return sinks.get(argument);
  }

  /**
   * Whether the output overwrites the argument that it may overwrite. That argument's sink is then
   * unwanted, because its gradient is already in place.
   */
  public boolean inPlace() {
    return inPlace;
  }

  /** The primitive's index in the program, from 0. */
  public int node() {
    return node.number();
  }

  /** The number of sequences in the batch. */
  public int batch() {
    return node.output().batch();
  }

  /** Memory that the kernel keeps from pass to pass: a row of {@code elements}. */
  public B keep(long elements) {
    return memory.lasting().block(elements);
  }

  /**
   * Memory that the kernel keeps from a forward pass to its adjoint: a row of {@code elements}. It
   * holds nothing before a forward pass; other kernels may have used it since the last one.
   */
  public B keepForAdjoint(long elements) {
    keepsForAdjoint = true;
    return memory.kept().row(span, elements);
  }

  /** Whether the kernel keeps anything from a forward pass to its adjoint. */
  boolean keepsForAdjoint() {
    return keepsForAdjoint;
  }

  /**
   * Work that kernels of the program share. It runs once after all adjoints of a backward pass.
   *
   * @param make makes the work on the first request for this kind
   */
  public <T extends Runnable> T afterAdjoints(Class<T> kind, Supplier<T> make) {
    return memory.afterwards().get(kind, make);
  }

  /**
   * Memory that all kernels of the program share; its contents last only for one call.
   *
   * @param i from 0; different numbers do not overlap
   */
  public B scratch(int i, long elements) {
    return memory.shared().get(i, elements);
  }
}
