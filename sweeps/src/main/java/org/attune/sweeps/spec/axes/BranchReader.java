package org.attune.sweeps.spec.axes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.ShortList;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.Listing;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Reads a parameter's value in any of its forms and expands it into branches. */
public final class BranchReader {

  /** No person writes more branches than this; a larger expansion is a mistake. */
  private static final int MAX_BRANCHES = 10_000;

  public static final String NAME = "name";

  private final Problems problems;
  private final NumberGrid numbers;
  private final boolean grid;

  BranchReader(Problems problems, boolean grid) {
    this.problems = problems;
    this.numbers = new NumberGrid(problems, grid);
    this.grid = grid;
  }

  /**
   * The settings that a value makes, by key, one map per branch; empty if the value has a problem.
   */
  List<Map<String, Values>> read(Parameter parameter, Node node) {
    if (node instanceof SequenceNode sequence) {
      return readList(parameter, sequence);
    }
    if (!(node instanceof MappingNode mapping)) {
      return new Given(problems, node, parameter.key())
          .text(parameter.domain())
          .map(value -> List.of(Map.of(parameter.key(), (Values) listed(value))))
          .orElse(List.of());
    }
    if (parameter.domain() instanceof Domain.Choice choice) {
      return readOption(parameter, choice, mapping);
    }
    if (parameter.domain() instanceof Domain.Flag || parameter.domain() instanceof Domain.Text) {
      problems.add(
          node,
          parameter.key(),
          "must be " + Listing.values(parameter.key(), parameter.domain()) + ", not a mapping");
      return List.of();
    }
    return numbers
        .read(parameter, mapping)
        .map(values -> List.of(Map.of(parameter.key(), values)))
        .orElse(List.of());
  }

  /**
   * Reads a list within an option: its plain values share one branch, and each other value makes
   * its own.
   */
  private List<Map<String, Values>> readList(Parameter parameter, SequenceNode sequence) {
    if (sequence.getValue().isEmpty()) {
      problems.add(sequence, parameter.key(), "the list is empty; give at least one value");
      return List.of();
    }
    List<String> plain = new ArrayList<>();
    List<Map<String, Values>> branches = new ArrayList<>();
    for (Node element : sequence.getValue()) {
      if (element instanceof SequenceNode) {
        problems.add(element, parameter.key(), "a list within a list has no meaning here");
        continue;
      }
      for (Map<String, Values> branch : read(parameter, element)) {
        Values branchValues = branch.get(parameter.key());
        if (branch.size() == 1 && branchValues instanceof Values.Listed values) {
          addDistinct(plain, values.values(), parameter, element);
        } else {
          branches.add(branch);
        }
      }
    }
    if (!plain.isEmpty()) {
      branches.add(0, Map.of(parameter.key(), new Values.Listed(plain)));
    }
    return branches;
  }

  private void addDistinct(
      List<String> plain, List<String> values, Parameter parameter, Node element) {
    for (String value : values) {
      if (plain.contains(value)) {
        problems.add(
            element, parameter.key(), "value '" + value + "' is there twice; keep one of them");
      } else {
        plain.add(value);
      }
    }
  }

  private List<Map<String, Values>> readOption(
      Parameter parameter, Domain.Choice choice, MappingNode mapping) {
    Map<String, Node> fields = new LinkedHashMap<>();
    mapping.getValue().forEach(tuple -> fields.put(Document.key(tuple), tuple.getValueNode()));
    if (fields.isEmpty()) {
      problems.add(mapping, parameter.key(), "must be " + Listing.values(parameter.key(), choice));
      return List.of();
    }
    if (FormulaNodes.are(parameter, choice, fields)) {
      return readFormula(parameter, choice, mapping, fields);
    }
    if (fields.containsKey(NAME)) {
      Optional<String> name = new Given(problems, fields.get(NAME), parameter.key()).text(choice);
      List<NodeTuple> rest =
          mapping.getValue().stream().filter(t -> !Document.key(t).equals(NAME)).toList();
      return name.map(n -> readParameters(parameter, n, rest)).orElse(List.of());
    }
    String first = fields.keySet().iterator().next();
    boolean named = choice.names().contains(first) && fields.size() == 1;
    boolean setting =
        first.equals(FormulaNodes.FORMULA) && !(fields.get(first) instanceof MappingNode);
    if (named && !setting) {
      Node below = fields.get(first);
      if (below instanceof MappingNode parameters) {
        return readParameters(parameter, first, parameters.getValue());
      }
      problems.add(
          below,
          parameter.key(),
          "must be a mapping of " + first + "'s own parameters" + has(parameter, first));
      return List.of();
    }
    return readShorthand(parameter, choice, mapping, fields);
  }

