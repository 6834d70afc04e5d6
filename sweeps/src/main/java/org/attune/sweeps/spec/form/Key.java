package org.attune.sweeps.spec.form;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.attune.api.catalog.ShortList;

/**
 * A key of a section of the sweep file, declared once: the reader, the allowed keys and the JSON
 * Schema follow from it.
 *
 * @param name in the file
 * @param form of its value
 * @param describes what it is, for editors
 * @param missing what is wrong with a section without it; empty if the key may be left out
 */
public record Key<T>(String name, Form<T> form, String describes, Optional<String> missing) {

  public Key(String name, Form<T> form, String describes) {
    this(name, form, describes, Optional.empty());
  }

  /** A time, such as {@code 1d12h}. */
  public static Key<Duration> time(String name, String describes) {
    return new Key<>(name, Form.TIME, describes + "; a time: 90s, 30m, 2h, 1d12h");
  }

  /** A section below this one. */
  public static Key<Fields> section(String name, String describes, Key<?>... keys) {
    return new Key<>(name, section(keys), describes);
  }

  /** A mapping with some keys. */
  public static Form<Fields> section(Key<?>... keys) {
    List<Key<?>> all = List.of(keys);
    return new Form<>(
        object(all),
        given ->
            given
                .mapping("; its keys are " + ShortList.of(names(all), Listing.KEYS))
                .map(mapping -> fields(given, all, names(all))));
  }

  /**
   * The values of a mapping with some keys.
   *
   * @param named the keys that messages name: these, and those that another reader has taken out
   */
  public static Fields fields(Given mapping, Collection<Key<?>> keys, Collection<String> named) {
    return fields(mapping, keys, Fields.unknown(named));
  }

  /**
   * The values of a mapping with some keys.
   *
   * @param unknown what is wrong with another key
   */
  public static Fields fields(
      Given mapping, Collection<Key<?>> keys, UnaryOperator<String> unknown) {
    Fields fields = new Fields(mapping, names(keys), unknown);
    keys.stream()
        .filter(key -> !key.isIn(fields))
        .forEach(key -> key.missing.ifPresent(why -> key.at(fields).refuse(why)));
    return fields;
  }

  public static Set<String> names(Collection<Key<?>> keys) {
    Set<String> names = new LinkedHashSet<>();
    keys.forEach(key -> names.add(key.name));
    return names;
  }

  /** The schema of a mapping with exactly some keys. */
  public static Map<String, Object> object(Collection<Key<?>> keys) {
    Map<String, Object> object = JsonSchemas.object(schemas(keys));
    List<String> required =
        keys.stream().filter(key -> key.missing.isPresent()).<String>map(Key::name).toList();
    if (!required.isEmpty()) {
      object.put("required", required);
    }
    return object;
  }

  /** The schemas of the values by name, in the order of the keys. */
  public static Map<String, Object> schemas(Collection<Key<?>> keys) {
    Map<String, Object> schemas = new LinkedHashMap<>();
    keys.forEach(
        key -> schemas.put(key.name, JsonSchemas.described(key.describes, key.form.schema())));
    return schemas;
  }

  /**
   * This key, without which a section is refused.
   *
   * @param remedy what to do; may be empty
   */
  public Key<T> required(String remedy) {
    return new Key<>(name, form, describes, Optional.of("is missing" + remedy));
  }

  /** This key with the schema that a catalog makes of it. */
  public Key<T> as(Map<String, Object> schema) {
    return new Key<>(name, new Form<>(schema, form.reading()), describes, missing);
  }

  /** Reads the value; empty if it is not there or wrong. */
  public Optional<T> in(Fields section) {
    return section.find(name).flatMap(form::in);
  }

  public boolean isIn(Fields section) {
    return section.find(name).isPresent();
  }

  /** The value, or the section under this key's name where it is not there. */
  public Given at(Fields section) {
    return section.at(name);
  }
}
