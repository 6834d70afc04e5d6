package org.attune.model.fusion;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.attune.model.program.Primitive;
import org.attune.model.program.Program;
import org.attune.model.program.Program.Node;

/**
 * The fusion pass: rules that make fewer nodes of a program's, each with the same results and
 * gradients. The system property {@value #OFF} switches rules off by name, separated by commas.
 */
public final class Fusion {

  /** The system property that names the rules to switch off, or {@code all}. */
  public static final String OFF = "attune.fusion.off";

  private static final String ALL = "all";
  private static final List<Rule> RULES =
      List.of(new ElementwiseChains(), new HeadNorms(), new SharedGainSums());

  private final List<Rule> rules;

  private Fusion(List<Rule> rules) {
    this.rules = rules;
  }

  /** The names of all rules, in the order in which they apply. */
  public static List<String> names() {
    return RULES.stream().map(Rule::name).toList();
  }

  /**
   * The rules that this process has not switched off.
   *
   * @throws IllegalArgumentException if the property names something else
   */
  public static Fusion here() {
    return without(
        Arrays.stream(System.getProperty(OFF, "").split(","))
            .map(String::trim)
            .filter(name -> !name.isEmpty())
            .collect(Collectors.toSet()));
  }

  /**
   * All rules but some.
   *
   * @param off their names, or {@code all}
   */
  public static Fusion without(Set<String> off) {
    Set<String> unknown = new TreeSet<>(off);
    unknown.removeAll(names());
    unknown.remove(ALL);
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "Invalid %s: no rule '%s'; there are %s, and 'all'"
              .formatted(OFF, unknown.iterator().next(), String.join(", ", names())));
    }
    return new Fusion(
        RULES.stream().filter(r -> !off.contains(ALL) && !off.contains(r.name())).toList());
  }

  /**
   * The nodes that compute a program's outputs.
   *
   * @param covered whether the backend has a kernel for a primitive; rules make only such nodes
   */
  public List<Node> nodes(Program program, Predicate<Primitive> covered) {
    Rewriting nodes = new Rewriting(program, covered);
    for (Rule rule : rules) {
      boolean applied = true;
      while (applied) {
        applied = rule.apply(nodes);
      }
    }
    return nodes.nodes();
  }
}
