package org.attune.model.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Memory and kernels that programs run on. {@link java.util.ServiceLoader} finds backends; see
 * {@link Backends}.
 */
public interface Backend<B extends Buffer> {

  /** Its name in settings and records, such as {@code cpu}. */
  String name();

  /** Whether it supports a floating type. */
  boolean computes(DataType type);

  /** Empty memory for one program. */
  Memory<B> memory(DataType type);

  /** Memory that only counts allocations, for planning; empty if the backend has none. */
  default Optional<Memory<B>> counting() {
    return Optional.empty();
  }

  /** Elements from one row of a matrix to the next. */
  int rowStride(int columns);

  /**
   * The number of a batch's rows to process at a time.
   *
   * @param cached the number that stays in a processor's cache
   */
  default int rowsAtOnce(int cached) {
    return cached;
  }

  /**
   * The nodes that a program runs as here: its own, or fewer that compute the same outputs. An
   * output of the program stays an output of these nodes.
   */
  default List<Program.Node> nodes(Program program) {
    return program.nodes();
  }

  /** Whether kernels may run again in the backward pass: see {@link Program#recomputed}. */
  default boolean recomputes() {
    return false;
  }

  /** Its kernels. */
  KernelTable<B> kernels();

  /**
   * Adopts a network's parameters, stored consecutively, for programs and update rules.
   *
   * @param arrays the network's own arrays
   */
  ParameterStore<B> store(List<ParameterSpec> specs, ParameterArrays arrays, DataType type);

  /**
   * An update rule over a store's parameters, if the backend supports it.
   *
   * @param decays which parameters weight decay applies to
   */
  Optional<ParameterUpdate> update(
      ParameterStore<B> store, UpdateRule rule, Predicate<ParameterSpec> decays);
}
