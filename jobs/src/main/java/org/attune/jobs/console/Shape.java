package org.attune.jobs.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The JSON objects that Attune writes of values of one Java type. Each key is declared once, with
 * its type and with the function that reads it from the value. The objects and their JSON Schema
 * both come from this list.
 *
 * @param <T> the Java type
 */
public final class Shape<T> implements JsonType {

  private record Key<T>(
      String name, JsonType type, Predicate<T> present, boolean always, Function<T, ?> value) {}

  private final List<Key<T>> keys;

  private Shape(List<Key<T>> keys) {
    this.keys = keys;
  }

  /** A shape without keys. */
  public static <T> Shape<T> of(Class<? super T> type) {
    return new Shape<>(List.of());
  }

  private Shape<T> and(Key<T> key) {
    List<Key<T>> more = new ArrayList<>(keys);
    more.add(key);
    return new Shape<>(List.copyOf(more));
  }

  /** This shape with one more key. */
  public Shape<T> with(String name, JsonType type, Function<T, ?> value) {
    return and(new Key<>(name, type, all -> true, true, value));
  }

  /** This shape with a key that is left out if its value is empty. */
  public Shape<T> maybe(String name, JsonType type, Function<T, ? extends Optional<?>> value) {
    return and(
        new Key<>(
            name,
            type,
            of -> value.apply(of).isPresent(),
            false,
            of -> value.apply(of).orElseThrow()));
  }

  /** This shape followed by the keys of another, for part of the value. */
  public <P> Shape<T> including(Shape<P> other, Function<T, P> part) {
    Shape<T> all = this;
    for (Key<P> key : other.keys) {
      all =
          all.and(
              new Key<>(
                  key.name(),
                  key.type(),
                  of -> key.present().test(part.apply(of)),
                  key.always(),
                  of -> key.value().apply(part.apply(of))));
    }
    return all;
  }

  /** This shape followed by the keys of another, which values without such a part leave out. */
  public <P> Shape<T> includingIf(Shape<P> other, Function<T, Optional<P>> part) {
    Shape<T> all = this;
    for (Key<P> key : other.keys) {
      all =
          all.and(
              new Key<>(
                  key.name(),
                  key.type(),
                  of -> part.apply(of).filter(key.present()).isPresent(),
                  false,
                  of -> key.value().apply(part.apply(of).orElseThrow())));
    }
    return all;
  }

  /** The object of a value. */
  public JsonObject object(T of) {
    JsonObject object = new JsonObject();
    for (Key<T> key : keys) {
      if (key.present().test(of)) {
        object.with(key.name(), key.type().write(key.value().apply(of)));
      }
    }
    return object;
  }

  /** The objects of several values. */
  public List<JsonObject> objects(List<? extends T> of) {
    return of.stream().map(this::object).toList();
  }

  @Override
  @SuppressWarnings("unchecked") // each key is declared with the type of its value
  public Object write(Object value) {
    return value instanceof JsonObject written ? written : object((T) value);
  }

  @Override
  public Map<String, Object> schema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Key<T> key : keys) {
      properties.put(key.name(), key.type().schema());
      if (key.always()) {
        required.add(key.name());
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", required);
    schema.put("additionalProperties", false);
    return schema;
  }
}
