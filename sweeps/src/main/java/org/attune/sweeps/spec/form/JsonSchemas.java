package org.attune.sweeps.spec.form;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.api.catalog.Domain;

/** Pieces of JSON Schema (draft 2020-12), as maps. */
public final class JsonSchemas {

  static final Map<String, Object> TEXT = Map.of("type", "string");

  /** Numbers in scientific notation without a point, which YAML 1.1 reads as strings. */
  public static final Map<String, Object> WRITTEN_NUMBER =
      Map.of("type", "string", "pattern", "^[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?$");

  private JsonSchemas() {}

  /** The schema of a domain's values. */
  public static Map<String, Object> plain(Domain domain) {
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

  /** A number, including numbers that YAML reads as strings. */
  public static Map<String, Object> number(Map<String, Object> number) {
    return Map.of("anyOf", List.of(number, WRITTEN_NUMBER));
  }

  /** A mapping with exactly these allowed keys, as a mutable copy. */
  public static Map<String, Object> object(Map<String, Object> properties) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("type", "object");
    object.put("properties", properties);
    object.put("additionalProperties", false);
    return object;
  }

  /** A schema with a description for editors to show. */
  public static Map<String, Object> described(String describes, Map<String, Object> schema) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("description", describes);
    described.putAll(schema);
    return described;
  }
}
