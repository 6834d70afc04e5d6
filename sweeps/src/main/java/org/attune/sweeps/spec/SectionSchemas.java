package org.attune.sweeps.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.sweeps.command.CommandTask;

/**
 * The JSON Schema of a sweep file's claims, tables and programs. Its keys are those that the
 * readers accept. Other sections are declared once, by each {@link Key}.
 */
final class SectionSchemas {

  private static final Map<String, Object> TEXT = JsonSchemas.TEXT;
  private static final Map<String, Object> REAL = JsonSchemas.number(Map.of("type", "number"));

  private static final List<String> SCALARS = List.of("string", "number", "boolean");

  /** Where text is read, scalars that YAML parses as numbers or flags count as text. */
  private static final Map<String, Object> SCALAR = Map.of("type", SCALARS);

  private SectionSchemas() {}

  static Map<String, Object> claims() {
    Map<String, Object> cell = JsonSchemas.described("a cell's name", SCALAR);
    Map<String, Object> metric = JsonSchemas.described("a final metric", TEXT);
    Map<String, Object> otherCell =
        section(
            ClaimsReader.REFERENCE,
            Map.of(
                "cell",
                cell,
                "metric",
                metric,
                "best-over",
                bestOver(),
                "times",
                JsonSchemas.described("its value, so many times", REAL)));
    otherCell.put("required", List.of("cell"));
    Map<String, Object> arm =
        section(ClaimsReader.ARM, Map.of("cell", cell, "best-over", bestOver()));
    arm.put("required", List.of("cell", "best-over"));
    Map<String, Object> anyCell =
        Map.of("anyOf", List.of(Map.of("type", SCALARS), arm), "description", "a cell, or an arm");
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("says", JsonSchemas.described("the claim in a sentence", TEXT));
    keys.put("cell", anyCell);
    keys.put("metric", metric);
    keys.put("effect", effect());
    keys.put(
        "source",
        JsonSchemas.described("who states it", Map.of("enum", List.copyOf(ClaimsReader.SOURCES))));
    keys.put("null-cell", anyCell);
    keys.put(
        "not-testable", JsonSchemas.described("why no verdict is possible at this size", TEXT));
    keys.put(
        "is",
        JsonSchemas.described(
            "which way, or 'near' for a margin on both sides",
            Map.of("enum", List.copyOf(ClaimsReader.RELATIONS))));
    keys.put(
        "of",
        JsonSchemas.described(
            "a cell's name, a number, or {cell: NAME, metric: M, times: X}",
            Map.of("anyOf", List.of(Map.of("type", List.of("string", "number")), otherCell))));
    keys.put(
        "by",
        JsonSchemas.described(
            "the margin, in the metric's unit",
            JsonSchemas.number(Map.of("type", "number", "minimum", 0))));
    keys.put("test", test());
    keys.put("paper", JsonSchemas.described("the paper's numbers, as it prints them", SCALAR));
    keys.put("where", JsonSchemas.described("the paper, and the table or figure in it", SCALAR));
    Map<String, Object> claim = section(ClaimsReader.CLAIM, keys);
    claim.put("required", ClaimsReader.REQUIRED);
    return JsonSchemas.described(
        "what is claimed of cells before any is run", Map.of("type", "array", "items", claim));
  }

  private static Map<String, Object> bestOver() {
    return JsonSchemas.described(
        "keys whose best values are chosen on tuning seeds",
        Map.of("type", "array", "items", TEXT, "minItems", 1));
  }

  private static Map<String, Object> effect() {
    Map<String, Object> share =
        section(
            ClaimsReader.EFFECT,
            Map.of(
                "difference",
                JsonSchemas.described("the paper's", REAL),
                "control",
                JsonSchemas.described("the paper's number of its control", REAL),
                "floor",
                JsonSchemas.described("the floor at the paper's size", REAL)));
    share.put("required", List.copyOf(ClaimsReader.EFFECT));
    return JsonSchemas.described(
        "the paper's difference, above 0; the margin follows from it",
        Map.of("anyOf", List.of(REAL, share)));
  }

  private static Map<String, Object> test() {
    Map<String, Object> solved =
        section(
            ClaimsReader.SOLVED,
            Map.of(
                "at-least",
                JsonSchemas.described("a seed is solved from here on", REAL),
                "at-most",
                JsonSchemas.described("a seed is solved down from here", REAL)));
    solved.put("minProperties", 1);
    solved.put("maxProperties", 1);
    return JsonSchemas.described(
        "what of each seed counts: its value, or whether it was solved",
        Map.of(
            "anyOf",
            List.of(Map.of("const", "mean"), section(Set.of("solved"), Map.of("solved", solved)))));
  }

