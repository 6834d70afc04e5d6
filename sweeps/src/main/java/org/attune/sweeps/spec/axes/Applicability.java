package org.attune.sweeps.spec.axes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.ParameterTree.Owner;
import org.attune.sweeps.space.Axis;
import org.attune.sweeps.space.Branch;
import org.attune.sweeps.space.Values;

/** Whether an option's parameter applies in some, all or none of a sweep's cells. */
record Applicability(ParameterTree tree, Map<String, String> fixed, List<Axis> axes) {

  /** The reason why a parameter applies in no cell; empty if it applies in some. */
  Optional<String> whyNever(String key) {
    boolean ever =
        tree.owners(key).isEmpty()
            || tree.owners(key).stream()
                .anyMatch(
                    owner ->
                        taken(owner.choice().key()).contains(owner.option())
                            && whyNever(owner.choice().key()).isEmpty());
    return ever
        ? Optional.empty()
        : Optional.of("applies only when " + owners(key) + "; no trial has that");
  }

  /** The reason why a parameter does not apply in every cell; empty if it does. */
  Optional<String> whyNotAlways(String key) {
    List<Owner> owners = tree.owners(key);
    if (owners.isEmpty()) {
      return Optional.empty();
    }
    String choice = owners.get(0).choice().key();
    Set<String> options = owners.stream().map(Owner::option).collect(Collectors.toSet());
    if (options.containsAll(taken(choice)) && whyNotAlways(choice).isEmpty()) {
      return Optional.empty();
    }
    String local =
        ParameterTree.localName(owners.get(0).choice(), tree.parameter(key).orElseThrow());
    return Optional.of(
        "applies only when %s; write it inside that value, as {%s: {%s: [...]}}"
            .formatted(owners(key), owners.get(0).option(), local));
  }

  private String owners(String key) {
    List<Owner> owners = tree.owners(key);
    return owners.get(0).choice().key()
        + " is "
        + owners.stream().map(Owner::option).collect(Collectors.joining(" or "));
  }

  /** The options of a choice that some cell takes. */
  private Set<String> taken(String choice) {
    Set<String> taken = new TreeSet<>();
    boolean always = false;
    for (Axis axis : axes) {
      boolean everywhere = true;
      for (Branch branch : axis.branches()) {
        if (branch.values().get(choice) instanceof Values.Listed listed) {
          taken.addAll(listed.values());
        } else {
          everywhere = false;
        }
      }
      always |= everywhere;
    }
    if (!always) {
      taken.add(fixed.getOrDefault(choice, tree.parameter(choice).orElseThrow().defaultValue()));
    }
    return taken;
  }
}
