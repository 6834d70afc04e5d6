package org.attune.sweeps.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.SharedText;
import org.attune.sweeps.event.Event;

/**
 * Reads a measurement field by field, without a tree of nodes, because nearly all events of a
 * journal are measurements.
 */
final class MeasuredText {

  private static final byte[] BEGIN =
      "{\"event\":\"measured\",".getBytes(StandardCharsets.US_ASCII);
  private static final JsonFactory JSON = new JsonFactory();

  private MeasuredText() {}

  /** The measurement; empty if this is another event. */
  static Optional<Event> read(byte[] bytes, int offset, int length) throws IOException {
    int end = offset + Math.min(length, BEGIN.length);
    if (!Arrays.equals(bytes, offset, end, BEGIN, 0, BEGIN.length)) {
      return Optional.empty();
    }
    long micros = 0;
    String trial = "";
    int attempt = 0;
    long step = 0;
    Map<String, Double> values = Map.of();
    int report = 0;
    try (JsonParser json = JSON.createParser(bytes, offset, length)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.getCurrentName();
        json.nextToken();
        switch (field) {
          case "time" -> micros = json.getValueAsLong();
          case "trial" -> trial = json.getText();
          case "attempt" -> attempt = json.getValueAsInt();
          case "step" -> step = json.getValueAsLong();
          case "values" -> values = values(json);
          case "report" -> report = json.getValueAsInt();
          default -> json.skipChildren();
        }
      }
    }
    Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return Optional.of(new Event.Measured(trial, attempt, step, values, report, time));
  }

  private static Map<String, Double> values(JsonParser json) throws IOException {
    Map<String, Double> values = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = SharedText.of(json.getCurrentName());
      boolean number = json.nextToken().isNumeric();
      values.put(name, number ? json.getDoubleValue() : Double.valueOf(json.getText()));
    }
    return values.size() == 1 ? Map.copyOf(values) : values;
  }
}
