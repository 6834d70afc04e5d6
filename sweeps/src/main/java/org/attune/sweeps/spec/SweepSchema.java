package org.attune.sweeps.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.catalog.Choosable;
import org.attune.sweeps.catalog.Domain;
import org.attune.sweeps.catalog.Option;
import org.attune.sweeps.catalog.Parameter;
import org.attune.sweeps.catalog.ParameterTree;
import org.attune.sweeps.catalog.Setting;
import org.attune.sweeps.search.SearchMethods;
import org.attune.sweeps.stopping.StoppingRules;

/**
 * The JSON Schema (draft 2020-12) of a sweep file, made from the catalog and from what the reader
 * knows, for editors: what can be written where, with descriptions. It finds misspelt keys and
 * values out of range; what only the whole file shows is for {@code attune validate}.
 */
public final class SweepSchema {

  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
  private static final Map<String, Object> TEXT = Map.of("type", "string");

  /** Numbers in scientific notation without a point, which YAML 1.1 takes for words. */
  private static final Map<String, Object> WRITTEN_NUMBER =
      Map.of("type", "string", "pattern", "^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?$");

  private final ParameterTree tree;
  private final Map<String, Object> definitions = new TreeMap<>();

  private SweepSchema(ParameterTree tree) {
    this.tree = tree;
  }

  /** The schema of files over a catalog, as maps and lists. */
  public static Map<String, Object> of(AxisCatalog catalog) {
    return new SweepSchema(ParameterTree.of(catalog)).root();
  }

  private Map<String, Object> root() {
    Map<String, Object> properties = new LinkedHashMap<>();
    SpecReader.SECTIONS.forEach(key -> properties.put(key, Map.of()));
    properties.put("sweep", text("the sweep's name", SpecReader.NAME.pattern()));
    properties.put("seed", described("from which every trial's seed follows", integer()));
    properties.put("scale", described("which of the scales is run", TEXT));
    properties.put("scales", described("keys that each scale sets", Map.of("type", "object")));
    properties.put("search", search());
    properties.put("stop", stop());
    properties.put("replicates", replicates());
    properties.put("objective", described("what makes one trial better than another", objective()));
    properties.put("objectives", objectives());
    properties.put("axes", described("what is varied", object(parameters(true))));
    properties.put(
        "cells",
        described(
            "cells by name",
            Map.of("type", "object", "additionalProperties", object(parameters(false)))));
    properties.put(
        "constraints",
        described("what every cell keeps to", Map.of("type", "array", "items", TEXT)));
    Map<String, Object> settings = parameters(false);
    settings.remove("execution"); // it has settings beside those of the catalog
    properties.putAll(settings);
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("$schema", DRAFT);
    root.put("title", "A sweep file of Attune");
    root.putAll(object(properties));
    root.put("required", List.of("sweep"));
    root.put(
        "anyOf",
        List.of(
            Map.of("required", List.of(ObjectivesReader.ONE)),
            Map.of("required", List.of(ObjectivesReader.SEVERAL))));
    root.put("$defs", definitions);
    return root;
  }