  /** Reads a formula with its holes, next to the other settings of its option. */
  private List<Map<String, Values>> readFormula(
      Parameter parameter, Domain.Choice choice, MappingNode mapping, Map<String, Node> fields) {
    Parameter formula = FormulaNodes.of(parameter).orElseThrow();
    Set<String> settings = new LinkedHashSet<>(localNames(parameter, FormulaNodes.FORMULA));
    settings.remove(FormulaNodes.FORMULA);
    settings.add(NAME);
    Map<String, Node> remaining = new LinkedHashMap<>(fields);
    remaining.keySet().removeAll(settings);
    List<NodeTuple> rest =
        mapping.getValue().stream()
            .filter(t -> settings.contains(Document.key(t)) && !Document.key(t).equals(NAME))
            .toList();
    FormulaNodes nodes = new FormulaNodes(problems, numbers, grid);
    Optional<Values> formulas =
        nodes
            .read(formula, remaining)
            .filter(
                read ->
                    fields.containsKey(NAME)
                        || nodes.unlikeWords(
                            parameter, choice, read, remaining.get(FormulaNodes.FORMULA)));
    List<Map<String, Values>> branches = new ArrayList<>();
    for (Map<String, Values> branch : readParameters(parameter, FormulaNodes.FORMULA, rest)) {
      formulas.ifPresent(
          values -> {
            Map<String, Values> with = new TreeMap<>(branch);
            with.put(formula.key(), values);
            branches.add(with);
          });
    }
    return branches;
  }

  /** Reads parameters given without their option's name; exactly one option must have them. */
  private List<Map<String, Values>> readShorthand(
      Parameter parameter, Domain.Choice choice, MappingNode mapping, Map<String, Node> fields) {
    List<String> fitting =
        choice.names().stream()
            .filter(option -> localNames(parameter, option).containsAll(fields.keySet()))
            .filter(option -> !option.equals(FormulaNodes.FORMULA))
            .toList();
    if (fitting.size() == 1) {
      return readParameters(parameter, fitting.get(0), mapping.getValue());
    }
    String first = fields.keySet().iterator().next();
    String message =
        fitting.isEmpty()
            ? "'%s' must be one of %s%s"
                .formatted(
                    ShortList.of(fields.keySet(), ""),
                    ShortList.near(first, choice.names(), Listing.of(parameter.key())),
                    ParameterTree.hint(below(parameter), first, words(parameter, choice)))
            : "'%s' fits several of its options; name one of %s"
                .formatted(
                    ShortList.of(fields.keySet(), ""),
                    ShortList.of(fitting, Listing.of(parameter.key())));
    problems.add(mapping.getValue().get(0).getKeyNode(), parameter.key(), message);
    return List.of();
  }

  private static List<Parameter> below(Parameter choice) {
    return choice.options().stream().flatMap(option -> option.parameters().stream()).toList();
  }

  private List<Map<String, Values>> readParameters(
      Parameter choice, String option, List<NodeTuple> tuples) {
    List<Map<String, Values>> branches = List.of(Map.of(choice.key(), listed(option)));
    for (NodeTuple tuple : tuples) {
      String name = Document.key(tuple);
      Optional<Parameter> child =
          choice.below(option).stream()
              .filter(p -> ParameterTree.localName(choice, p).equals(name))
              .findFirst();
      if (child.isEmpty()) {
        problems.add(
            tuple.getKeyNode(),
            choice.key(),
            "unknown key '%s' of option '%s'%s%s"
                .formatted(
                    name,
                    option,
                    has(choice, option),
                    ParameterTree.hint(choice.below(option), name, localNames(choice, option))));
        continue;
      }
      branches = product(branches, read(child.get(), tuple.getValueNode()), choice, tuple);
    }
    return branches;
  }

  private List<Map<String, Values>> product(
      List<Map<String, Values>> left,
      List<Map<String, Values>> right,
      Parameter choice,
      NodeTuple where) {
    if ((long) left.size() * right.size() > MAX_BRANCHES) {
      problems.add(
          where.getKeyNode(),
          choice.key(),
          "expands to more than %,d values; use fewer".formatted(MAX_BRANCHES));
      return List.of();
    }
    List<Map<String, Values>> product = new ArrayList<>();
    for (Map<String, Values> a : left) {
      for (Map<String, Values> b : right) {
        Map<String, Values> both = new TreeMap<>(a);
        both.putAll(b);
        product.add(both);
      }
    }
    return product;
  }

  private static String has(Parameter choice, String option) {
    List<String> names = localNames(choice, option);
    return names.isEmpty()
        ? "; it has none"
        : "; it has " + ShortList.of(names, Listing.of(choice.key()));
  }

  private static List<String> localNames(Parameter choice, String option) {
    return choice.below(option).stream().map(p -> ParameterTree.localName(choice, p)).toList();
  }

  private static List<String> words(Parameter parameter, Domain.Choice choice) {
    List<String> words = new ArrayList<>(choice.names());
    choice.names().forEach(option -> words.addAll(localNames(parameter, option)));
    return words;
  }

  private static Values.Listed listed(String value) {
    return new Values.Listed(List.of(value));
  }
}
