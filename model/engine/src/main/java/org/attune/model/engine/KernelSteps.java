package org.attune.model.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Value;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * The kernels of a program's nodes in order, each with its memory. No two sinks of one node
 * overlap. If two arguments share a gradient's memory, the later one gets separate memory.
 */
final class KernelSteps<B extends Buffer> {

  /**
   * A compiled node.
   *
   * @param sinks of its arguments, in their order
   * @param keeps whether the kernel keeps memory from a forward pass to its adjoint
   * @param apart by argument: separate memory of contributions, added to the gradient afterwards
   */
  record Step<B extends Buffer>(
      Kernel kernel, boolean keeps, List<Sink<B>> sinks, Map<Integer, B> apart) {}

  private final Backend<B> backend;
  private final DataType type;
  private final boolean withGradients;
  private final KernelMemory<B> memory;
  private final MemoryPlan<B> plan;
  private final Sink.Accumulation accumulation = new Sink.Accumulation();
  private final List<Step<B>> steps = new ArrayList<>();
  private boolean bridged;

  /**
   * Makes the kernels.
   *
   * @param nodes in execution order
   * @param memory for the data that kernels keep and share
   * @param plan with the parameters bound
   * @param times with the spans that run again
   * @throws NoRoomException if the kernels' kept memory exceeds the share of a device
   */
  KernelSteps(
      List<Node> nodes,
      Backend<B> backend,
      DataType type,
      boolean withGradients,
      Memory<B> memory,
      MemoryPlan<B> plan,
      KernelTimeline times) {
    this.backend = backend;
    this.type = type;
    this.withGradients = withGradients;
    this.memory = new KernelMemory<>(memory);
    this.plan = plan;
    for (int i = 0; i < nodes.size(); i++) {
      steps.add(step(nodes.get(i), times.span(i)));
    }
  }

  private Step<B> step(Node node, int span) {
    List<Value> inputs = node.primitive().inputs();
    boolean adjoint = withGradients && node.output().wantsGradient();
    boolean inPlace = plan.inPlace(node);
    int passedOn = inPlace ? node.primitive().overwrites().orElseThrow() : inputs.size();
    Map<Integer, B> apart = new HashMap<>();
    List<B> arguments = new ArrayList<>();
    List<Sink<B>> sinks = new ArrayList<>();
    for (int a = 0; a < inputs.size(); a++) {
      Value input = inputs.get(a);
      arguments.add(plan.array(input));
      if (!adjoint || !asked(node, a) || a == passedOn) {
        sinks.add(Sink.unwanted());
      } else if (overlapsEarlier(inputs, a, passedOn)) {
        B contribution = plan.another(input);
        apart.put(a, contribution);
        sinks.add(new Sink<>(contribution, false, accumulation));
      } else {
        sinks.add(new Sink<>(plan.gradient(input), input.isParameter(), accumulation));
      }
    }
    Operands<B> operands =
        new Operands<>(
            node,
            arguments,
            plan.array(node.output()),
            adjoint ? plan.gradient(node.output()) : null,
            sinks,
            inPlace,
            span,
            memory);
    Optional<Kernel> kernel = backend.kernels().kernel(node.primitive(), operands);
    bridged |= kernel.isEmpty();
    Kernel made = kernel.orElseGet(() -> new FormulaKernel<>(node, operands, type));
    return new Step<>(made, operands.keepsForAdjoint(), sinks, apart);
  }

  private static boolean asked(Node node, int argument) {
    return node.primitive().inputs().get(argument).wantsGradient()
        && node.primitive().passesBack(argument);
  }

  /** Whether an argument's gradient shares memory with that of the node's earlier argument. */
  private boolean overlapsEarlier(List<Value> inputs, int argument, int passedOn) {
    Value value = inputs.get(argument);
    for (int a = 0; a < argument; a++) {
      Value other = inputs.get(a);
      if (a != passedOn
          && plan.host(other) == plan.host(value)
          && (!value.isRange() || !other.isRange() || rangesMeet(value, other))) {
        return true;
      }
    }
    return false;
  }

  private static boolean rangesMeet(Value a, Value b) {
    return a.firstColumn() < b.firstColumn() + b.columns()
        && b.firstColumn() < a.firstColumn() + a.columns();
  }

  /** The number of steps: one for each node. */
  int size() {
    return steps.size();
  }

  /** The step of a node. */
  Step<B> get(int node) {
    return steps.get(node);
  }

  /** Whether a bridged formula replaces any kernel; it copies to the host. */
  boolean bridged() {
    return bridged;
  }

  /** Does what kernels left to the end of the backward pass. */
  void afterAdjoints() {
    memory.afterwards().run();
  }

  /** Sets whether parameters' gradients are added to the existing ones from now on. */
  void accumulate(boolean on) {
    accumulation.on = on;
  }
}
