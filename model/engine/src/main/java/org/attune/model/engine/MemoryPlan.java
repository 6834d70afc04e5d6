package org.attune.model.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Value;

/**
 * Assigns memory to every value of a program. Arrays and gradients with disjoint lifetimes share
 * memory, so the working set stays in cache. A value of a span that runs again lives twice: until
 * its last kernel reads it, and from when it is computed again; see {@link KernelTimeline}.
 */
final class MemoryPlan<B extends Buffer> {

  private record Key(Value value, boolean gradient) {}

  private static final class Need {
    final Key key;
    final int first;
    int last;
    int again = Integer.MAX_VALUE; // when it is computed again
    int lastAgain = -1;

    Need(Value value, boolean gradient, int first, int last) {
      this.key = new Key(value, gradient);
      this.first = first;
      this.last = last;
    }

    boolean twice() {
      return lastAgain >= 0;
    }
  }

  private static final class Block<B> {
    final B block;
    final long elements;
    final TreeMap<Integer, Integer> used = new TreeMap<>(); // from a time to a time

    Block(B block, long elements) {
      this.block = block;
      this.elements = elements;
    }

    boolean isFree(Need need) {
      return isFree(need.first, need.last) && (!need.twice() || isFree(need.again, need.lastAgain));
    }

    private boolean isFree(int first, int last) {
      Map.Entry<Integer, Integer> before = used.floorEntry(last);
      return before == null || before.getValue() < first;
    }

    void use(Need need) {
      used.put(need.first, need.last);
      if (need.twice()) {
        used.put(need.again, need.lastAgain);
      }
    }
  }

  private final Program program;
  private final List<Node> nodes;
  private final Backend<B> backend;
  private final Memory<B> memory;
  private final boolean withGradients;
  private final KernelTimeline times;
  private final int end;
  private final Set<Value> seeds = new HashSet<>(); // scalars with gradients of their own
  private final Map<Value, Value> hosts =
      new HashMap<>(); // of outputs that use another value's memory
  private final Map<Key, Need> needs = new HashMap<>();
  private final Map<Key, B> buffers = new HashMap<>();
  private final List<List<B>> doneAt = new ArrayList<>();

  /**
   * Plans a program's memory, without its parameters.
   *
   * @param nodes that compute the program, in order
   * @param times when they run
   */
  MemoryPlan(
      Program program,
      List<Node> nodes,
      KernelTimeline times,
      Backend<B> backend,
      Memory<B> memory,
      boolean withGradients) {
    this.program = program;
    this.nodes = nodes;
    this.backend = backend;
    this.memory = memory;
    this.withGradients = withGradients;
    this.times = times;
    end = times.end();
    Set<Value> shown = new HashSet<>();
    program.outputs().values().forEach(v -> shown.add(v.root()));
    takePlaces(shown);
    inputs();
    arrays(shown);
    if (withGradients) {
      gradients(shown);
    }
    place();
  }

  /** The value whose memory a value uses; normally the value itself. */
  Value host(Value value) {
    return hosts.getOrDefault(value.root(), value.root());
  }

  /** Whether a node's output overwrites the argument that it may overwrite. */
  boolean inPlace(Node node) {
    return hosts.containsKey(node.output());
  }

  /** A value's memory. */
  B array(Value value) {
    return buffer(value, false);
  }

  /** The memory of a value's gradient. */
  B gradient(Value value) {
    return buffer(value, true);
  }

  private B buffer(Value value, boolean gradient) {
    Key key = new Key(value, gradient);
    B known = buffers.get(key);
    if (known == null) {
      B whole = buffers.get(new Key(host(value), gradient));
      known =
          value.isRange()
              ? memory.columns(whole, value.firstColumn(), value.firstColumn() + value.columns())
              : whole;
      buffers.put(key, known);
    }
    return known;
  }

  /** Memory that nothing reads after a given time. */
  List<B> doneAt(int time) {
    return doneAt.get(time);
  }

  /** Adds a parameter's memory to the plan. */
  void bind(Value parameter, B array) {
    buffers.put(new Key(parameter, false), array);
  }

