package org.attune.model.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.attune.model.program.Program.Node;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A compiled program: feed it, run it forward, run it backward, read it. It owns its memory until
 * {@link #close}; one thread at a time.
 */
public final class Execution implements AutoCloseable {

  private record Step(Kernel kernel, Value output) {}

  private final Program program;
  private final List<Step> steps = new ArrayList<>();
  private final List<Value> leaves = new ArrayList<>(); // parameters and inputs
  private final MemoryPlan memory;
  private final DataType type;
  private final boolean host;
  private final HostCopy copy = new HostCopy();

  Execution(
      Program program,
      Backend backend,
      DataType type,
      ParameterArrays parameters,
      boolean withGradients) {
    this.program = program;
    this.type = type;
    host = backend == Backend.CPU;
    memory = new MemoryPlan(program, backend, type, withGradients);
    for (ParameterSpec spec : program.parameters()) {
      Value value = program.parameterValues().get(spec.name());
      value.bind(parameters.values(spec), withGradients ? parameters.gradient(spec) : null);
    }
    leaves.addAll(program.parameterValues().values());
    leaves.addAll(program.inputs().values());
    for (Node node : program.nodes()) {
      steps.add(new Step(backend.kernel(node.primitive(), node.output()), node.output()));
    }
  }

  /** The floating type computed in. */
  public DataType type() {
    return type;
  }

  /** Copies values into an input; any shape of as many elements, in the same order. */
  public void feed(String name, INDArray values) {
    Value input = program.inputs().get(name);
    if (input == null) {
      throw new IllegalArgumentException(
          "No input '" + name + "'; there are " + program.inputs().keySet());
    }
    INDArray array = input.array();
    array.assign(values.reshape('c', array.shape()));
  }

  /**
   * Copies a stretch of an array into an input, without making a view of it where it is dense and
   * of the input's type in the host's memory.
   *
   * @param from the first element, counted row by row
   */
  public void feed(String name, INDArray values, long from) {
    Value input = program.inputs().get(name);
    INDArray array = input.array();
    boolean dense = HostCopy.isDense(values);
    boolean unpadded = array.size(0) == 1 || array.stride(0) == array.size(1);
    if (host && dense && unpadded && values.dataType() == array.dataType()) {
      copy.copy(values, from, array, array.length());
    } else {
      INDArray whole = dense ? values : values.dup('c');
      feed(name, Views.matrix(whole, from, 1, array.length()));
    }
  }

  /** Runs all kernels in order. */
  public void forward(Pass pass) {
    for (Step step : steps) {
      step.kernel().forward(pass);
    }
  }

  /**
   * Runs all adjoints in reverse, after the gradient of one output.
   *
   * @param output what the gradient is of: shown with {@link Program#output}
   * @param gradient the loss's derivative by it, of as many elements
   * @param accumulate whether parameter gradients are added to what is there, as the second and
   *     later parts of a batch do
   */
  public void backward(Value output, INDArray gradient, boolean accumulate) {
    restart(accumulate);
    output.addGradient(gradient.reshape('c', output.array().shape()));
    adjoints();
  }

  /** As above, from a scalar output such as a loss, with one weight. */
  public void backward(Value output, double weight, boolean accumulate) {
    restart(accumulate);
    output.beta();
    output.gradient().putScalar(0, weight);
    adjoints();
  }

  private void restart(boolean accumulate) {
    for (Value leaf : leaves) {
      leaf.restart(accumulate && leaf.kind() == Value.Kind.PARAMETER);
    }
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).output().restart(false);
    }
  }

  private void adjoints() {
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      if (step.output().wantsGradient()) {
        step.output().settle();
        step.kernel().backward();
      }
    }
    for (Value leaf : leaves) {
      if (leaf.wantsGradient()) {
        leaf.settle();
      }
    }
  }

  /** A value's array: an output, a probe or an input; valid until the next pass. */
  public INDArray array(String name) {
    Value value = program.outputs().get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "No output '" + name + "'; there are " + program.outputs().keySet());
    }
    return value.array();
  }

  /** The names of all outputs and probes. */
  public Set<String> outputs() {
    return program.outputs().keySet();
  }

  /** The gradient of an input that asked for one. */
  public INDArray inputGradient(String name) {
    return program.inputs().get(name).gradient();
  }

  /** The program's bytes outside the Java heap, parameters not counted. */
  public long bytes() {
    return memory.bytes();
  }

  /** Frees the memory at once; no array of this program may be used afterwards. */
  @Override
  public void close() {
    memory.close();
  }
}
