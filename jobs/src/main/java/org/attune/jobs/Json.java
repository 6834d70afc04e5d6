package org.attune.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints JSON for {@code --json}. */
final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** An object or array, indented, with a line end. */
  static String print(Object value) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot print " + value + " as JSON", e);
    }
  }

  /** One object a row. */
  static String objects(String[] names, List<String[]> rows) {
    List<Map<String, String>> objects = new ArrayList<>();
    for (String[] row : rows) {
      Map<String, String> object = new LinkedHashMap<>();
      for (int i = 0; i < names.length; i++) {
        object.put(names[i], row[i].strip());
      }
      objects.add(object);
    }
    return print(objects);
  }
}
