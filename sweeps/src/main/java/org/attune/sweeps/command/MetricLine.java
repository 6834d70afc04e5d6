package org.attune.sweeps.command;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A program's line of metrics: {@code {"step": 100, "loss": 0.25}}. Python's {@code NaN} and {@code
 * Infinity} are valid numbers.
 *
 * @param step whole and not negative; empty if the line has none
 * @param values by metric name
 */
record MetricLine(OptionalLong step, Map<String, Double> values) {

  private static final String STEP = "step";
  private static final String NAME = "[a-z][a-z0-9_]*";
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is not a JSON object of numbers; the message gives the
   *     reason
   */
  static MetricLine of(String line) {
    OptionalLong step = OptionalLong.empty();
    Map<String, Double> values = new TreeMap<>();
    try (JsonParser json = JSON.createParser(line)) {
      require(json.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        JsonToken token = json.nextToken();
        require(token != null && token.isNumeric(), "'" + name + "' is not a number");
        if (name.equals(STEP)) {
          double number = json.getDoubleValue();
          require(
              number >= 0 && number == Math.rint(number) && number < 1L << 53,
              "'step' must be a whole number from 0");
          step = OptionalLong.of((long) number);
        } else {
          require(name.matches(NAME), wrongName(name));
          values.put(name, json.getDoubleValue());
        }
      }
      require(json.currentToken() == JsonToken.END_OBJECT, "it is cut off");
      require(json.nextToken() == null, "something follows the object");
    } catch (IOException invalid) {
      throw new IllegalArgumentException("it is not JSON", invalid);
    }
    require(!values.isEmpty(), "it names no metric");
    return new MetricLine(step, values);
  }

  /** The values as a line that {@link #of} reads. */
  String text() {
    return values.entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String wrongName(String name) {
    String near =
        name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^[0-9_]+|_+$", "");
    return "'%s' is not a valid name of a metric: a name has lower-case letters, digits and _, and begins with a letter%s"
        .formatted(name, near.isEmpty() ? "" : "; write '" + near + "'");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
