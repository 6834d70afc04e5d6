package org.attune.model.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.attune.model.program.ParameterSpec;
import org.attune.model.program.Pass;
import org.attune.model.program.Program;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Value;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A compiled program: feed it, run it forward, run it backward, read it. It owns its memory until
 * {@link #close}. Use it from one thread at a time.
 */
public final class Execution<B extends Buffer> implements AutoCloseable {

  /** The passes that a program is compiled for. */
  public enum Passes {
    FORWARD,
    /** With gradients, which take more memory. */
    FORWARD_AND_BACKWARD
  }

  private static final Object FORWARD = "forward";

  /** The key of a recorded pass. */
  private record PassKey(
      Value output, boolean accumulate, boolean both, Optional<ParameterUpdate> then) {}

  private final Program program;
  private final List<Node> nodes;
  private final DataType type;
  private final Memory<B> memory;
  private final MemoryPlan<B> plan;
  private final KernelTimeline times;
  private final KernelSteps<B> steps;
  private final boolean[] again; // whether a node's kernel runs again in the backward pass
  private final Map<Value, AdjointPlan> adjoints = new HashMap<>();
  private final Set<Value> seeded = new HashSet<>(); // whose gradients are one
  private @Nullable AdjointPlan current;
  private @Nullable Pass last; // the latest forward pass
  private boolean poisoned;

  /**
   * Lays out a program's memory and makes its kernels.
   *
   * @param store the network's parameters, which the program may share with others
   * @throws NoRoomException if it exceeds its share of a device; it then holds no memory
   */
  public Execution(
      Program program, Backend<B> backend, DataType type, ParameterStore<B> store, Passes passes) {
    this(
        program,
        backend,
        type,
        backend.memory(type),
        passes,
        spec -> store.values(spec.name()),
        spec -> store.gradient(spec.name()));
  }

  private Execution(
      Program program,
      Backend<B> backend,
      DataType type,
      Memory<B> memory,
      Passes passes,
      Function<ParameterSpec, B> values,
      Function<ParameterSpec, B> gradients) {
    if (!backend.computes(type)) {
      throw new IllegalArgumentException(
          "Cannot compute in %s on backend '%s'".formatted(type, backend.name()));
    }
    this.program = program;
    this.nodes = backend.nodes(program);
    this.type = type;
    this.memory = memory;
    boolean withGradients = passes == Passes.FORWARD_AND_BACKWARD;
    times = times(program, nodes, backend, withGradients);
    try {
      plan = new MemoryPlan<>(program, nodes, times, backend, memory, withGradients);
      for (ParameterSpec spec : program.parameters()) {
        Value value = program.parameterValues().get(spec.name());
        plan.bind(value, values.apply(spec));
        if (withGradients && value.wantsGradient()) {
          plan.bindGradient(value, gradients.apply(spec));
        }
      }
      steps = new KernelSteps<>(nodes, backend, type, withGradients, memory, plan, times);
      again = Recomputation.of(nodes, times, steps);
    } catch (NoRoomException e) {
      memory.close(); // the caller may try a smaller program
      throw e;
    }
  }

  private static KernelTimeline times(
      Program program, List<Node> nodes, Backend<?> backend, boolean withGradients) {
    boolean may = withGradients && backend.recomputes();
    return new KernelTimeline(nodes.size(), may ? program.recomputed() : List.of());
  }

  /**
   * The bytes that a compiled program would take, including its kernels' kept memory but not its
   * parameters. It allocates nothing. It leaves out the few rows that kernels share while they run.
   *
   * @param backend one that has counting memory
   */
  public static <B extends Buffer> long plannedBytes(
      Program program, Backend<B> backend, Passes passes) {
    Memory<B> ofParameters = backend.counting().orElseThrow();
    Function<ParameterSpec, B> matrix =
        spec ->
            ofParameters.view(
                ofParameters.block(spec.size()),
                new int[] {spec.rows(), spec.columns()},
                spec.columns());
    Memory<B> counting = backend.counting().orElseThrow(); // such a program cannot run
    return new Execution<>(program, backend, DataType.FLOAT, counting, passes, matrix, matrix)
        .bytes();
  }

  /**
   * Copies values into an input.
   *
   * @param values the input's number of elements, in the same order
   */
  public void feed(String name, INDArray values) {
    feed(name, values.ordering() == 'c' && !values.isView() ? values : values.dup('c'), 0);
  }

  /**
   * Copies a range of a dense array into an input.
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
   * Copies a range of an array into an input.
   *
   * @param from the first element, counted row by row
   */
  public void feed(String name, double[] values, int from) {
    plan.array(program.inputs().get(name)).load(values, from);
  }

  /** Runs all kernels in order. */
  public void forward(Pass pass) {
    memory.begin(pass);
    run(FORWARD, () -> kernels(pass));
    observe(pass);
  }

  /**
   * Runs all kernels in order, then all adjoints from a scalar output, such as a loss, with
   * gradient one. It then takes the prepared update, if any, as part of the same recorded work.
   *
   * @param accumulate whether parameter gradients are added to the existing ones
   */
  public void both(Pass pass, Value output, boolean accumulate, Optional<ParameterUpdate> then) {
    boolean stays = output.wantsGradient() && plan.isSeedAlone(output);
    if (stays && seeded.add(output)) {
      memory.fill(plan.gradient(output), 1);
    }
    memory.begin(pass);
    run(
        new PassKey(output, accumulate, true, then),
        () -> {
          kernels(pass);
          if (output.wantsGradient()) {
            if (!stays) {
              memory.fill(plan.gradient(output), 1);
            }
            adjoints(output, accumulate);
          }
          then.ifPresent(ParameterUpdate::take);
        });
    observe(pass);
  }

  private void run(Object key, Runnable work) {
    if (steps.bridged()) {
      memory.run(work);
    } else {
      memory.run(key, work);
    }
  }

  private void observe(Pass pass) {
    for (int i = 0; pass.training() && i < steps.size(); i++) {
      steps.get(i).kernel().observe(pass);
    }
  }

  private void kernels(Pass pass) {
    last = pass;
    for (int i = 0; i < steps.size(); i++) {
      steps.get(i).kernel().forward(pass);
      poison(i);
    }
  }

  /**
   * Runs all adjoints in reverse, from the gradient of one output.
   *
   * @param output the gradient's output, declared with {@link Program#output}
   * @param gradient the loss's derivative by it, with the same number of elements
   * @param accumulate whether parameter gradients are added to the existing ones, as the second and
   *     later parts of a batch do
   */
  public void backward(Value output, INDArray gradient, boolean accumulate) {
    if (output.wantsGradient()) {
      seeded.remove(output);
      plan.gradient(output).load(gradient.dup('c'), 0);
      run(
          new PassKey(output, accumulate, false, Optional.empty()),
          () -> adjoints(output, accumulate));
    }
  }

  private void adjoints(Value seed, boolean accumulate) {
    AdjointPlan adjointPlan = planFrom(seed);
    steps.accumulate(accumulate);
    int ready = -1; // the span whose kernels ran again
    for (int t = 0; t < adjointPlan.order.size(); t++) { // called often: no iterators
      AdjointPlan.Step adjoint = adjointPlan.order.get(t);
      int span = times.span(adjoint.node());
      if (span != ready && times.runsAgain(span)) {
        again(times.spans().get(span));
        ready = span;
      }
      zero(adjoint.before(), accumulate);
      KernelSteps.Step<B> step = steps.get(adjoint.node());
      step.kernel().backward();
      if (!step.apart().isEmpty()) {
        addApart(adjoint.node(), step);
      }
      poison(times.back(adjoint.node()));
    }
    steps.afterAdjoints();
    zero(adjointPlan.after, accumulate);
  }

  private void again(Program.Span span) {
    Pass pass = Objects.requireNonNull(last, "no forward pass before this one").again();
    for (int i = span.from(); i < span.to(); i++) {
      if (again[i]) {
        steps.get(i).kernel().forward(pass);
      }
      poison(times.again(i));
    }
  }

  /** Adds separately stored contributions of arguments that share one gradient. */
  private void addApart(int node, KernelSteps.Step<B> step) {
    List<Value> inputs = nodes.get(node).primitive().inputs();
    step.apart()
        .forEach((a, contribution) -> memory.add(plan.gradient(inputs.get(a)), contribution));
  }

  private AdjointPlan planFrom(Value seed) {
    AdjointPlan adjointPlan = adjoints.get(seed);
    if (adjointPlan == null) {
      List<Value> leaves = new ArrayList<>(program.parameterValues().values());
      leaves.addAll(program.inputs().values());
      adjointPlan =
          new AdjointPlan(
              nodes,
              plan,
              seed,
              leaves,
              place -> steps.get(place[0]).apart().containsKey(place[1]));
      adjoints.put(seed, adjointPlan);
    }
    if (adjointPlan != current) {
      for (AdjointPlan.Step adjoint : adjointPlan.order) {
        List<Sink<B>> sinks = steps.get(adjoint.node()).sinks();
        for (int a = 0; a < sinks.size(); a++) {
          sinks.get(a).adds(adjoint.adds()[a]);
        }
      }
      current = adjointPlan;
    }
    return adjointPlan;
  }

  private void zero(List<AdjointPlan.Gap> gaps, boolean accumulate) {
    for (int i = 0; i < gaps.size(); i++) {
      AdjointPlan.Gap gap = gaps.get(i);
      Value host = gap.host();
      if (accumulate && host.isParameter()) {
        continue; // earlier parts of the batch contributed already
      }
      B whole = plan.gradient(host);
      boolean all = gap.from() == 0 && gap.to() == whole.columns();
      memory.fill(all ? whole : memory.columns(whole, gap.from(), gap.to()), 0);
    }
  }

  /**
   * From now on, fills memory with NaN once the plan says that nothing reads it any more. A wrong
   * read then shows. For tests.
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

  /** A copy of an output, a probe or an input, of its shape. */
  public INDArray array(String name) {
    Value value = shown(name);
    long[] shape = java.util.Arrays.stream(value.shape()).asLongStream().toArray();
    INDArray copy =
        Nd4j.createUninitializedDetached(program.isInteger(value) ? DataType.INT32 : type, shape);
    plan.array(value).store(copy);
    return copy;
  }

  /** The number of a scalar output, such as a loss. */
  public double number(String name) {
    return plan.array(shown(name)).number();
  }

  /** The current number of a scalar output, to be read later. */
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

  /** The program's bytes, including its kernels' kept memory; parameters not counted. */
  public long bytes() {
    return memory.bytes();
  }

  /** Frees the memory at once. */
  @Override
  public void close() {
    memory.close();
  }
}
