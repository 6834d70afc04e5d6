package org.attune.jobs.console;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A type of JSON values. It writes the values, and it has their JSON Schema: so nothing is printed
 * that the schema does not say.
 */
public interface JsonType {

  JsonType TEXT = plain("string");
  JsonType WHOLE = plain("integer");
  JsonType FLAG = plain("boolean");

  /** A number; null if it is missing or not finite. */
  JsonType NUMBER = orNull(plain("number"));

  /** Any value. */
  JsonType ANY = new Plain(Map::of, UnaryOperator.identity());

  /** A value as Jackson writes it. */
  Object write(Object value);

  /** The JSON Schema of the values. */
  Map<String, Object> schema();

  private static JsonType plain(String name) {
    return new Plain(() -> Map.of("type", name), UnaryOperator.identity());
  }

  /** The type, or null for an empty {@code Optional} and for numbers that are not finite. */
  static JsonType orNull(JsonType type) {
    return new Plain(
        () -> Map.of("anyOf", List.of(type.schema(), Map.of("type", "null"))),
        value -> {
          Object present = JsonObject.value(value);
          return present == null ? null : type.write(present);
        });
  }

  /** An array of values that are in a {@code Collection}. */
  static JsonType list(JsonType type) {
    return new Plain(
        () -> Map.of("type", "array", "items", type.schema()),
        value -> Arrays.asList(((Collection<?>) value).stream().map(type::write).toArray()));
  }

  /** An object with keys that are not known beforehand. */
  static JsonType map(JsonType type) {
    return new Plain(
        () -> Map.of("type", "object", "additionalProperties", type.schema()),
        value -> {
          Map<String, Object> written = new LinkedHashMap<>();
          ((Map<?, ?>) value)
              .forEach((key, each) -> written.put(String.valueOf(key), type.write(each)));
          return written;
        });
  }

  /** One of several types; the value is written already. */
  static JsonType either(JsonType... types) {
    return new Plain(
        () -> Map.of("anyOf", Arrays.stream(types).map(JsonType::schema).toList()),
        UnaryOperator.identity());
  }

  /**
   * A type by its two functions.
   *
   * @param description makes the schema, which few commands need
   * @param writing makes of a value what Jackson writes
   */
  record Plain(Supplier<Map<String, Object>> description, UnaryOperator<Object> writing)
      implements JsonType {
    @Override
    public Map<String, Object> schema() {
      return description.get();
    }

    @Override
    public Object write(Object value) {
      return writing.apply(value);
    }
  }
}
