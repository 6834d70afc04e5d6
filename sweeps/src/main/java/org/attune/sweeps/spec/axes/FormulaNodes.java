package org.attune.sweeps.spec.axes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Numbers;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.space.Filled;
import org.attune.sweeps.space.Values;
import org.attune.sweeps.spec.form.Document;
import org.attune.sweeps.spec.form.Fields;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.Given;
import org.attune.sweeps.spec.form.JsonSchemas;
import org.attune.sweeps.spec.form.Key;
import org.attune.sweeps.spec.form.Problems;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads {@code {formula: "y * f(x / t)", f: [sigmoid, tanh], t: [0.5, 1]}} and expands it into
 * formulas: one for each way to fill the holes.
 */
public final class FormulaNodes {

  public static final String FORMULA = "formula";
  private static final String WHERE = "where";
  private static final double MOST_NUMBER = 1e9;
  private static final int MOST_STEPS = 50;
  private static final Key<String> GROW =
      new Key<>("grow", Form.TEXT, "the formula that grows").required("");
  private static final Key<Integer> STEPS =
      new Key<>("steps", Form.count(1, MOST_STEPS), "by how many functions and signs it may grow")
          .required(
              "; say by how many functions and signs the formula may grow, as in {grow: \"y * sigmoid(linear(x))\", steps: 3}");
  private static final Form<Fields> GROWN = Key.section(GROW, STEPS);
  private static final Form<Given> TEXTS = Form.either(Form.WORD, Form.list(Form.WORD, ""));
  private static final Key<?> FORMULAS =
      new Key<>(FORMULA, Form.either(TEXTS, GROWN), "a formula, a list of them, or one that grows")
          .required("");
  private static final Key<?> NAMES =
      new Key<>(WHERE, Form.mapping(Form.WORD), "names in the formula, each for a formula");
  private static final int MOST = 10_000;

  private final Problems problems;

  private final NumberGrid numbers;
  private final boolean grid;

  /**
   * @param grid whether every cell is run; if not, a search sees the holes
   */
  FormulaNodes(Problems problems, NumberGrid numbers, boolean grid) {
    this.problems = problems;
    this.numbers = numbers;
    this.grid = grid;
  }

  /**
   * The schema of a formula with named holes and their values.
   *
   * @param settings of the option, besides its formula
   */
  public static Map<String, Object> schema(Map<String, Object> settings) {
    Map<String, Object> keys = new LinkedHashMap<>(settings);
    keys.putAll(Key.schemas(List.of(FORMULAS, NAMES)));
    Map<String, Object> mapping = JsonSchemas.object(keys);
    mapping.put("required", List.of(FORMULA));
    mapping.put("additionalProperties", Form.either(TEXTS, NumberGrid.FORM).schema());
    return JsonSchemas.described("a formula; docs/formulas.md", mapping);
  }

  /** The formula parameter of a choice, if it has one. */
  public static Optional<Parameter> of(Parameter choice) {
    return choice.below(FORMULA).stream()
        .filter(child -> child.domain() instanceof Domain.Formula)
        .findFirst();
  }

  /**
   * Whether a mapping sets a formula, as opposed to an option's setting named {@code formula}. A
   * mapping with a name sets what that option has.
   */
  static boolean are(Parameter choice, Domain.Choice domain, Map<String, Node> fields) {
    Node given = fields.get(FORMULA);
    if (of(choice).isEmpty() || given == null) {
      return false;
    }
    if (given instanceof MappingNode mapping) {
      return grows(mapping);
    }
    if (fields.get(BranchReader.NAME) instanceof ScalarNode name) {
      return name.getValue().equals(FORMULA);
    }
    return words(choice, domain).values().stream()
        .noneMatch(words -> words.containsAll(scalars(given)));
  }

  /** The words of each option whose own setting is named {@code formula}. */
  private static Map<String, List<String>> words(Parameter choice, Domain.Choice domain) {
    Map<String, List<String>> words = new LinkedHashMap<>();
    for (String option : domain.names()) {
      choice.below(option).stream()
          .filter(child -> ParameterTree.localName(choice, child).equals(FORMULA))
          .filter(child -> child.domain() instanceof Domain.Choice)
          .forEach(child -> words.put(option, ((Domain.Choice) child.domain()).names()));
    }
    return words;
  }

