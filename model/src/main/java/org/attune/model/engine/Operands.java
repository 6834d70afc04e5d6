package org.attune.model.engine;

import java.util.List;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program.Node;

/**
 * The memory that one kernel works on: a buffer for each argument, the output's, and a sink for
 * each contribution. Two arguments may be one value; a kernel need not care: their sinks never
 * overlap.
 */
public final class Operands<B extends Buffer> {

  private final int node;
  private final Node program;
  private final List<B> arguments;
  private final B output;
  private final B gradient; // of the output; null in programs that only run forward
  private final List<Sink<B>> sinks;
  private final boolean inPlace;
  private final Memory<B> memory;
  private final Workspace<B> workspace;

  Operands(
      int node,
      Node program,
      List<B> arguments,
      B output,
      B gradient,
      List<Sink<B>> sinks,
      boolean inPlace,
      Memory<B> memory,
      Workspace<B> workspace) {
    this.node = node;
    this.program = program;
    this.arguments = arguments;
    this.output = output;
    this.gradient = gradient;
    this.sinks = sinks;
    this.inPlace = inPlace;
    this.memory = memory;
    this.workspace = workspace;
  }

  /** An argument, in the order of {@link Primitive#inputs}. */
  public B in(int argument) {
    return arguments.get(argument);
  }

  /** The output. */
  public B out() {
    return output;
  }

  /** Whether adjoints run: then kernels keep what theirs reads. */
  public boolean backward() {
    return gradient != null;
  }

  /** The loss's derivative by the output; only where adjoints run. */
  public B outGradient() {
    return gradient;
  }

  /** Where the contribution to an argument's gradient goes. */
  public Sink<B> sink(int argument) {
    return sinks.get(argument);
  }

  /**
   * Whether the output lives in the place of the argument that it may overwrite; that argument's
   * sink is then not wanted, for its gradient is there already.
   */
  public boolean inPlace() {
    return inPlace;
  }

  /** The primitive's place in the program, from 0. */
  public int node() {
    return node;
  }

  /** Sequences at a time. */
  public int batch() {
    return program.output().batch();
  }

  /** Memory that the kernel keeps to itself, from pass to pass: a row of so many elements. */
  public B keep(long elements) {
    return memory.block(elements);
  }

  /**
   * Memory that all kernels of the program use, one after the other: what is there does not outlast
   * a call.
   *
   * @param i from 0: different numbers do not overlap
   */
  public B scratch(int i, long elements) {
    return workspace.get(i, elements);
  }
}
