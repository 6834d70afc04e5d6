package org.attune.sweeps.spec.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Numbers;
import org.attune.sweeps.spec.form.Form;
import org.attune.sweeps.spec.form.JsonSchemas;
import org.attune.sweeps.spec.form.Key;
import org.junit.jupiter.api.Test;

/** The table of keys at the end of docs/sweep-file.md is made of what the reader declares. */
class TestSweepFileKeys {

  private static final Path PAGE = Path.of(System.getProperty("user.dir"), "../docs/sweep-file.md");
  private static final String BEGIN = "<!-- made by TestSweepFileKeys -->\n";
  private static final Map<String, Object> ANY = Map.of("type", "object");

  @Test
  void thePageHasTheTable() throws Exception {
    String page = Files.readString(PAGE);
    String made = table();
    String there = page.substring(page.indexOf(BEGIN) + BEGIN.length());
    if (!there.equals(made) && Boolean.getBoolean("attune.write")) {
      Files.writeString(PAGE, page.substring(0, page.indexOf(BEGIN)) + BEGIN + made);
      return;
    }
    assertThat(there)
        .as("the table of %s; run this test with -Dattune.write=true to make it", PAGE)
        .isEqualTo(made);
  }

  /** Of the table that people wrote, which has defaults too. */
  @Test
  void thePageSaysSomethingOfEachSection() throws Exception {
    String page = Files.readString(PAGE);
    String written =
        page.substring(page.indexOf("## Keys"), page.indexOf("## Parameter averaging"));

    for (String name : Sections.NAMES) {
      String key = name.equals("match") ? "match: parameters" : name;
      assertThat(name.equals("match") ? page : written).containsPattern("`" + key + "[`.]");
    }
  }

  private static String table() {
    List<String> rows = new ArrayList<>();
    Map<String, Object> task = Key.object(List.of(CommandReader.COMMAND));
    Map<String, Object> file =
        Key.object(
            Sections.of(ANY, ANY, ANY, Map.of()).stream()
                .filter(key -> !List.of("search", "stop").contains(key.name())) // list methods
                .toList());
    addKeys("", file, rows);
    addKeys("task", task, rows);
    return "\n| key | takes | says |\n|---|---|---|\n" + String.join("", rows);
  }

  private static void addKeys(String path, Map<String, Object> schema, List<String> rows) {
    map(schema, "properties")
        .forEach(
            (name, value) -> {
              Map<String, Object> of = cast(value);
              String key = path.isEmpty() ? name : path + "." + name;
              boolean required = list(schema, "required").contains(name);
              rows.add(
                  "| `%s` | %s%s | %s |\n"
                      .formatted(
                          key, takes(of), required ? ", required" : "", of.get("description")));
              below(key, of, rows);
            });
  }

  private static void below(String path, Map<String, Object> schema, List<String> rows) {
    addKeys(path, schema, rows);
    list(schema, "anyOf").forEach(way -> below(path, cast(way), rows));
    if (schema.containsKey("items")) {
      below(path + "[]", map(schema, "items"), rows);
    }
    if (schema.get("additionalProperties") instanceof Map) {
      below(path + ".NAME", map(schema, "additionalProperties"), rows);
    }
  }

  private static String takes(Map<String, Object> schema) {
    if (schema.containsKey("anyOf")) {
      return list(schema, "anyOf").stream()
          .filter(way -> !way.equals(JsonSchemas.WRITTEN_NUMBER))
          .map(way -> takes(cast(way)))
          .distinct()
          .collect(Collectors.joining(", or "));
    }
    if (schema.containsKey("enum")) {
      return list(schema, "enum").stream().map("`%s`"::formatted).collect(Collectors.joining(", "));
    }
    if (schema.containsKey("const")) {
      return "`" + schema.get("const") + "`";
    }
    if (schema.equals(Form.TIME.schema())
        || schema.containsValue(Form.TIME.schema().get("pattern"))) {
      return "a time";
    }
    List<Object> types =
        schema.get("type") instanceof List<?> several
            ? List.copyOf(several)
            : List.of(schema.get("type"));
    return Stream.of("integer", "number", "boolean", "array", "object", "string")
        .filter(types::contains)
        .filter(type -> types.size() == 1 || type.equals("string"))
        .map(
            type ->
                switch (type) {
                  case "integer" -> "a whole number" + range(schema);
                  case "number" -> "a number" + range(schema);
                  case "boolean" -> "`true`, `false`";
                  case "array" -> "a list";
                  case "object" -> "a mapping";
                  default -> "a text";
                })
        .collect(Collectors.joining());
  }

  private static String range(Map<String, Object> schema) {
    return schema.get("maximum") instanceof Number most && most.doubleValue() <= 1e7
        ? " from "
            + Numbers.canonical(((Number) schema.get("minimum")).doubleValue())
            + " to "
            + Numbers.canonical(most.doubleValue())
        : "";
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> cast(Object schema) {
    return (Map<String, Object>) schema;
  }

  private static Map<String, Object> map(Map<String, Object> schema, String keyword) {
    return cast(schema.getOrDefault(keyword, Map.of()));
  }

  private static List<?> list(Map<String, Object> schema, String keyword) {
    return (List<?>) schema.getOrDefault(keyword, List.of());
  }
}
