package org.attune.sweeps.spec.reader;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Domain;
import org.attune.api.catalog.Parameter;
import org.attune.api.catalog.Parameter.Option;
import org.attune.api.catalog.ParameterTree;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.axes.BranchReader;
import org.attune.sweeps.spec.axes.FormulaNodes;
import org.attune.sweeps.spec.axes.NumberGrid;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.JsonSchemas;
import org.attune.sweeps.spec.form.Key;

/**
 * The JSON Schema (draft 2020-12) of a sweep file, for editors. It lists the keys allowed in each
 * place, with descriptions, from the catalog and the reader. It finds misspelt keys and values out
 * of range; {@code attune validate} finds problems that need the whole file.
 */
public final class SweepSchema {

  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
  private static final String TASK = "task";

  /** The definition of what stands for many numbers of an axis. */
  private static final String MANY_NUMBERS = "numbers";

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
    settings.remove(ExecutionReader.EXECUTION.name()); // it has settings beyond the catalog's
    Map<String, Object> cell = JsonSchemas.object(parameters(false));
    Map<String, Object> ofTrainings =
        sections(JsonSchemas.object(parameters(true)), cell, firstCell(), settings);
    Map<String, Object> any = Map.of("type", "object");
    Map<String, Object> ofPrograms = sections(any, any, any, Map.of());
    ofPrograms.put(TASK, Key.object(List.of(CommandReader.COMMAND)));
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("$schema", DRAFT);
    root.put("title", "A sweep file of Attune");
    root.put("type", "object");
    root.put("required", Key.object(Sections.all()).get("required"));
    root.put(
        "anyOf",
        List.of(
            Map.of("required", List.of(ObjectivesReader.ONE.name())),
            Map.of("required", List.of(ObjectivesReader.SEVERAL.name()))));
    Map<String, Object> program = Map.of("type", "object", "required", List.of(CommandTask.KIND));
    root.put("if", Map.of("properties", Map.of(TASK, program), "required", List.of(TASK)));
    root.put("then", Map.of("properties", ofPrograms));
    root.put("else", JsonSchemas.object(ofTrainings));
    root.put("$defs", definitions);
    return root;
  }

  /**
   * The sections, which are not parameters, and the settings beside them.
   *
   * @param axes the parameters that may be varied
   * @param cell the settings that a named cell may have
   * @param first the settings that a cell to try first may have
   * @param settings the parameters that the file may set; empty if only the file knows them
   */
  private Map<String, Object> sections(
      Map<String, Object> axes,
      Map<String, Object> cell,
      Map<String, Object> first,
      Map<String, Object> settings) {
    List<Key<?>> keys = Sections.of(axes, cell, first, ofExecution());
    Map<String, Object> all = Key.schemas(keys);
    all.putAll(settings);
    Map<String, Object> scale = new LinkedHashMap<>(all);
    scale.keySet().removeAll(Scales.FIXED);
    scale.putAll(Key.schemas(List.of(Scales.FORMERLY)));
    Map<String, Object> scales =
        Sections.byName(settings.isEmpty() ? Form.MAPPING.schema() : JsonSchemas.object(scale));
    all.putAll(Key.schemas(List.of(Scales.SCALES.as(scales))));
    return all;
  }

  /** Parameters in the section {@code execution}, by their names there. */
  private Map<String, Object> ofExecution() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    ExecutionNodes.keys(tree)
        .forEach(
            (name, key) ->
                parameters.put(name, reference(tree.parameter(key).orElseThrow(), false)));
    return parameters;
  }

  /** The schema of a cell to try first: a single value per dotted key. */
  private Map<String, Object> firstCell() {
    Map<String, Object> values = new LinkedHashMap<>();
    tree.keys()
        .forEach(key -> values.put(key, reference(tree.parameter(key).orElseThrow(), false)));
    return JsonSchemas.object(values);
  }

  /** Every key, dotted or nested in groups. */
  private Map<String, Object> parameters(boolean axis) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Map<String, Map<String, Object>> groups = new LinkedHashMap<>();
    for (String key : tree.keys()) {
      List<Map<String, Object>> values =
          tree.parameters(key).stream().map(each -> reference(each, axis)).toList();
      Map<String, Object> value = values.size() == 1 ? values.get(0) : Map.of("anyOf", values);
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
    String name = (axis ? "axis." : "value.") + name(parameter);
    if (!definitions.containsKey(name)) {
      definitions.put(name, Map.of()); // a parameter may be nested within itself
      Map<String, Object> value = value(parameter, axis);
      if (axis) {
        String each = "each." + name(parameter);
        definitions.put(each, value);
        value =
            Map.of(
                "anyOf",
                List.of(Map.of("type", "array", "items", definition(each)), definition(each)));
      }
      definitions.put(
          name,
          JsonSchemas.described(
              parameter.describes() + "; default " + parameter.defaultValue(), value));
    }
    return definition(name);
  }

  private static Map<String, Object> definition(String name) {
    return Map.of("$ref", "#/$defs/" + name);
  }

  /** Returns a parameter's name among the definitions: its key, numbered where options share it. */
  private String name(Parameter parameter) {
    List<Parameter> alike = ofKey.computeIfAbsent(parameter.key(), key -> new ArrayList<>());
    if (!alike.contains(parameter)) {
      alike.add(parameter);
    }
    int index = alike.indexOf(parameter);
    return parameter.key() + (index == 0 ? "" : "." + (index + 1));
  }

  /** Adds an option's settings to those of all; settings of one name may have either's values. */
  private static void addEither(Map<String, Object> all, Map<String, Object> part) {
    part.forEach(
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
      definitions.putIfAbsent(MANY_NUMBERS, NumberGrid.FORM.schema());
      return Map.of(
          "anyOf", List.of(JsonSchemas.plain(parameter.domain()), definition(MANY_NUMBERS)));
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
      Map<String, Object> properties = new LinkedHashMap<>();
      for (Parameter child : option.parameters()) {
        properties.put(ParameterTree.localName(parameter, child), reference(child, axis));
      }
      addEither(anyOfThem, properties);
      if (!properties.isEmpty()) {
        mapping.put(
            option.name(),
            JsonSchemas.described(option.describes(), JsonSchemas.object(properties)));
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
    Map<String, Object> settings = new LinkedHashMap<>();
    for (Parameter child : parameter.below(FormulaNodes.FORMULA)) {
      if (!(child.domain() instanceof Domain.Formula)) {
        settings.put(ParameterTree.localName(parameter, child), reference(child, axis));
      }
    }
    return FormulaNodes.schema(settings);
  }

  private static boolean isNumber(Domain domain) {
    return domain instanceof Domain.IntegerRange || domain instanceof Domain.RealRange;
  }
}
