package org.attune.sweeps.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;

/**
 * Encodes events as compact JSON objects: {@code strings} can show the events that were written one
 * by one when all else fails.
 *
 * <p>The field {@code event} names the kind: the record's name in lower case. The other fields are
 * the record's components, by their names; {@code trialId} is called {@code trial}. The fields of a
 * trial or a header stand among them: see {@link EventFields}. Times are microseconds since 1970;
 * numbers that JSON lacks are strings ({@code "NaN"}). A reader ignores fields of later versions,
 * and reads an absent field as 0 or empty.
 */
final class EventCodec {

  /** Longer than any event; a larger length is damage. */
  static final int MAX_BYTES = 64 << 20;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(MAX_BYTES).build())
              .build());

  /** How a component of each type is read from its field. */
  private static final Map<Class<?>, Function<JsonNode, Object>> READERS =
      Map.of(
          String.class, JsonNode::asText,
          int.class, JsonNode::asInt,
          long.class, JsonNode::asLong,
          boolean.class, JsonNode::asBoolean,
          Instant.class, EventCodec::time,
          Cause.class, field -> Cause.of(field.asText()),
          List.class, field -> List.copyOf(EventFields.texts(field).values()),
          Map.class, EventFields::texts);

  /** How a component of each type is read from the whole event. */
  private static final Map<Class<?>, Function<JsonNode, Object>> OWN_FIELDS =
      Map.of(Trial.class, EventFields::trial, SweepHeader.class, EventFields::header);

  private static final Map<String, Kind> KINDS =
      Stream.of(Event.class.getDeclaredClasses())
          .filter(Class::isRecord)
          .map(Kind::of)
          .collect(Collectors.toMap(Kind::name, Function.identity()));

  private static final Map<Class<?>, Kind> KIND_OF =
      KINDS.values().stream()
          .collect(Collectors.toMap(kind -> kind.make.getDeclaringClass(), Function.identity()));

  private EventCodec() {}

  /** A kind of event: a record with its constructor and components. */
  private record Kind(String name, Constructor<?> make, List<Component> components) {

    static Kind of(Class<?> type) {
      RecordComponent[] all = type.getRecordComponents();
      try {
        return new Kind(
            type.getSimpleName().toLowerCase(Locale.ROOT),
            type.getConstructor(
                Stream.of(all).map(RecordComponent::getType).toArray(Class<?>[]::new)),
            Stream.of(all).map(Component::of).toList());
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("Every record has its constructor", e);
      }
    }
  }

  /** A component of an event's record: its field's name, how to get it and how to read it. */
  private record Component(String name, Method get, Function<JsonNode, Object> reader) {

    static Component of(RecordComponent component) {
      Class<?> type = component.getType();
      String name = component.getName().equals("trialId") ? "trial" : component.getName();
      Function<JsonNode, Object> reader =
          component.getGenericType().getTypeName().endsWith("Double>")
              ? EventFields::numbers
              : READERS.get(type);
      return new Component(
          name,
          component.getAccessor(),
          OWN_FIELDS.getOrDefault(type, event -> reader.apply(event.path(name))));
    }

    Object of(Event event) {
      try {
        return get.invoke(event);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Every record has its accessors", e);
      }
    }
  }

  /** Writes one event. */
  static void write(Event event, OutputStream out) throws IOException {
    Kind kind = KIND_OF.get(event.getClass());
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("event", kind.name());
      write("time", event.time(), json);
      if (event instanceof Event.Opened opened) { // its header comes last
        write("epoch", opened.epoch(), json);
        write(EventFields.of(opened.header()), json);
      } else {
        for (Component component : kind.components()) {
          Object value = component.of(event);
          if (!component.name().equals("time") && !isLeftOut(event, component.name(), value)) {
            write(component.name(), value, json);
          }
        }
      }
      json.writeEndObject();
    }
  }

  /** Whether a field is left out, as in journals of 0.1.0, which did not have it. */
  private static boolean isLeftOut(Event event, String field, Object value) {
    return field.equals("duplicates") && value.equals(0L)
        || event instanceof Event.Measured && field.equals("report") && value.equals(0)
        || event instanceof Event.Failed && value.equals(Map.of());
  }

  private static void write(Map<?, ?> fields, JsonGenerator json) throws IOException {
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      write((String) field.getKey(), field.getValue(), json);
    }
  }

  private static void write(String field, Object value, JsonGenerator json) throws IOException {
    if (value instanceof String text) {
      json.writeStringField(field, text);
    } else if (value instanceof Double number) {
      json.writeNumberField(field, number);
    } else if (value instanceof Number whole) {
      json.writeNumberField(field, whole.longValue());
    } else if (value instanceof Boolean is) {
      json.writeBooleanField(field, is);
    } else if (value instanceof Instant time) {
      json.writeNumberField(field, ChronoUnit.MICROS.between(Instant.EPOCH, time));
    } else if (value instanceof Cause cause) {
      json.writeStringField(field, cause.label());
    } else if (value instanceof Trial trial) {
      write(EventFields.of(trial), json);
    } else if (value instanceof Map<?, ?> map) {
      json.writeObjectFieldStart(field);
      write(map, json);
      json.writeEndObject();
    } else if (value instanceof List<?> texts) {
      json.writeObjectFieldStart(field);
      for (int i = 0; i < texts.size(); i++) {
        write(String.valueOf(i), texts.get(i), json);
      }
      json.writeEndObject();
    } else {
      throw new IllegalArgumentException("Cannot write " + field + " = " + value);
    }
  }

  /**
   * Reads one event.
   *
   * @throws IOException if the bytes are not an event, or one of a later version
   */
  static Event read(byte[] bytes, int offset, int length) throws IOException {
    Optional<Event> measured = MeasuredText.read(bytes, offset, length);
    return measured.isPresent() ? measured.get() : parse(bytes, offset, length);
  }

  /** Like {@link #read}, always by way of a tree. */
  static Event parse(byte[] bytes, int offset, int length) throws IOException {
    JsonNode event = MAPPER.readTree(bytes, offset, length);
    Kind kind = KINDS.get(event.path("event").asText());
    if (kind == null) {
      throw new IOException("Cannot read an event of kind '" + event.path("event").asText() + "'");
    }
    Object[] values = new Object[kind.components().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = kind.components().get(i).reader().apply(event);
    }
    try {
      return (Event) kind.make().newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IOException("Cannot read an event of kind '" + kind.name() + "'", e);
    }
  }

  private static Instant time(JsonNode field) {
    return Instant.EPOCH.plus(field.asLong(), ChronoUnit.MICROS);
  }
}
