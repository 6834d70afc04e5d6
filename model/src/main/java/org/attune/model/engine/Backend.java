package org.attune.model.engine;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.program.ParameterSpec;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Where programs run: it has memory and kernels. Found by {@link java.util.ServiceLoader}; see
 * {@link Backends}.
 */
public interface Backend<B extends Buffer> {

  /** How it is asked for and recorded, such as {@code cpu}. */
  String name();

  /** Whether it computes in a floating type. */
  boolean computes(DataType type);

  /** Memory for one program, empty. */
  Memory<B> memory(DataType type);

  /** Memory that only counts what is taken of it, for a plan; empty where there is none. */
  default Optional<Memory<B>> counting() {
    return Optional.empty();
  }

  /** Elements from one row of a matrix to the next. */
  int rowStride(int columns);

  /**
   * Rows of a batch that are worked on at a time.
   *
   * @param cached as many as stay in a processor's cache
   */
  default int rowsAtOnce(int cached) {
    return cached;
  }

  /** Its kernels. */
  KernelTable<B> kernels();

  /**
   * Adopts a network's parameters, laid side by side, for programs and update rules.
   *
   * @param arrays where they are at rest
   */
  ParameterStore<B> store(List<ParameterSpec> specs, ParameterArrays arrays, DataType type);

  /**
   * An update rule over a store's parameters, where the backend has one.
   *
   * @param decays which parameters weight decay takes its share of
   */
  Optional<ParameterUpdate> update(
      ParameterStore<B> store, UpdateRule rule, Predicate<ParameterSpec> decays);
}
