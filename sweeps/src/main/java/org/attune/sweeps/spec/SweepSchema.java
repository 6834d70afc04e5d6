package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.ParameterTree;
import org.attune.api.catalog.Setting;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.stopping.StoppingRules;

/**
 * The JSON Schema (draft 2020-12) of a sweep file, for editors. It lists the keys allowed in each
 * place, with descriptions, from the catalog and the reader. It finds misspelt keys and values out
 * of range; {@code attune validate} finds problems that need the whole file.
 */
public final class SweepSchema {

  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
  private static final String EXECUTION = "execution";
  private static final String TASK = "task";
  private static final String COMMAND = CommandTask.KIND;

  private final ParameterTree tree;
  private final Map<String, Object> definitions = new TreeMap<>();
  private final Map<String, List<Parameter>> ofKey = new HashMap<>();

  private SweepSchema(ParameterTree tree) {
    this.tree = tree;
  }

  /** The schema of files for a catalog, as maps and lists. */
  public static Map<String, Object> of(AxisCatalog catalog) {
    return new SweepSchema(catalog.tree()).root();
  }

  /**
   * The root schema. Only the file knows the parameters of a user's program, so any key is allowed
   * there.
   */
  private Map<String, Object> root() {
    Map<String, Object> settings = parameters(false);
    settings.remove(EXECUTION); // it has settings beyond those of the catalog
    Map<String, Object> cell = JsonSchemas.object(parameters(false));
    Map<String, Object> ours = sections(JsonSchemas.object(parameters(true)), cell, firstCell());
    ours.putAll(settings);
    Map<String, Object> scale = new LinkedHashMap<>(ours);
    scale.keySet().removeAll(Scales.FIXED);
    scale.put(
        Scales.FORMERLY, JsonSchemas.described("its earlier name, still read", JsonSchemas.TEXT));
    ours.put("scales", scales(JsonSchemas.object(scale)));

    Map<String, Object> any = Map.of("type", "object");
    Map<String, Object> theirs = sections(any, any, any);
    theirs.put("scales", scales(any));
    Map<String, Object> command = JsonSchemas.object(Map.of(COMMAND, SectionSchemas.command()));
    theirs.put(TASK, command);

    Map<String, Object> root = new LinkedHashMap<>();
    root.put("$schema", DRAFT);
    root.put("title", "A sweep file of Attune");
    root.put("type", "object");
    root.put("required", List.of("sweep"));
    root.put(
        "anyOf",
        List.of(
            Map.of("required", List.of(ObjectivesReader.ONE)),
            Map.of("required", List.of(ObjectivesReader.SEVERAL))));
    Map<String, Object> program = Map.of("type", "object", "required", List.of(COMMAND));
    root.put("if", Map.of("properties", Map.of(TASK, program), "required", List.of(TASK)));
    root.put("then", Map.of("properties", theirs));
    root.put("else", JsonSchemas.object(ours));
    root.put("$defs", definitions);
    return root;
  }

  private static Map<String, Object> match() {
    Map<String, Object> key =
        JsonSchemas.described("the whole number to solve for", JsonSchemas.TEXT);
    Map<String, Object> of = JsonSchemas.described("the cell to equal", JsonSchemas.TEXT);
    return JsonSchemas.described(
        "solves named cells for equal parameters",
        Map.of(
            "anyOf",
            List.of(
                Map.of("const", EqualParameters.WHAT),
                JsonSchemas.object(Map.of(EqualParameters.WHAT, key, EqualParameters.OF, of)))));
  }

  /**
   * The sections that are not parameters.
   *
   * @param axes the parameters that may be varied
   * @param cell the settings that a named cell may have
   * @param first the settings that a cell to try first may have
   */
  private Map<String, Object> sections(
      Map<String, Object> axes, Map<String, Object> cell, Map<String, Object> first) {
    Map<String, Object> sections = new LinkedHashMap<>();
    sections.put("sweep", JsonSchemas.text("the sweep's name", SpecReader.NAME.pattern()));
    sections.put(
        "seed",
        JsonSchemas.described("from which every trial's seed follows", JsonSchemas.INTEGER));
    sections.put("scale", JsonSchemas.described("which of the scales is run", JsonSchemas.TEXT));
    sections.put("scales", Map.of());
    sections.put(
        "cells",
        JsonSchemas.described(
            "cells by name", Map.of("type", "object", "additionalProperties", cell)));
    sections.put(EqualParameters.KEY, match());
    sections.put("axes", JsonSchemas.described("what is varied", axes));
    sections.put(
        "constraints",
        JsonSchemas.described(
            "what every cell keeps to", Map.of("type", "array", "items", JsonSchemas.TEXT)));
    sections.put("search", search());
    sections.put(
        "try-first",
        JsonSchemas.described(
            "cells that are tried before others", Map.of("type", "array", "items", first)));
    sections.put("replicates", ReplicatesReader.schema());
    sections.put(
        ObjectivesReader.ONE,
        JsonSchemas.described("what makes one trial better than another", objective()));
    sections.put(ObjectivesReader.SEVERAL, objectives());
    sections.put("stop", stop());
    sections.put("budget", SpecReader.BUDGET.schema());
    sections.put(EXECUTION, ExecutionReader.schema(ofExecution()));
    sections.put("claims", SectionSchemas.claims());
    sections.put("table", SectionSchemas.table());
    if (!sections.keySet().equals(Sections.NAMES)) {
      throw new IllegalStateException(
          "The schema has %s, not %s".formatted(sections.keySet(), Sections.NAMES));
    }
    return sections;
  }

