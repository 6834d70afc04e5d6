package org.attune.jobs.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Prints JSON for {@code --json}. */
public final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ObjectMapper SORTED =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private Json() {}

  /** A value as JSON on one line, without a line end. */
  public static String line(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot print " + value + " as JSON", e);
    }
  }

  /** A value as indented JSON, with a line end. */
  public static String print(Object value) {
    return print(value, MAPPER);
  }

  /** A value as indented JSON with sorted keys, the same text in each process. */
  public static String printSorted(Object value) {
    return print(value, SORTED);
  }

  private static String print(Object value, ObjectMapper mapper) {
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot print " + value + " as JSON", e);
    }
  }
}
