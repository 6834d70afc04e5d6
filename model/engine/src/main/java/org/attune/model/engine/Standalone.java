package org.attune.model.engine;

import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A program run by itself. It adopts its parameters before each forward pass and publishes their
 * gradients after each backward pass.
 */
public final class Standalone implements AutoCloseable {

  private final Compiler<?> compiler;
  private final Execution<?> execution;

  private Standalone(
      Program program,
      Backend<?> backend,
      DataType type,
      ParameterArrays arrays,
      Execution.Passes passes) {
    compiler = Compiler.on(backend, type, program.parameters(), arrays);
    execution = compiler.compile(program, passes);
  }

  /** Compiles a program for both passes. */
  public static Standalone of(
      Program program, Backend<?> backend, DataType type, ParameterArrays arrays) {
    return new Standalone(program, backend, type, arrays, Execution.Passes.FORWARD_AND_BACKWARD);
  }

  /** Compiles a program for forward passes only. */
  public static Standalone forward(
      Program program, Backend<?> backend, DataType type, ParameterArrays arrays) {
    return new Standalone(program, backend, type, arrays, Execution.Passes.FORWARD);
  }

  /** See {@link Execution#poisoned}. */
  public Standalone poisoned() {
    execution.poisoned();
    return this;
  }

  /** See {@link Execution#feed(String, INDArray)}. */
  public void feed(String name, INDArray values) {
    execution.feed(name, values);
  }

  /** Runs forward; state moves once per pass. */
  public void forward(Pass pass) {
    compiler.store().adopt();
    execution.forward(pass);
    compiler.store().move(pass.observations());
  }

  /** See {@link Execution#backward}. */
  public void backward(Value output, INDArray gradient, boolean accumulate) {
    execution.backward(output, gradient, accumulate);
    compiler.store().publishGradients();
  }

  /** A copy of an output or a probe. */
  public INDArray array(String name) {
    return execution.array(name);
  }

  /** See {@link Execution#bytes}. */
  public long bytes() {
    return execution.bytes();
  }

  @Override
  public void close() {
    execution.close();
    compiler.close();
  }
}