  /**
   * Whether formulas are none of the words of another option, spelled otherwise. A word says what
   * its option makes of it, and a formula says everything.
   */
  boolean unlikeWords(Parameter choice, Domain.Choice domain, Values formulas, Node node) {
    Domain.Formula language = (Domain.Formula) of(choice).orElseThrow().domain();
    List<String> texts = formulas instanceof Values.Listed listed ? listed.values() : List.of();
    for (Map.Entry<String, List<String>> option : words(choice, domain).entrySet()) {
      for (String word : option.getValue()) {
        Optional<String> same = spelled(language, word).filter(texts::contains);
        if (same.isPresent()) {
          problems.add(
              node,
              choice.key(),
              "'%s' has two meanings here: write {%s: {formula: \"%s\"}} for the option, or {name: formula, formula: \"%s\"} for a formula that gives this and nothing else"
                  .formatted(same.get(), option.getKey(), word, same.get()));
          return false;
        }
      }
    }
    return true;
  }

  private static Optional<String> spelled(Domain.Formula language, String word) {
    try {
      return Optional.of(language.canonical(word, Map.of()));
    } catch (IllegalArgumentException noFormula) {
      return Optional.empty();
    }
  }

  /** Whether a mapping is {@code {grow: "...", steps: 3}}. */
  static boolean grows(MappingNode mapping) {
    return mapping.getValue().stream().anyMatch(t -> Document.key(t).equals(GROW.name()));
  }

  private static List<String> scalars(Node node) {
    List<Node> nodes = node instanceof SequenceNode list ? list.getValue() : List.of(node);
    return nodes.stream().map(n -> n instanceof ScalarNode s ? s.getValue() : "").toList();
  }

  /**
   * The distinct formulas in canonical form; empty if there is a problem.
   *
   * @param fields all of the mapping except the option's own settings
   */
  Optional<Values> read(Parameter formula, Map<String, Node> fields) {
    String key = formula.key();
    if (fields.get(FORMULA) instanceof MappingNode mapping) {
      return grown(formula, mapping, fields);
    }
    Map<String, Values> holes = new LinkedHashMap<>();
    boolean good = true;
    for (Map.Entry<String, Node> field : fields.entrySet()) {
      if (field.getKey().equals(WHERE)) {
        good &= where(key, field.getValue(), holes);
      } else if (!field.getKey().equals(FORMULA)) {
        Optional<Values> values = hole(key + " " + field.getKey(), field.getValue());
        values.ifPresent(v -> holes.put(field.getKey(), v));
        good &= values.isPresent();
      }
    }
    Optional<List<String>> texts = list(key, fields.get(FORMULA));
    if (!good || texts.isEmpty()) {
      return Optional.empty();
    }
    boolean several =
        holes.values().stream()
            .anyMatch(v -> !(v instanceof Values.Listed listed) || listed.values().size() > 1);
    if (!grid && several) {
      return filled(formula, texts.get(), holes, fields.get(FORMULA));
    }
    Map<String, List<String>> lists = new LinkedHashMap<>();
    holes.forEach((name, hole) -> lists.put(name, ((Values.Listed) hole).values()));
    Map<String, Map<String, String>> all = new LinkedHashMap<>(); // what is in holes, by formula
    List<Map<String, String>> fillings = fillings(key, fields.get(FORMULA), lists);
    for (int i = 0; i < texts.get().size(); i++) {
      String text = texts.get().get(i);
      Node place =
          fields.get(FORMULA) instanceof SequenceNode list
              ? list.getValue().get(i)
              : fields.get(FORMULA);
      for (Map<String, String> names : fillings) {
        Optional<String> one = canonical(formula, text, names, place);
        if (one.isEmpty()) {
          good = false; // the other formulas are read all the same
          break;
        }
        Map<String, String> open = new LinkedHashMap<>(names);
        open.keySet().removeIf(name -> lists.get(name).size() == 1);
        all.putIfAbsent(one.get(), Filled.holes(key, text, open));
      }
    }
    return all.isEmpty() || !good
        ? Optional.empty()
        : Optional.of(
            new Values.Listed(
                List.copyOf(all.keySet()), several ? List.copyOf(all.values()) : List.of()));
  }

