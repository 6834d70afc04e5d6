package org.attune.jobs.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The JSON objects that Attune writes of values of one Java type. Each key is declared once, with
 * its type and with the function that reads it from the value. The objects and their JSON Schema
 * both come from this list.
 *
 * @param <T> the Java type
 */
public final class Shape<T> implements JsonType {

  /**
   * A key of the object.
   *
   * @param always whether each object has it
   */
  private record Key(String name, JsonType type, boolean always) {}

  private final List<Key> keys;
  private final List<BiConsumer<T, JsonObject>> writers;

  private Shape(List<Key> keys, List<BiConsumer<T, JsonObject>> writers) {
    this.keys = keys;
    this.writers = writers;
  }

  /** A shape without keys. */
  public static <T> Shape<T> of(Class<? super T> type) {
    return new Shape<>(List.of(), List.of());
  }

  private Shape<T> and(List<Key> more, BiConsumer<T, JsonObject> writer) {
    return new Shape<>(
        Stream.concat(keys.stream(), more.stream()).toList(),
        Stream.concat(writers.stream(), Stream.of(writer)).toList());
  }

  /** This shape with one more key. */
  public Shape<T> with(String name, JsonType type, Function<T, ?> value) {
    return and(
        List.of(new Key(name, type, true)),
        (all, object) -> object.with(name, type.write(value.apply(all))));
  }

  /** This shape with a key that is left out if its value is empty. */
  public Shape<T> maybe(String name, JsonType type, Function<T, ? extends Optional<?>> value) {
    return and(
        List.of(new Key(name, type, false)),
        (all, object) ->
            value.apply(all).ifPresent(present -> object.with(name, type.write(present))));
  }

  /** This shape followed by the keys of another, for part of the value. */
  public <P> Shape<T> including(Shape<P> other, Function<T, P> part) {
    return and(other.keys, (all, object) -> other.write(part.apply(all), object));
  }

  /** This shape followed by the keys of another, which values without such a part leave out. */
  public <P> Shape<T> includingIf(Shape<P> other, Function<T, Optional<P>> part) {
    return and(
        other.keys.stream().map(key -> new Key(key.name(), key.type(), false)).toList(),
        (all, object) -> part.apply(all).ifPresent(present -> other.write(present, object)));
  }

  private void write(T value, JsonObject object) {
    writers.forEach(writer -> writer.accept(value, object));
  }

  /** The object of a value. */
  public JsonObject object(T value) {
    JsonObject object = new JsonObject();
    write(value, object);
    return object;
  }

  /** The objects of several values. */
  public List<JsonObject> objects(List<? extends T> items) {
    return items.stream().map(this::object).toList();
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
    for (Key key : keys) {
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