  /** Adds the memory of a parameter's gradient to the plan. */
  void bindGradient(Value parameter, B gradient) {
    buffers.put(new Key(parameter, true), gradient);
  }

  /** A new matrix of a value's shape and layout. */
  B another(Value value) {
    return memory.view(memory.block(elements(value)), value.shape(), rowStride(value.shape()));
  }

  /** Lets an output overwrite its input if nothing reads the input's array afterwards. */
  private void takePlaces(Set<Value> shown) {
    Map<Value, Integer> makers = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      makers.put(node.output(), i);
      OptionalInt candidate = node.primitive().overwrites();
      if (candidate.isEmpty()) {
        continue;
      }
      Value input = node.primitive().inputs().get(candidate.getAsInt());
      boolean free =
          !input.isRange()
              && input.kind() == Value.Kind.RESULT
              && input.ranges().isEmpty()
              && node.output().ranges().isEmpty()
              && !shown.contains(input)
              && input.wantsGradient() == node.output().wantsGradient()
              && timesRead(node.primitive(), input) == 1
              && times.span(i) == times.span(makers.get(input))
              && !(times.runsAgain(times.span(i)) && leaves(i, shown));
      for (int j = 0; free && j < nodes.size(); j++) {
        Primitive other = nodes.get(j).primitive();
        if (timesRead(other, input) > 0) {
          boolean keptBehind =
              withGradients && nodes.get(j).output().wantsGradient() && keeps(other, input);
          free = j <= i && !keptBehind;
        } else if (nodes.get(j).output() == input) {
          free = !(withGradients && other.keepsOutput());
        }
      }
      if (free) {
        hosts.put(node.output(), host(input));
      }
    }
  }

  /** Whether a node's output is read outside its span. */
  private boolean leaves(int node, Set<Value> shown) {
    Value output = nodes.get(node).output();
    boolean leaves = shown.contains(output);
    for (int j = node + 1; !leaves && j < nodes.size(); j++) {
      leaves = times.span(j) != times.span(node) && timesRead(nodes.get(j).primitive(), output) > 0;
    }
    return leaves;
  }

  private static long timesRead(Primitive primitive, Value value) {
    return primitive.inputs().stream().filter(v -> v.root() == value).count();
  }

  private static boolean keeps(Primitive primitive, Value value) {
    List<Value> inputs = primitive.inputs();
    return IntStream.range(0, inputs.size())
        .anyMatch(a -> inputs.get(a).root() == value && primitive.keeps(a));
  }

  private void inputs() {
    for (Value input : program.inputs().values()) {
      int[] shape = input.shape();
      buffers.put(
          new Key(input, false), memory.input(shape, rowStride(shape), program.isInteger(input)));
      if (withGradients && input.wantsGradient()) {
        need(input, true, -1, end);
      }
    }
  }

  /**
   * An array lives from its producer to the last kernel or adjoint that reads it. If it is computed
   * again, and no kernel outside its span reads it, it does not live between the two.
   */
  private void arrays(Set<Value> shown) {
    Map<Value, Integer> inside = inside(shown);
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      boolean adjoint = withGradients && node.output().wantsGradient();
      List<Value> inputs = node.primitive().inputs();
      for (int a = 0; a < inputs.size(); a++) {
        read(inputs.get(a), i, adjoint && node.primitive().keeps(a));
      }
      Value output = node.output();
      if (host(output) == output) {
        need(output, false, i, i);
        if (times.runsAgain(inside.getOrDefault(output, -1))) {
          Need need = needs.get(new Key(output, false));
          need.again = times.again(i);
          need.lastAgain = need.again;
        }
      }
      read(output, i, adjoint && node.primitive().keepsOutput());
      if (shown.contains(output)) {
        touch(output, end);
      }
    }
  }

  /** The span of each value that only kernels of its own span read. */
  private Map<Value, Integer> inside(Set<Value> shown) {
    Map<Value, Integer> spans = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      Value output = nodes.get(i).output();
      int span = shown.contains(output) ? -1 : times.span(i);
      spans.merge(host(output), span, (a, b) -> a.equals(b) ? a : -1);
      for (Value input : nodes.get(i).primitive().inputs()) {
        int reader = times.span(i);
        spans.computeIfPresent(host(input), (v, s) -> s == reader ? s : -1);
      }
    }
    return spans;
  }

  /** A node's kernel, when it runs again too, and perhaps its adjoint use an array. */
  private void read(Value value, int node, boolean kept) {
    touch(value, node);
    if (times.again(node) >= 0) {
      touch(value, times.again(node));
    }
    if (kept) {
      touch(value, times.back(node));
    }
  }

  /** A gradient lives from the adjoint of its last reader to the adjoint of its producer. */
  private void gradients(Set<Value> shown) {
    Map<Value, Integer> lastReader = new HashMap<>();
    Map<Value, Integer> maker = new HashMap<>();
    Set<Value> seeded = new HashSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      for (Value input : nodes.get(i).primitive().inputs()) {
        lastReader.put(host(input), i);
      }
      maker.putIfAbsent(host(nodes.get(i).output()), i);
      if (shown.contains(nodes.get(i).output())) {
        seeded.add(host(nodes.get(i).output()));
      }
    }
    for (Node node : nodes) {
      Value output = node.output();
      if (!output.wantsGradient() || host(output) != output) {
        continue;
      }
      int made = times.back(maker.get(output));
      boolean outward = seeded.contains(output) || !lastReader.containsKey(output);
      int first = outward ? nodes.size() - 1 : times.back(lastReader.get(output));
      boolean seed =
          elements(output) == 1 && seeded.contains(output) && !lastReader.containsKey(output);
      if (seed) {
        seeds.add(output);
      }
      need(output, true, seed ? -1 : Math.min(first, made), seed ? end : made);
    }
  }

  /**
   * Whether the gradient of a scalar is only ever what the caller puts there: no node reads the
   * scalar, and none overwrites another value with it. It then stays from pass to pass.
   */
  boolean isSeedAlone(Value value) {
    return seeds.contains(value);
  }

  private void need(Value value, boolean gradient, int first, int last) {
    needs.put(new Key(value, gradient), new Need(value, gradient, first, last));
  }

  private void touch(Value value, int time) {
    Need need = needs.get(new Key(host(value), false));
    if (need != null && need.again <= time) {
      need.lastAgain = Math.max(need.lastAgain, time);
    } else if (need != null) {
      need.last = Math.max(need.last, time);
    }
  }

  private void place() {
    for (int time = 0; time <= end; time++) {
      doneAt.add(new ArrayList<>());
    }
    List<Block<B>> blocks = new ArrayList<>();
    List<Need> ordered = new ArrayList<>(needs.values());
    ordered.sort(
        Comparator.<Need>comparingInt(n -> n.first)
            .thenComparing(n -> n.key.value().name())
            .thenComparing(n -> n.key.gradient()));
    for (Need need : ordered) {
      Value value = need.key.value();
      long elements = elements(value);
      Block<B> best = null;
      for (Block<B> candidate : blocks) {
        boolean fits = candidate.elements >= elements && candidate.isFree(need);
        if (fits && (best == null || candidate.elements < best.elements)) {
          best = candidate;
        }
      }
      if (best == null || best.elements > 2 * elements) {
        best = new Block<>(memory.block(elements), elements);
        blocks.add(best);
      }
      best.use(need);
      B buffer = memory.view(best.block, value.shape(), rowStride(value.shape()));
      buffers.put(need.key, buffer);
      doneAt.get(need.last).add(buffer);
      if (need.twice()) {
        doneAt.get(need.lastAgain).add(buffer);
      }
    }
  }

  private long elements(Value value) {
    int[] shape = value.shape();
    long rows = 1;
    for (int i = 0; i < shape.length - 1; i++) {
      rows *= shape[i];
    }
    return rows * rowStride(shape);
  }

  /** Pads rows of matrices only. */
  private int rowStride(int[] shape) {
    int columns = shape[shape.length - 1];
    return shape.length == 2 ? backend.rowStride(columns) : columns;
  }
}
