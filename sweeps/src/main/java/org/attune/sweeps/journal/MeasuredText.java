package org.attune.sweeps.journal;

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
 * Reads a measurement as {@link EventCodec} writes it, without a JSON parser, because nearly all
 * events of a journal are measurements. It reads no other spelling: a name with an escape, another
 * order or a blank is left to the parser.
 */
final class MeasuredText {

  private static final byte[] TIME = bytes("{\"event\":\"measured\",\"time\":");
  private static final byte[] TRIAL = bytes(",\"trial\":\"");
  private static final byte[] ATTEMPT = bytes(",\"attempt\":");
  private static final byte[] STEP = bytes(",\"step\":");
  private static final byte[] VALUES = bytes(",\"values\":{\"");
  private static final byte[] REPORT = bytes(",\"report\":");
  private static final int MOST_DIGITS = 18;

  private final byte[] text;
  private final int end;
  private int at;
  private boolean other; // than what this class reads

  private MeasuredText(byte[] text, int offset, int length) {
    this.text = text;
    this.at = offset;
    this.end = offset + length;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The measurement; empty if this is another event, or another spelling of it. */
  static Optional<Event> read(byte[] bytes, int offset, int length) {
    return new MeasuredText(bytes, offset, length).read();
  }

  private Optional<Event> read() {
    if (!take(TIME)) {
      return Optional.empty();
    }
    long micros = whole();
    boolean isTrial = take(TRIAL);
    String trial = name();
    boolean isAttempt = take(ATTEMPT);
    long attempt = whole();
    boolean isStep = take(STEP);
    long step = whole();
    if (other || !isTrial || !isAttempt || !isStep || attempt > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    Map<String, Double> values = values();
    long report = take(REPORT) ? whole() : 0;
    expect((byte) '}');
    if (other || at != end || report > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return Optional.of(new Event.Measured(trial, (int) attempt, step, values, (int) report, time));
  }

  private Map<String, Double> values() {
    if (!take(VALUES)) {
      other = true;
      return Map.of();
    }
    Map<String, Double> values = Map.of();
    while (!other) {
      String name = SharedText.of(name());
      expect((byte) ':');
      Double value = number();
      if (values.isEmpty()) {
        values = Map.of(name, value);
      } else {
        values = values.size() == 1 ? new HashMap<>(values) : values;
        values.put(name, value);
      }
      if (at < end && text[at] == '}') {
        at++;
        return values;
      }
      expect((byte) ',');
      expect((byte) '"');
    }
    return values;
  }

  private boolean take(byte[] expected) {
    int after = at + expected.length;
    if (after > end || !Arrays.equals(text, at, after, expected, 0, expected.length)) {
      return false;
    }
    at = after;
    return true;
  }

  private void expect(byte character) {
    other |= at == end || text[at] != character;
    at = Math.min(at + 1, end);
  }

  private long whole() {
    int start = at;
    long number = 0;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      number = 10 * number + text[at++] - '0';
    }
    other |= at == start || at - start > MOST_DIGITS;
    return number;
  }

  /** Plain characters up to the next quote, and the quote. */
  private String name() {
    int start = at;
    while (at < end && text[at] != '"' && text[at] >= ' ' && text[at] != '\\') {
      at++;
    }
    String name = new String(text, start, at - start, StandardCharsets.ISO_8859_1);
    expect((byte) '"');
    return name;
  }

  private Double number() {
    int start = at;
    while (at < end && text[at] != ',' && text[at] != '}') {
      byte next = text[at++];
      boolean numeral = next >= '0' && next <= '9';
      other |= !numeral && next != '-' && next != '+' && next != '.' && next != 'E' && next != 'e';
    }
    other |= at == start;
    if (other) {
      return Double.NaN;
    }
    try {
      return Double.valueOf(new String(text, start, at - start, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException otherSpelling) {
      other = true;
      return Double.NaN;
    }
  }
}
