package org.attune.model.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Program;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A network's parameters on a backend, and the programs that run on them. Compile one program for
 * each batch size.
 */
public final class Compiler<B extends Buffer> implements AutoCloseable {

  private final Backend<B> backend;
  private final DataType type;
  private final ParameterStore<B> store;
  private final List<ParameterUpdate> updates = new ArrayList<>();
  private final List<ParameterStore<B>> besides = new ArrayList<>(); // of further threads

  private Compiler(Backend<B> backend, DataType type, ParameterStore<B> store) {
    this.backend = backend;
    this.type = type;
    this.store = store;
  }

  /**
   * Adopts parameters.
   *
   * @param specs in storage order
   * @param arrays the network's own arrays
   */
  public static <B extends Buffer> Compiler<B> on(
      Backend<B> backend, DataType type, List<ParameterSpec> specs, ParameterArrays arrays) {
    return new Compiler<>(backend, type, backend.store(specs, arrays, type));
  }

  /** Lays out a program's memory and makes its kernels. */
  public Execution<B> compile(Program program, Execution.Passes passes) {
    return compile(program, passes, 0);
  }

  /**
   * Lays out a program for one of several concurrent threads. Threads share values; each has its
   * own gradients.
   *
   * @param thread from 0
   */
  public Execution<B> compile(Program program, Execution.Passes passes, int thread) {
    while (besides.size() < thread) {
      besides.add(store.beside(backend.memory(type)));
    }
    ParameterStore<B> parameters = thread == 0 ? store : besides.get(thread - 1);
    return new Execution<>(program, backend, type, parameters, passes);
  }

  /**
   * Adds the further threads' gradients to the first thread's, in order of threads.
   *
   * @param threads that ran, including the first
   */
  public void collectGradients(int threads) {
    besides.subList(0, threads - 1).forEach(store::addGradients);
  }

  /**
   * An update rule over the parameters, if the backend supports it.
   *
   * @param decays which parameters weight decay applies to
   */
  public Optional<ParameterUpdate> update(UpdateRule rule, Predicate<ParameterSpec> decays) {
    Optional<ParameterUpdate> made = backend.update(store, rule, decays);
    made.ifPresent(updates::add);
    return made.map(update -> new Advancing(update, store));
  }

  /** An update that marks its store as changed. */
  private record Advancing(ParameterUpdate update, ParameterStore<?> store)
      implements ParameterUpdate {

    @Override
    public void adopt(List<INDArray> kept) {
      update.adopt(kept);
    }

    @Override
    public void publish(List<INDArray> kept) {
      update.publish(kept);
    }

    @Override
    public void prepare(Step step) {
      update.prepare(step);
      store.advanced();
    }

    @Override
    public void take() {
      update.take();
    }

    @Override
    public void step(Step step) {
      update.step(step);
      store.advanced();
    }
  }

  /** The parameters. */
  public ParameterStore<B> store() {
    return store;
  }

  /** Frees the memory of parameters and update rules. Programs are closed separately. */
  @Override
  public void close() {
    updates.forEach(ParameterUpdate::close);
    updates.clear();
    besides.forEach(ParameterStore::close);
    store.close();
  }
}
