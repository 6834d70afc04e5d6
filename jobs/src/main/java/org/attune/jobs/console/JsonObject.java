package org.attune.jobs.console;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object whose keys keep their order. An empty value is null, and so is a number that is not
 * finite.
 */
public final class JsonObject extends LinkedHashMap<String, Object> {

  private static final long serialVersionUID = 1;

  /** Adds a key. */
  public JsonObject with(String key, Object value) {
    put(key, value(value));
    return this;
  }

  static @Nullable Object value(Object object) {
    if (object instanceof Optional<?> value) {
      return value.map(JsonObject::value).orElse(null);
    }
    if (object instanceof OptionalInt value) {
      return value.isPresent() ? value.getAsInt() : null;
    }
    if (object instanceof OptionalDouble value) {
      return value.isPresent() ? value(value.getAsDouble()) : null;
    }
    return object instanceof Double number && !Double.isFinite(number) ? null : object;
  }
}
