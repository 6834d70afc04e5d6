package org.attune.model.fusion;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.attune.model.primitive.NormedHeads;
import org.attune.model.primitive.RmsNorm;
import org.attune.model.primitive.Rope;
import org.attune.model.program.Value;

/**
 * {@code qk-norm}: the norms of queries' and keys' heads, and their rotary positions, become one
 * node. Its output holds both, side by side.
 */
final class HeadNorms implements Rule {

  @Override
  public String name() {
    return "qk-norm";
  }

  /**
   * A head norm, with rotation or without.
   *
   * @param places of its nodes
   * @param output of the last of them
   */
  private record Branch(RmsNorm norm, Optional<Double> base, List<Integer> places, Value output) {

    int last() {
      return places.get(places.size() - 1);
    }

    boolean isLike(Branch other) {
      return norm.gain().columns() == other.norm.gain().columns()
          && norm.epsilon() == other.norm.epsilon()
          && base.equals(other.base)
          && norm.x().rows() == other.norm.x().rows();
    }
  }

  @Override
  public boolean apply(Rewriting nodes) {
    List<Branch> branches = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      branch(i, nodes).ifPresent(branches::add);
    }
    for (int i = 0; i + 1 < branches.size(); i++) {
      if (pair(branches.get(i), branches.get(i + 1), nodes)) {
        return true;
      }
    }
    for (Branch branch : branches) {
      NormedHeads alone = normed(List.of(branch));
      if (branch.base().isPresent() && nodes.covers(alone)) {
        nodes.replace(branch.places(), alone);
        return true;
      }
    }
    return false;
  }

  private static Optional<Branch> branch(int place, Rewriting nodes) {
    if (!(nodes.primitive(place) instanceof RmsNorm norm)) {
      return Optional.empty();
    }
    Value normed = nodes.output(place);
    OptionalInt reader = nodes.onlyReader(place);
    if (reader.isPresent()
        && nodes.primitive(reader.getAsInt()) instanceof Rope rope
        && rope.heads() == norm.groups()) {
      int turn = reader.getAsInt();
      return Optional.of(
          new Branch(norm, Optional.of(rope.base()), List.of(place, turn), nodes.output(turn)));
    }
    return norm.groups() > 1
        ? Optional.of(new Branch(norm, Optional.empty(), List.of(place), normed))
        : Optional.empty();
  }

  /** Whether one node can take two branches' place: nothing reads the first before the second. */
  private static boolean pair(Branch a, Branch b, Rewriting nodes) {
    if (!a.isLike(b)) {
      return false;
    }
    int last = Math.max(a.last(), b.last());
    NormedHeads both = normed(List.of(a, b));
    boolean free =
        nodes.covers(both)
            && isFree(a, last, nodes)
            && isFree(b, last, nodes)
            && a.norm().gain() != b.norm().gain();
    if (!free) {
      return false;
    }
    List<Integer> places = new ArrayList<>(a.places());
    places.addAll(b.places());
    Value output = nodes.merge(places, both);
    int middle = a.output().columns();
    Map<Value, Value> halves = new HashMap<>();
    halves.put(a.output(), output.columns(0, middle));
    halves.put(b.output(), output.columns(middle, output.columns()));
    nodes.redirect(halves);
    return true;
  }

  private static boolean isFree(Branch branch, int last, Rewriting nodes) {
    OptionalInt first = nodes.readers(branch.output()).stream().mapToInt(i -> i).min();
    return nodes.isInner(branch.output())
        && first.isPresent()
        && first.getAsInt() > last
        && nodes.canRedirect(branch.output());
  }

  private static NormedHeads normed(List<Branch> branches) {
    return new NormedHeads(
        branches.stream().map(b -> b.norm().x()).toList(),
        branches.stream().map(b -> b.norm().gain()).toList(),
        branches.get(0).norm().epsilon(),
        branches.get(0).base());
  }
}
