package org.attune.model.bench;

import java.util.Arrays;
import java.util.function.Function;
import org.attune.model.engine.Backends;
import org.attune.model.engine.Compiler;
import org.attune.model.engine.Execution;
import org.attune.model.engine.ParameterArrays;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A small float32 program to run repeatedly. Its inputs are parameters, so that all gradients are
 * computed.
 */
final class Replayed implements ParameterArrays, AutoCloseable {

  private final Compiler<?> compiler;
  private final Execution<?> execution;
  private final Value out;
  private final INDArray ones;

  /**
   * @param batch sequences
   * @param description of the computation
   */
  Replayed(int batch, Function<Program, Value> description) {
    Program p = new Program(batch);
    out = p.output("out", description.apply(p));
    compiler = Compiler.on(Backends.cpu(), DataType.FLOAT, p.parameters(), this);
    execution = compiler.compile(p, Execution.Passes.FORWARD_AND_BACKWARD);
    int[] shape = out.shape();
    long[] sizes = new long[shape.length];
    Arrays.setAll(sizes, i -> shape[i]);
    ones = Nd4j.ones(DataType.FLOAT, sizes);
  }

  void forward() {
    execution.forward(Pass.evaluation());
  }

  /** Runs the adjoints; call it after {@link #forward}. */
  void backward() {
    execution.backward(out, ones, false);
  }

  @Override
  public INDArray values(ParameterSpec spec) {
    return Nd4j.createFromArray(spec.initialValues("", 1))
        .castTo(DataType.FLOAT)
        .reshape('c', spec.rows(), spec.columns());
  }

  @Override
  public INDArray gradient(ParameterSpec spec) {
    return Nd4j.create(DataType.FLOAT, spec.rows(), spec.columns());
  }

  @Override
  public void close() {
    execution.close();
    compiler.close();
  }
}
