package org.attune.model.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Value;

/**
 * Plans the backward pass from one output, before any pass runs. It decides which nodes' adjoints
 * run, which contribution to each gradient comes first and overwrites, and where gradients without
 * a contribution need zeros. All backends share it.
 */
final class AdjointPlan {

  /** Columns of a host value's gradient to fill with zeros. */
  record Gap(Value host, int from, int to) {}

  /**
   * A step of the backward pass.
   *
   * @param node its index in the program
   * @param before columns to zero before its adjoint runs
   * @param adds for each argument, whether its contribution is added to the gradient's contents
   */
  record Step(int node, List<Gap> before, boolean[] adds) {}

  private final MemoryPlan<?> memory;
  private final Map<Value, List<int[]>> written = new HashMap<>(); // column ranges, by host
  final List<Step> order = new ArrayList<>();
  final List<Gap> after = new ArrayList<>();

  /**
   * @param seed the output whose gradient the caller gives
   * @param separate whether an argument of a node has its own memory, to be added afterwards
   */
  AdjointPlan(
      List<Node> nodes,
      MemoryPlan<?> memory,
      Value seed,
      Iterable<Value> leaves,
      Predicate<int[]> separate) {
    this.memory = memory;
    contribute(seed, new ArrayList<>());
    for (int i = nodes.size() - 1; i >= 0; i--) {
      Node node = nodes.get(i);
      Value host = memory.host(node.output());
      if (node.output().wantsGradient() && written.containsKey(host)) {
        order.add(step(i, node, host, separate));
      }
    }
    for (Value leaf : leaves) {
      if (leaf.wantsGradient()) {
        after.addAll(gaps(leaf, 0, width(leaf)));
      }
    }
  }

  private Step step(int i, Node node, Value host, Predicate<int[]> separate) {
    List<Gap> before = new ArrayList<>(gaps(host, 0, width(host)));
    List<Value> inputs = node.primitive().inputs();
    boolean[] adds = new boolean[inputs.size()];
    int overwritten =
        memory.inPlace(node) ? node.primitive().overwrites().orElseThrow() : inputs.size();
    for (int pass = 0; pass < 2; pass++) { // arguments with their own memory are added last
      for (int a = 0; a < inputs.size(); a++) {
        boolean last = separate.test(new int[] {i, a});
        boolean asked = inputs.get(a).wantsGradient() && node.primitive().passesBack(a);
        if (asked && a != overwritten && last == (pass == 1)) {
          boolean first = contribute(inputs.get(a), before);
          adds[a] = !last && !first;
        }
      }
    }
    return new Step(i, before, adds);
  }

  /**
   * Records a contribution to every element of a value.
   *
   * @return whether it is the first contribution to all of these columns
   */
  private boolean contribute(Value value, List<Gap> zeros) {
    Value host = memory.host(value);
    int from = value.firstColumn();
    int to = from + width(value);
    List<Gap> gaps = gaps(host, from, to);
    boolean untouched = gaps.size() == 1 && gaps.get(0).from() == from && gaps.get(0).to() == to;
    if (!untouched) {
      zeros.addAll(gaps);
    }
    written.computeIfAbsent(host, h -> new ArrayList<>()).add(new int[] {from, to});
    return untouched;
  }

  /** The columns of {@code [from, to)} without a contribution so far. */
  private List<Gap> gaps(Value host, int from, int to) {
    List<int[]> ranges = new ArrayList<>(written.getOrDefault(host, List.of()));
    ranges.sort((a, b) -> Integer.compare(a[0], b[0]));
    List<Gap> gaps = new ArrayList<>();
    int column = from;
    for (int[] range : ranges) {
      if (range[0] > column && column < to) {
        gaps.add(new Gap(host, column, Math.min(range[0], to)));
      }
      column = Math.max(column, range[1]);
    }
    if (column < to) {
      gaps.add(new Gap(host, column, to));
    }
    if (!gaps.isEmpty() && written.containsKey(host)) {
      written.get(host).add(new int[] {from, to}); // zeros fill it before any read
    }
    return gaps;
  }

  private static int width(Value value) {
    int[] shape = value.shape();
    return shape[shape.length - 1];
  }
}