  static Map<String, Object> table() {
    Map<String, Object> byCell =
        Map.of("type", "object", "additionalProperties", JsonSchemas.described("text", SCALAR));
    Map<String, Object> column =
        section(
            LayoutReader.COLUMN,
            Map.of(
                "metric",
                JsonSchemas.described("a final metric", TEXT),
                "floor",
                JsonSchemas.described(
                    "what chance gets: a number, or a metric that says it",
                    Map.of("type", List.of("string", "number"))),
                "paper",
                JsonSchemas.described("the paper's numbers by cell", byCell)));
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("title", TEXT);
    keys.put("source", JsonSchemas.described("where the paper's numbers stand", TEXT));
    keys.put("columns", Map.of("type", "array", "items", column));
    keys.put("controls", JsonSchemas.described("cells, and the control of each", byCell));
    keys.put(
        "notes",
        JsonSchemas.described("lines below the table", Map.of("type", "array", "items", SCALAR)));
    return JsonSchemas.described(
        "how cells are shown beside a paper's", section(LayoutReader.TABLE, keys));
  }

  /** The schema of {@code task: {command: {...}}}: a user's program. */
  static Map<String, Object> command() {
    Map<String, Object> ends =
        Map.of(
            "type",
            "array",
            "items",
            Map.of("type", List.of("number", "string")),
            "minItems",
            2,
            "maxItems",
            2);
    Map<String, Object> parameter =
        section(
            DeclaredParameter.KEYS,
            Map.of(
                "real",
                JsonSchemas.described("[least, most]", ends),
                "integer",
                JsonSchemas.described("[least, most]", ends),
                "choice",
                JsonSchemas.described("words", Map.of("type", "array", "items", SCALAR)),
                "flag",
                JsonSchemas.described("its default", Map.of("type", "boolean")),
                "text",
                JsonSchemas.described("its default", SCALAR),
                "default",
                SCALAR));
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put(
        "run",
        JsonSchemas.described(
            "what is run; {NAME} is a parameter's value, or one of "
                + String.join(", ", CommandTask.HANDED),
            TEXT));
    keys.put(
        "parameters",
        JsonSchemas.described(
            "what can be set and swept",
            Map.of("type", "object", "additionalProperties", parameter)));
    keys.put(
        "metrics",
        JsonSchemas.described(
            "what is reported, and which way is better",
            Map.of(
                "type",
                "object",
                "additionalProperties",
                Map.of("enum", List.copyOf(CommandReader.BETTER)))));
    keys.put(
        "environment",
        JsonSchemas.described(
            "variables", Map.of("type", "object", "additionalProperties", variable())));
    keys.put(
        "inherit",
        JsonSchemas.described(
            "variables of the machine that runs it, by name, or NAME_* for all that begin so",
            Map.of("type", "array", "items", TEXT)));
    keys.put(
        "report",
        JsonSchemas.described(
            "where its metrics are read", Map.of("enum", List.copyOf(CommandReader.REPORT))));
    keys.put("folder", JsonSchemas.described("where it runs", TEXT));
    keys.put("grace", Key.duration("grace", "how long it may take to end when told to").schema());
    Map<String, Object> command = section(CommandReader.KEYS, keys);
    command.put("required", List.of("metrics"));
    return JsonSchemas.described("a program of yours", command);
  }

  /** A variable's value, or the place of a secret. */
  private static Map<String, Object> variable() {
    Map<String, Object> secret = new LinkedHashMap<>();
    secret.put(
        VariablesReader.SECRET,
        JsonSchemas.described("the variable of your shell that holds it", TEXT));
    secret.put(VariablesReader.SECRET_FILE, JsonSchemas.described("the file that holds it", TEXT));
    return Map.of("anyOf", List.of(SCALAR, section(VariablesReader.KEYS, secret)));
  }

  /**
   * A mapping with exactly a reader's keys; every key must have a schema, and every schema a key.
   */
  private static Map<String, Object> section(Set<String> keys, Map<String, Object> schemas) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String key : keys) {
      if (!schemas.containsKey(key)) {
        throw new IllegalStateException("The schema says nothing of the key " + key);
      }
      properties.put(key, schemas.get(key));
    }
    if (properties.size() != schemas.size()) {
      throw new IllegalStateException(
          "The schema has keys that are not read: %s, not %s".formatted(schemas.keySet(), keys));
    }
    return JsonSchemas.object(properties);
  }
}
