package org.attune.model.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A compiled program: feed it, run it forward, run it backward, read it. It owns its memory until
 * {@link #close}; one thread at a time.
 */
public final class Execution<B extends Buffer> implements AutoCloseable {

  /** Which passes a program is compiled for. */
  public enum Passes {
    FORWARD,
    /** With gradients, which takes more memory. */
    FORWARD_AND_BACKWARD
  }

  private static final Object FORWARD = "forward";

  /** What a recorded pass is known by. */
  private record Way(
      Value output, boolean accumulate, boolean both, Optional<ParameterUpdate> then) {}

  private final Program program;
  private final DataType type;
  private final Memory<B> memory;
  private final MemoryPlan<B> plan;
  private final Steps<B> steps;
  private final Map<Value, AdjointPlan> adjoints = new HashMap<>();
  private AdjointPlan current;
  private boolean poisoned;

  /**
   * Lays out a program's memory and makes its kernels.
   *
   * @param store the network's parameters, which the program may share with others
   * @throws NoRoomException if it does not fit its share of a device; nothing is taken then
   */
  public Execution(
      Program program, Backend<B> backend, DataType type, ParameterStore<B> store, Passes passes) {
    if (!backend.computes(type)) {
      throw new IllegalArgumentException(
          "Cannot compute in %s on backend '%s'".formatted(type, backend.name()));
    }
    this.program = program;
    this.type = type;
    boolean withGradients = passes == Passes.FORWARD_AND_BACKWARD;
    memory = backend.memory(type);
    try {
      plan = new MemoryPlan<>(program, backend, memory, withGradients);
      for (ParameterSpec spec : program.parameters()) {
        Value value = program.parameterValues().get(spec.name());
        boolean gradient = withGradients && value.wantsGradient();
        plan.bind(value, store.values(spec.name()), gradient ? store.gradient(spec.name()) : null);
      }
      steps = new Steps<>(program, backend, type, withGradients, memory, plan);
    } catch (NoRoomException e) {
      memory.close(); // a smaller program may be tried in its place
      throw e;
    }
  }

  /** Lays a program out in memory that only counts; it cannot be run. */
  private Execution(Program program, Backend<B> backend, Memory<B> counting, Passes passes) {
    this.program = program;
    type = DataType.FLOAT;
    boolean withGradients = passes == Passes.FORWARD_AND_BACKWARD;
    memory = counting;
    plan = new MemoryPlan<>(program, backend, memory, withGradients);
    Memory<B> ofParameters = backend.counting().orElseThrow();
    for (ParameterSpec spec : program.parameters()) {
      int[] shape = {spec.rows(), spec.columns()};
      B row = ofParameters.view(ofParameters.block(spec.size()), shape, spec.columns());
      plan.bind(program.parameterValues().get(spec.name()), row, row);
    }
    steps = new Steps<>(program, backend, type, withGradients, memory, plan);
  }

  /**
   * The bytes that a compiled program would take, with all that its kernels keep, parameters not
   * counted: found without taking them. What kernels share while they run is not in it: a few rows.
   *
   * @param backend that has memory that only counts
   */
  public static <B extends Buffer> long plannedBytes(
      Program program, Backend<B> backend, Passes passes) {
    return new Execution<>(program, backend, backend.counting().orElseThrow(), passes).bytes();
  }

  /** The floating type computed in. */
  public DataType type() {
    return type;
  }

  /**
   * Copies values into an input.
   *
   * @param values as many elements, in the same order
   */
  public void feed(String name, INDArray values) {
    feed(name, values.ordering() == 'c' && !values.isView() ? values : values.dup('c'), 0);
  }

  /**
   * Copies a stretch of a dense array into an input.
   *
   * @param from the first element, counted row by row
   */
  public void feed(String name, INDArray values, long from) {
    Value input = program.inputs().get(name);
    if (input == null) {
      throw new IllegalArgumentException(
          "No input '" + name + "'; there are " + program.inputs().keySet());
    }
    plan.array(input).load(values, from);
  }

  /**
   * Copies a stretch of an array into an input.
   *
   * @param from the first element, counted row by row
   */
  public void feed(String name, double[] values, int from) {
    plan.array(program.inputs().get(name)).load(values, from);
  }

  /** Runs all kernels in order. */
  public void forward(Pass pass) {
    memory.begin(pass);
    memory.run(steps.bridged() ? null : FORWARD, () -> kernels(pass));
    observe(pass);
  }

  /**
   * Runs all kernels in order and then all adjoints, from a scalar output such as a loss, with
   * weight one; then perhaps the update that is prepared, as part of the same.
   *
   * @param accumulate whether parameter gradients are added to what is there
   */
  public void both(Pass pass, Value output, boolean accumulate, Optional<ParameterUpdate> then) {
    memory.begin(pass);
    memory.run(
        steps.bridged() ? null : new Way(output, accumulate, true, then),
        () -> {
          kernels(pass);
          if (output.wantsGradient()) {
            memory.fill(plan.gradient(output), 1);
            adjoints(output, accumulate);
          }
          then.ifPresent(ParameterUpdate::take);
        });
    observe(pass);
  }

  private void observe(Pass pass) {
    for (int i = 0; pass.training() && i < steps.size(); i++) {
      steps.get(i).kernel().observe(pass);
    }
  }

  private void kernels(Pass pass) {
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).kernel().forward(pass);
      poison(i);
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
    if (output.wantsGradient()) {
      plan.gradient(output).load(gradient.dup('c'), 0);
      memory.run(
          steps.bridged() ? null : new Way(output, accumulate, false, Optional.empty()),
          () -> adjoints(output, accumulate));
    }
  }

  /** As above, from a scalar output such as a loss, with weight one. */
  public void backward(Value output, boolean accumulate) {
    if (output.wantsGradient()) {
      memory.fill(plan.gradient(output), 1);
      memory.run(
          steps.bridged() ? null : new Way(output, accumulate, false, Optional.empty()),
          () -> adjoints(output, accumulate));
    }
  }

  private void adjoints(Value seed, boolean accumulate) {
    AdjointPlan way = way(seed);
    steps.accumulate(accumulate);
    int n = steps.size();
    for (int t = 0; t < way.turns.size(); t++) { // called often: no iterators
      AdjointPlan.Turn turn = way.turns.get(t);
      zero(turn.before(), accumulate);
      Steps.Step<B> step = steps.get(turn.node());
      step.kernel().backward();
      if (!step.apart().isEmpty()) {
        addApart(turn.node(), step);
      }
      poison(2 * n - 1 - turn.node());
    }
    zero(way.after, accumulate);
  }

  /** Adds what arguments of one place contributed apart from each other. */
  private void addApart(int node, Steps.Step<B> step) {
    List<Value> inputs = program.nodes().get(node).primitive().inputs();
    step.apart().forEach((a, own) -> memory.add(plan.gradient(inputs.get(a)), own));
  }

  private AdjointPlan way(Value seed) {
    AdjointPlan way = adjoints.get(seed);
    if (way == null) {
      List<Value> leaves = new ArrayList<>(program.parameterValues().values());
      leaves.addAll(program.inputs().values());
      way =
          new AdjointPlan(
              program.nodes(),
              plan,
              seed,
              leaves,
              place -> steps.get(place[0]).apart().containsKey(place[1]));
      adjoints.put(seed, way);
    }
    if (way != current) {
      for (AdjointPlan.Turn turn : way.turns) {
        List<Sink<B>> sinks = steps.get(turn.node()).sinks();
        for (int a = 0; a < sinks.size(); a++) {
          sinks.get(a).adds(turn.adds()[a]);
        }
      }
      current = way;
    }
    return way;
  }

  private void zero(List<AdjointPlan.Gap> gaps, boolean accumulate) {
    for (int i = 0; i < gaps.size(); i++) {
      AdjointPlan.Gap gap = gaps.get(i);
      Value host = gap.host();
      if (accumulate && host.isParameter()) {
        continue; // the earlier parts of the batch have been there
      }
      B whole = plan.gradient(host);
      boolean all = gap.from() == 0 && gap.to() == whole.columns();
      memory.fill(all ? whole : memory.columns(whole, gap.from(), gap.to()), 0);
    }
  }

  /**
   * From now on, memory that the plan says nothing reads any more is filled with NaN: what reads it
   * all the same shows. For tests.
   */
  public Execution<B> poisoned() {
    poisoned = true;
    return this;
  }

  private void poison(int time) {
    if (poisoned) {
      plan.doneAt(time).forEach(buffer -> memory.fill(buffer, Double.NaN));
    }
  }

  /** The values of an output, a probe or an input, copied; of its shape. */
  public INDArray array(String name) {
    Value value = shown(name);
    long[] shape = java.util.Arrays.stream(value.shape()).asLongStream().toArray();
    INDArray copy =
        Nd4j.createUninitializedDetached(program.isInteger(value) ? DataType.INT32 : type, shape);
    plan.array(value).store(copy);
    return copy;
  }

  /** The only number of an output, such as a loss. */
  public double number(String name) {
    return plan.array(shown(name)).number();
  }

  /** The same, to be asked for later, as it is now. */
  public DoubleSupplier later(String name) {
    return plan.array(shown(name)).later();
  }

  private Value shown(String name) {
    Value value = program.outputs().get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "No output '" + name + "'; there are " + program.outputs().keySet());
    }
    return value;
  }

  /** The names of all outputs and probes. */
  public Set<String> outputs() {
    return program.outputs().keySet();
  }

  /** The program's bytes, with all that its kernels keep; parameters not counted. */
  public long bytes() {
    return memory.bytes();
  }

  /** Frees the memory at once. */
  @Override
  public void close() {
    memory.close();
  }
}
