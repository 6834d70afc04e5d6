package org.attune.sweeps.journal;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.attune.api.catalog.SharedText;

/**
 * The fields of one event's JSON object, read in one pass without a tree, because a resume decodes
 * some hundred thousand events. Fields from later versions are kept but never read.
 */
final class EventFields {

  private final Map<String, String> scalars = new HashMap<>();
  private final Map<String, Map<String, String>> objects = new HashMap<>(4);

  private EventFields() {}

  /** Reads an object whose values are scalars, or objects of scalars. */
  static EventFields read(JsonParser json) throws IOException {
    EventFields fields = new EventFields();
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("Cannot read an event that is no JSON object");
    }
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      JsonToken token = json.nextToken();
      if (token == JsonToken.START_OBJECT) {
        fields.objects.put(name, scalars(json));
      } else {
        take(json, token, name, fields.scalars);
      }
    }
    requireEnd(json);
    return fields;
  }

  private static Map<String, String> scalars(JsonParser json) throws IOException {
    Map<String, String> scalars = new LinkedHashMap<>();
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      take(json, json.nextToken(), name, scalars);
    }
    requireEnd(json);
    return scalars;
  }

  private static void take(JsonParser json, JsonToken token, String name, Map<String, String> into)
      throws IOException {
    if (token != null && token.isScalarValue()) {
      into.put(name, json.getText());
    } else {
      json.skipChildren();
    }
  }

  private static void requireEnd(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.END_OBJECT) {
      throw new IOException("Cannot read an event that is cut off");
    }
  }

  /** A scalar's text; empty if absent. */
  String text(String field) {
    return scalars.getOrDefault(field, "");
  }

  /** A whole number; 0 if absent. */
  long integer(String field) {
    return Long.parseLong(scalars.getOrDefault(field, "0"));
  }

  /** An object's texts; empty if absent. */
  Map<String, String> texts(String field) {
    return objects.getOrDefault(field, Map.of());
  }

  /** An object's texts, which the same object of other events has too. */
  Map<String, String> sharedTexts(String field) {
    Map<String, String> shared = new LinkedHashMap<>();
    texts(field).forEach((name, text) -> shared.put(name, SharedText.of(text)));
    return shared;
  }

  /** An object's numbers; values that JSON lacks are spelled as in Java: {@code NaN}. */
  Map<String, Double> numbers(String field) {
    Map<String, Double> numbers = new HashMap<>();
    texts(field).forEach((name, text) -> numbers.put(name, Double.valueOf(text)));
    return numbers;
  }
}
