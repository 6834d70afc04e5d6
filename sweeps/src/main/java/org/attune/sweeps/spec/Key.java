package org.attune.sweeps.spec;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import org.attune.api.catalog.Domain;

/**
 * A key of a section of the sweep file, declared once: the reader, the allowed keys and the JSON
 * Schema follow from it.
 *
 * @param name in the file
 * @param schema of its value
 * @param reading reads its value from the section
 */
record Key<T>(String name, Map<String, Object> schema, BiFunction<Fields, String, T> reading) {

  private static final String TIME = "a time: 90s, 30m, 2h, 1d12h";
  private static final String TIME_PATTERN = "^(?=\\d)(\\d+d)?(\\d+h)?(\\d+m)?(\\d+s)?$";

  /** A whole number in [min, max]. */
  static Key<OptionalInt> count(String name, int min, int max, String describes) {
    return new Key<>(
        name,
        described(describes, new Domain.IntegerRange(min, max)),
        (section, key) -> section.count(key, min, max));
  }

  /** A whole number in [min, max] that may exceed 32 bits. */
  static Key<OptionalLong> integer(String name, long min, long max, String describes) {
    return new Key<>(
        name,
        described(describes, new Domain.IntegerRange(min, max)),
        (section, key) -> section.integer(key, min, max));
  }

  /** A number in [min, max]. */
  static Key<OptionalDouble> real(String name, double min, double max, String describes) {
    return new Key<>(
        name,
        described(describes, Domain.RealRange.closed(min, max)),
        (section, key) -> section.real(key, min, max));
  }

  /** A time, such as {@code 1d12h}. */
  static Key<Optional<Duration>> duration(String name, String describes) {
    Map<String, Object> time = Map.of("type", "string", "pattern", TIME_PATTERN);
    return new Key<>(name, JsonSchemas.described(describes + "; " + TIME, time), Fields::duration);
  }

  /** One of some words. */
  static Key<Optional<String>> word(String name, Set<String> words, String describes) {
    return new Key<>(
        name,
        JsonSchemas.described(describes, Map.of("enum", List.copyOf(words))),
        (section, key) -> section.word(key, words));
  }

  /** A section below this one. */
  static Key<Optional<Fields>> section(String name, List<Key<?>> keys, String describes) {
    return new Key<>(
        name,
        JsonSchemas.described(describes, JsonSchemas.object(schemas(keys))),
        (section, key) -> section.section(key, names(keys)));
  }

  /** Reads the value. */
  T in(Fields section) {
    return reading.apply(section, name);
  }

  static Set<String> names(List<Key<?>> keys) {
    return schemas(keys).keySet();
  }

  /** The schemas of the values by name, in the order of the keys. */
  static Map<String, Object> schemas(List<Key<?>> keys) {
    Map<String, Object> schemas = new LinkedHashMap<>();
    keys.forEach(key -> schemas.put(key.name(), key.schema()));
    return schemas;
  }

  /** Some words in this order. */
  static Set<String> words(String... words) {
    return new LinkedHashSet<>(List.of(words));
  }

  private static Map<String, Object> described(String describes, Domain domain) {
    return JsonSchemas.described(describes, JsonSchemas.plain(domain));
  }
}
