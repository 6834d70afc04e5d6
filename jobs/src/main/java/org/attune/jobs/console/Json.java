package org.attune.jobs.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Prints JSON for {@code --json}. */
public final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ObjectMapper SORTED =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private Json() {}

  /** A value as JSON on one line, without a line end. */
  public static String line(Object value) {
    return write(value, MAPPER.writer());
  }

  /** A value as indented JSON, with a line end. */
  public static String print(Object value) {
    return write(value, MAPPER.writerWithDefaultPrettyPrinter()) + "\n";
  }

  /** A value as indented JSON with sorted keys, the same text in each process. */
  public static String printSorted(Object value) {
    return write(value, SORTED.writerWithDefaultPrettyPrinter()) + "\n";
  }

  private static String write(Object value, ObjectWriter writer) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Cannot print " + value + " as JSON", e);
    }
  }
}