  /** Reads {@code {grow: "...", steps: 3}}. */
  private Optional<Values> grown(Parameter formula, MappingNode node, Map<String, Node> fields) {
    String key = formula.key();
    Optional<String> other =
        fields.keySet().stream().filter(field -> !field.equals(FORMULA)).findFirst();
    if (other.isPresent()) {
      return new Given(problems, fields.get(other.get()), key)
          .refuse(
              "a formula that grows has no names of its own; write '%s' into it"
                  .formatted(other.get()));
    }
    Optional<Fields> grown = GROWN.in(new Given(problems, node, key));
    Optional<String> text = grown.flatMap(GROW::in);
    Optional<Integer> steps = grown.flatMap(STEPS::in);
    if (text.isEmpty() || steps.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> start = canonical(formula, text.get(), Map.of(), node);
    return start.flatMap(
        t -> ((Domain.Formula) formula.domain()).growth(t, steps.get()).map(Values.Grown::new));
  }

  /** A hole's values: a list, or numbers in one of the forms for many. */
  private Optional<Values> hole(String path, Node node) {
    if (node instanceof MappingNode mapping) {
      Parameter number =
          new Parameter(
              path, path, Domain.RealRange.closed(-MOST_NUMBER, MOST_NUMBER), "0", "", "");
      return numbers.read(number, mapping);
    }
    return list(path, node).map(Values.Listed::new);
  }

  /** The formula with its holes open; each word is tried once, and so are the numbers' ends. */
  private Optional<Values> filled(
      Parameter formula, List<String> texts, Map<String, Values> holes, Node node) {
    if (texts.size() > 1) {
      problems.add(
          node,
          formula.key(),
          "a search takes one formula with holes; write each in its own braces");
      return Optional.empty();
    }
    Filled filled = new Filled((Domain.Formula) formula.domain(), texts.get(0), holes);
    Map<String, List<String>> ends = new LinkedHashMap<>();
    holes.forEach(
        (name, values) ->
            ends.put(
                name,
                values instanceof Values.Interval interval
                    ? List.of(Numbers.canonical(interval.low()), Numbers.canonical(interval.high()))
                    : ((Values.Listed) values).values()));
    for (Map<String, String> names : fillings(formula.key(), node, ends)) {
      if (canonical(formula, texts.get(0), names, node).isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of(filled);
  }

  private boolean where(String key, Node node, Map<String, Values> names) {
    Given given = new Given(problems, node, key);
    if (!(node instanceof MappingNode)) {
      given.refuse("where must be a mapping of names to formulas, not " + given.kind());
      return false;
    }
    boolean good = true;
    for (Given.Member entry : given.entries()) {
      Optional<String> text = entry.value().as(key + " where " + entry.key()).text();
      text.ifPresent(t -> names.put(entry.key(), new Values.Listed(List.of(t))));
      good &= text.isPresent();
    }
    return good;
  }

  private Optional<List<String>> list(String path, Node node) {
    Given given = new Given(problems, node, path);
    List<Given> items = node instanceof SequenceNode ? given.elements() : List.of(given);
    if (items.isEmpty()) {
      given.refuse("the list is empty; give at least one value");
    } else if (items.stream().anyMatch(item -> item.node() instanceof MappingNode)) {
      return given.refuse("must be a value or a list of values, not a mapping");
    }
    List<String> values = items.stream().flatMap(item -> item.text().stream()).toList();
    return values.size() == items.size() && !values.isEmpty()
        ? Optional.of(values)
        : Optional.empty();
  }

  private List<Map<String, String>> fillings(
      String key, Node node, Map<String, List<String>> holes) {
    Optional<List<Map<String, String>>> all = Filled.fillings(holes, MOST);
    if (all.isEmpty()) {
      problems.add(node, key, "expands to more than %,d formulas; use fewer".formatted(MOST));
    }
    return all.orElse(List.of());
  }

  private Optional<String> canonical(
      Parameter formula, String text, Map<String, String> names, Node where) {
    try {
      return Optional.of(((Domain.Formula) formula.domain()).canonical(text, names));
    } catch (IllegalArgumentException invalid) {
      String axis = formula.key().substring(0, formula.key().length() - FORMULA.length() - 1);
      problems.add(where, axis, invalid.getMessage());
      return Optional.empty();
    }
  }
}