  private static Map<String, Object> scales(Map<String, Object> scale) {
    return JsonSchemas.described(
        "keys that each scale sets", Map.of("type", "object", "additionalProperties", scale));
  }

  /** Parameters in the section {@code execution}, by their names there. */
  private Map<String, Object> ofExecution() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    ModeNodes.keys(tree)
        .forEach(
            (name, key) ->
                parameters.put(name, reference(tree.parameter(key).orElseThrow(), false)));
    for (String name : ExecutionNodes.names(tree)) {
      parameters.putIfAbsent(
          name, reference(tree.parameter(EXECUTION + "." + name).orElseThrow(), false));
    }
    return parameters;
  }

  /** The schema of a cell to try first: a single value per dotted key. */
  private Map<String, Object> firstCell() {
    Map<String, Object> values = new LinkedHashMap<>();
    tree.keys()
        .forEach(key -> values.put(key, reference(tree.parameter(key).orElseThrow(), false)));
    return JsonSchemas.object(values);
  }

  private static Map<String, Object> objective() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("metric", JsonSchemas.text("a final metric", ObjectivesReader.METRIC.pattern()));
    properties.put("goal", Map.of("enum", List.copyOf(ObjectivesReader.GOALS)));
    Map<String, Object> objective = JsonSchemas.object(properties);
    objective.put("required", List.copyOf(properties.keySet()));
    return objective;
  }

  private static Map<String, Object> objectives() {
    return JsonSchemas.described(
        "several objectives, of which the Pareto front is sought",
        Map.of("type", "array", "items", objective(), "minItems", 2));
  }

  private Map<String, Object> search() {
    List<Object> methods = new ArrayList<>();
    for (Choosable method : SearchMethods.all()) {
      Map<String, Object> properties = settings(method);
      properties.put(
          ChoiceReader.METHOD,
          JsonSchemas.described(method.describes(), Map.of("const", method.name())));
      Map<String, Object> section = JsonSchemas.object(properties);
      if (!method.name().equals(SearchMethods.adaptive().name())) {
        section.put("required", List.of(ChoiceReader.METHOD));
      }
      methods.add(section);
    }
    return JsonSchemas.described("which cells are tried", Map.of("anyOf", methods));
  }

  private Map<String, Object> stop() {
    Map<String, Object> rules = new LinkedHashMap<>();
    StoppingRules.all()
        .forEach(
            rule ->
                rules.put(
                    rule.name(),
                    JsonSchemas.described(rule.describes(), JsonSchemas.object(settings(rule)))));
    return JsonSchemas.described("which trials are ended early", JsonSchemas.object(rules));
  }

  private Map<String, Object> settings(Choosable of) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Setting setting : of.settings()) {
      properties.put(
          setting.name(),
          JsonSchemas.described(setting.describes(), JsonSchemas.plain(setting.domain())));
    }
    return properties;
  }

  /** Every key, dotted or nested in groups. */
  private Map<String, Object> parameters(boolean axis) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Map<String, Map<String, Object>> groups = new LinkedHashMap<>();
    for (String key : tree.keys()) {
      List<Map<String, Object>> those =
          tree.parameters(key).stream().map(each -> reference(each, axis)).toList();
      Map<String, Object> value = those.size() == 1 ? those.get(0) : Map.of("anyOf", those);
      properties.put(key, value);
      for (int dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) {
        String group = key.substring(0, dot);
        if (tree.parameter(group).isEmpty()) {
          groups
              .computeIfAbsent(group, name -> new LinkedHashMap<>())
              .put(key.substring(dot + 1), value);
        }
      }
    }
    // Groups nest too (train: {dropout: {input: 0.2}}): the deepest first, so that those above have
    // them.
    List<String> deepest =
        groups.keySet().stream()
            .sorted(Comparator.comparingLong(group -> -group.chars().filter(c -> c == '.').count()))
            .toList();
    for (String group : deepest) {
      Map<String, Object> section = JsonSchemas.object(groups.get(group));
      properties.put(group, section);
      for (int dot = group.indexOf('.'); dot >= 0; dot = group.indexOf('.', dot + 1)) {
        Map<String, Object> above = groups.get(group.substring(0, dot));
        if (above != null) {
          above.putIfAbsent(group.substring(dot + 1), section);
        }
      }
    }
    return properties;
  }

  private Map<String, Object> reference(Parameter parameter, boolean axis) {
    String name = (axis ? "axis." : "value.") + definition(parameter);
    if (!definitions.containsKey(name)) {
      definitions.put(name, Map.of()); // a parameter may be nested within itself
      Map<String, Object> value = value(parameter, axis);
      definitions.put(
          name,
          JsonSchemas.described(
              parameter.describes() + "; default " + parameter.defaultValue(),
              axis
                  ? Map.of("anyOf", List.of(Map.of("type", "array", "items", value), value))
                  : value));
    }
    return Map.of("$ref", "#/$defs/" + name);
  }

  /** Returns a parameter's name among the definitions: its key, numbered where options share it. */
  private String definition(Parameter parameter) {
    List<Parameter> alike = ofKey.computeIfAbsent(parameter.key(), key -> new ArrayList<>());
    if (!alike.contains(parameter)) {
      alike.add(parameter);
    }
    int index = alike.indexOf(parameter);
    return parameter.key() + (index == 0 ? "" : "." + (index + 1));
  }

  /** Adds an option's settings to those of all; settings of one name may have either's values. */
  private static void addEither(Map<String, Object> all, Map<String, Object> own) {
    own.forEach(
        (name, value) ->
            all.merge(
                name,
                value,
                (before, added) ->
                    before.equals(added) ? before : Map.of("anyOf", List.of(before, added))));
  }

  private Map<String, Object> value(Parameter parameter, boolean axis) {
    if (parameter.domain() instanceof Domain.Choice choice) {
      return choice(parameter, choice, axis);
    }
    if (axis && isNumber(parameter.domain())) {
      return Map.of("anyOf", List.of(JsonSchemas.plain(parameter.domain()), grid()));
    }
    return JsonSchemas.plain(parameter.domain());
  }

  /** An option's name, or a mapping with its settings in any accepted form. */
  private Map<String, Object> choice(Parameter parameter, Domain.Choice choice, boolean axis) {
    List<Object> ways = new ArrayList<>();
    for (Option option : parameter.options()) {
      ways.add(JsonSchemas.described(option.describes(), Map.of("const", option.name())));
    }
    Map<String, Object> anyOfThem = new LinkedHashMap<>();
    Map<String, Object> mapping = new LinkedHashMap<>();
    for (Option option : parameter.options()) {
      Map<String, Object> own = new LinkedHashMap<>();
      for (Parameter child : option.parameters()) {
        own.put(ParameterTree.localName(parameter, child), reference(child, axis));
      }
      addEither(anyOfThem, own);
      if (!own.isEmpty()) {
        mapping.put(
            option.name(), JsonSchemas.described(option.describes(), JsonSchemas.object(own)));
      }
    }
    if (FormulaNodes.of(parameter).isPresent()) {
      ways.add(formula(parameter, axis));
    }
    anyOfThem.forEach(mapping::putIfAbsent);
    if (!mapping.isEmpty()) {
      mapping.put(BranchReader.NAME, Map.of("enum", choice.names()));
      ways.add(JsonSchemas.object(mapping));
    }
    return Map.of("anyOf", ways);
  }

  /** A formula with named holes and their values. */
  private Map<String, Object> formula(Parameter parameter, boolean axis) {
    Map<String, Object> scalar = Map.of("type", List.of("string", "number"));
    Map<String, Object> scalars =
        Map.of("anyOf", List.of(scalar, Map.of("type", "array", "items", scalar)));
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Parameter child : parameter.below(FormulaNodes.FORMULA)) {
      if (!(child.domain() instanceof Domain.Formula)) {
        properties.put(ParameterTree.localName(parameter, child), reference(child, axis));
      }
    }
    Map<String, Object> grown =
        JsonSchemas.object(Map.of("grow", Map.of("type", "string"), "steps", JsonSchemas.INTEGER));
    grown.put("required", List.of("grow", "steps"));
    properties.put(FormulaNodes.FORMULA, Map.of("anyOf", List.of(scalars, grown)));
    properties.put("where", Map.of("type", "object", "additionalProperties", scalar));
    Map<String, Object> mapping = JsonSchemas.object(properties);
    mapping.put("required", List.of(FormulaNodes.FORMULA));
    mapping.put("additionalProperties", Map.of("anyOf", List.of(scalars, grid())));
    return JsonSchemas.described("a formula; docs/formulas.md", mapping);
  }

  private static Map<String, Object> grid() {
    Map<String, Object> ends =
        Map.of(
            "type",
            "array",
            "items",
            Map.of("anyOf", List.of(Map.of("type", "number"), JsonSchemas.WRITTEN_NUMBER)),
            "minItems",
            2,
            "maxItems",
            2);
    Map<String, Object> properties = new LinkedHashMap<>();
    NumberGrid.FORMS.forEach(form -> properties.put(form, ends));
    properties.put("points", JsonSchemas.INTEGER);
    properties.put(
        "step", Map.of("anyOf", List.of(Map.of("type", "number"), JsonSchemas.WRITTEN_NUMBER)));
    return JsonSchemas.object(properties);
  }

  private static boolean isNumber(Domain domain) {
    return domain instanceof Domain.IntegerRange || domain instanceof Domain.RealRange;
  }
}