  private static Map<String, Object> objective() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("metric", text("a final metric", SpecReader.METRIC.pattern()));
    properties.put("goal", Map.of("enum", List.copyOf(SpecReader.GOALS)));
    Map<String, Object> objective = object(properties);
    objective.put("required", List.copyOf(properties.keySet()));
    return objective;
  }

  private static Map<String, Object> objectives() {
    return described(
        "several objectives, of which the Pareto front is sought",
        Map.of("type", "array", "items", objective(), "minItems", 2));
  }

  private static Map<String, Object> replicates() {
    return described("seeds a cell", Map.of("anyOf", List.of(integer(), Map.of("type", "object"))));
  }

  private Map<String, Object> search() {
    List<Object> methods = new ArrayList<>();
    for (Choosable method : SearchMethods.all()) {
      Map<String, Object> properties = settings(method);
      properties.put(
          ChoiceReader.METHOD, described(method.describes(), Map.of("const", method.name())));
      Map<String, Object> section = object(properties);
      if (!method.name().equals(SearchMethods.adaptive().name())) {
        section.put("required", List.of(ChoiceReader.METHOD));
      }
      methods.add(section);
    }
    return described("which cells are tried", Map.of("anyOf", methods));
  }

  private Map<String, Object> stop() {
    Map<String, Object> rules = new LinkedHashMap<>();
    StoppingRules.all()
        .forEach(
            rule -> rules.put(rule.name(), described(rule.describes(), object(settings(rule)))));
    return described("which trials are ended early", object(rules));
  }

  private Map<String, Object> settings(Choosable of) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Setting setting : of.settings()) {
      properties.put(setting.name(), described(setting.describes(), plain(setting.domain())));
    }
    return properties;
  }

  /** Every key, dotted or nested in groups. */
  private Map<String, Object> parameters(boolean axis) {
    Map<String, Object> properties = new LinkedHashMap<>();
    Map<String, Map<String, Object>> groups = new LinkedHashMap<>();
    for (String key : tree.keys()) {
      Map<String, Object> value = reference(tree.parameter(key).orElseThrow(), axis);
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
    groups.forEach((group, below) -> properties.put(group, object(below)));
    return properties;
  }

  private Map<String, Object> reference(Parameter parameter, boolean axis) {
    String name = (axis ? "axis." : "value.") + parameter.key();
    if (!definitions.containsKey(name)) {
      definitions.put(name, Map.of()); // it may stand below itself
      Map<String, Object> value = value(parameter, axis);
      definitions.put(
          name,
          described(
              parameter.describes() + "; default " + parameter.defaultValue(),
              axis
                  ? Map.of("anyOf", List.of(Map.of("type", "array", "items", value), value))
                  : value));
    }
    return Map.of("$ref", "#/$defs/" + name);
  }

  private Map<String, Object> value(Parameter parameter, boolean axis) {
    if (parameter.domain() instanceof Domain.Choice choice) {
      return choice(parameter, choice, axis);
    }
    if (axis && isNumber(parameter.domain())) {
      return Map.of("anyOf", List.of(plain(parameter.domain()), grid()));
    }
    return plain(parameter.domain());
  }

  /** An option's name, or a mapping with its settings in one of the ways there are. */
  private Map<String, Object> choice(Parameter parameter, Domain.Choice choice, boolean axis) {
    List<Object> ways = new ArrayList<>();
    for (Option option : choice.options()) {
      ways.add(described(option.describes(), Map.of("const", option.name())));
    }
    Map<String, Object> anyOfThem = new LinkedHashMap<>();
    Map<String, Object> mapping = new LinkedHashMap<>();
    for (Option option : choice.options()) {
      Map<String, Object> own = new LinkedHashMap<>();
      for (Parameter child : option.parameters()) {
        own.put(ParameterTree.localName(parameter, child), reference(child, axis));
      }
      anyOfThem.putAll(own);
      if (!own.isEmpty()) {
        mapping.put(option.name(), described(option.describes(), object(own)));
      }
    }
    anyOfThem.forEach(mapping::putIfAbsent);
    if (!mapping.isEmpty()) {
      mapping.put(BranchReader.NAME, Map.of("enum", choice.names()));
      ways.add(object(mapping));
    }
    return Map.of("anyOf", ways);
  }

  private static Map<String, Object> grid() {
    Map<String, Object> ends =
        Map.of(
            "type",
            "array",
            "items",
            Map.of("anyOf", List.of(Map.of("type", "number"), WRITTEN_NUMBER)),
            "minItems",
            2,
            "maxItems",
            2);
    Map<String, Object> properties = new LinkedHashMap<>();
    NumberGrid.FORMS.forEach(form -> properties.put(form, ends));
    properties.put("points", integer());
    properties.put("step", Map.of("anyOf", List.of(Map.of("type", "number"), WRITTEN_NUMBER)));
    return object(properties);
  }

  private static boolean isNumber(Domain domain) {
    return domain instanceof Domain.IntegerRange || domain instanceof Domain.RealRange;
  }

  private static Map<String, Object> plain(Domain domain) {
    if (domain instanceof Domain.Choice choice) {
      return Map.of("enum", choice.names());
    }
    if (domain instanceof Domain.IntegerRange range) {
      return number(Map.of("type", "integer", "minimum", range.min(), "maximum", range.max()));
    }
    if (domain instanceof Domain.RealRange range) {
      return number(
          Map.of(
              "type",
              "number",
              range.openBelow() ? "exclusiveMinimum" : "minimum",
              range.min(),
              "maximum",
              range.max()));
    }
    if (domain instanceof Domain.Flag) {
      return Map.of("type", "boolean");
    }
    return Map.of("type", List.of("string", "integer"));
  }

  private static Map<String, Object> number(Map<String, Object> number) {
    return Map.of("anyOf", List.of(number, WRITTEN_NUMBER));
  }

  private static Map<String, Object> integer() {
    return Map.of("type", "integer");
  }

  private static Map<String, Object> text(String describes, String pattern) {
    return described(
        describes, Map.of("type", List.of("string", "number"), "pattern", "^" + pattern + "$"));
  }

  private static Map<String, Object> object(Map<String, Object> properties) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("type", "object");
    object.put("properties", properties);
    object.put("additionalProperties", false);
    return object;
  }

  private static Map<String, Object> described(String describes, Map<String, Object> schema) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("description", describes);
    described.putAll(schema);
    return described;
  }
}
