package org.attune.model.fusion;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Program.Node;
import org.attune.model.program.Value;

/** A program's nodes while rules replace them. The program itself does not change. */
final class Rewriting {

  private final Program program;
  private final Predicate<Primitive> covered;
  private final Set<Value> shown = new HashSet<>();
  private List<Node> nodes;

  /**
   * @param covered whether the backend has a kernel for a primitive
   */
  Rewriting(Program program, Predicate<Primitive> covered) {
    this.program = program;
    this.covered = covered;
    nodes = new ArrayList<>(program.nodes());
    program.outputs().values().forEach(v -> shown.add(v.root()));
  }

  /** The current nodes in execution order. */
  List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /** The number of current nodes. */
  int size() {
    return nodes.size();
  }

  Primitive primitive(int node) {
    return nodes.get(node).primitive();
  }

  Value output(int node) {
    return nodes.get(node).output();
  }

  /** Whether the backend has a kernel for a primitive. */
  boolean covers(Primitive primitive) {
    return covered.test(primitive);
  }

  /** The nodes that read a value or a range of it. */
  List<Integer> readers(Value value) {
    return IntStream.range(0, nodes.size())
        .filter(i -> primitive(i).inputs().stream().anyMatch(v -> v.root() == value))
        .boxed()
        .toList();
  }

  /** Whether only nodes see a value, all of it: it is no output and has no ranges. */
  boolean isInner(Value value) {
    return value.kind() == Value.Kind.RESULT
        && !value.isRange()
        && value.ranges().isEmpty()
        && !shown.contains(value);
  }

  /** The node that alone reads a node's output, if only one does and nothing else sees it. */
  OptionalInt onlyReader(int node) {
    List<Integer> readers = isInner(output(node)) ? readers(output(node)) : List.of();
    return readers.size() == 1 ? OptionalInt.of(readers.get(0)) : OptionalInt.empty();
  }

  /**
   * Replaces nodes by one that computes the last one's output.
   *
   * @param old their places; no other node reads the outputs of any but the last
   */
  void replace(Collection<Integer> old, Primitive by) {
    int last = old.stream().mapToInt(i -> i).max().orElseThrow();
    put(old, new Node(nodes.get(last).number(), by, output(last)));
  }

  /**
   * Replaces nodes by one with an output of its own, in the place of the last of them.
   *
   * @return the output; hand it to readers with {@link #redirect}
   */
  Value merge(Collection<Integer> old, Primitive by) {
    int last = old.stream().mapToInt(i -> i).max().orElseThrow();
    int number = nodes.get(last).number();
    Value output = program.result(by, by.getClass().getSimpleName() + "+" + number);
    put(old, new Node(number, by, output));
    return output;
  }

  private void put(Collection<Integer> old, Node by) {
    int last = old.stream().mapToInt(i -> i).max().orElseThrow();
    List<Node> left = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (i == last) {
        left.add(by);
      } else if (!old.contains(i)) {
        left.add(nodes.get(i));
      }
    }
    nodes = left;
  }

  /** Whether all nodes that read a value can read another in its place. */
  boolean canRedirect(Value value) {
    return readers(value).stream().allMatch(i -> Substitution.works(primitive(i)));
  }

  /** Lets all nodes that read some values read others of the same shapes. */
  void redirect(Map<Value, Value> others) {
    nodes.replaceAll(
        node ->
            node.primitive().inputs().stream().anyMatch(others::containsKey)
                ? new Node(node.number(), Substitution.of(node.primitive(), others), node.output())
                : node);
  }
}
