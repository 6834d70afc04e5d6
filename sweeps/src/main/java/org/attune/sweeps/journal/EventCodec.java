package org.attune.sweeps.journal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;

/**
 * Encodes events as compact JSON objects whose field {@code event} names the kind: {@code strings}
 * can show the events that were written one by one when all else fails. Times are microseconds
 * since 1970; numbers that JSON lacks are strings ({@code "NaN"}).
 */
final class EventCodec {

  /** Longer than any event; a larger length is damage. */
  static final int MAX_BYTES = 64 << 20;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(MAX_BYTES).build())
          .build();

  private static final Map<Class<? extends Event>, String> KINDS =
      Map.ofEntries(
          Map.entry(Event.Opened.class, "opened"),
          Map.entry(Event.Suggested.class, "suggested"),
          Map.entry(Event.Started.class, "started"),
          Map.entry(Event.Measured.class, "measured"),
          Map.entry(Event.Checkpointed.class, "checkpointed"),
          Map.entry(Event.Decided.class, "decided"),
          Map.entry(Event.Paused.class, "paused"),
          Map.entry(Event.Stopped.class, "stopped"),
          Map.entry(Event.Finished.class, "finished"),
          Map.entry(Event.Failed.class, "failed"),
          Map.entry(Event.Abandoned.class, "abandoned"),
          Map.entry(Event.Retried.class, "retried"),
          Map.entry(Event.Rested.class, "rested"),
          Map.entry(Event.Suspended.class, "suspended"),
          Map.entry(Event.Stated.class, "stated"),
          Map.entry(Event.Unsealed.class, "unsealed"),
          Map.entry(Event.Completed.class, "completed"));

  /** The objectives after the first, if there are several. */
  private static final String FURTHER = "further-objectives";

  /** The budget's wall time in milliseconds, if there is one. */
  private static final String WALL_TIME = "wall-time";

  private static final String RUN_TIME = "run-time";

  /**
   * One object per named cell: {@code cell-0}, with its settings by key and the two fields below.
   */
  private static final String CELL = "cell-";

  private static final String CELL_NAME = "=name";
  private static final String HOLES = "holes";
  private static final String CONTROL = "=control";

  private EventCodec() {}

  /** Writes one event. */
  static void write(Event event, OutputStream out) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartObject();
      json.writeStringField("event", kind(event));
      json.writeNumberField("time", micros(event.time()));
      if (event instanceof Event.OfAttempt ofAttempt) {
        json.writeStringField("trial", ofAttempt.trialId());
        json.writeNumberField("attempt", ofAttempt.attempt());
      }
      writeFields(event, json);
      json.writeEndObject();
    }
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  private static Instant time(EventFields fields, String field) {
    return Instant.EPOCH.plus(fields.integer(field), ChronoUnit.MICROS);
  }

  private static String kind(Event event) {
    return KINDS.get(event.getClass());
  }

  private static void writeFields(Event event, JsonGenerator json) throws IOException {
    if (event instanceof Event.Measured measured) {
      json.writeNumberField("step", measured.step());
      writeNumbers(json, "values", measured.values());
    } else if (event instanceof Event.Suggested suggested) {
      write(suggested.trial(), json);
      json.writeNumberField("told", suggested.told());
      if (suggested.duplicates() > 0) {
        json.writeNumberField("duplicates", suggested.duplicates());
      }
    } else if (event instanceof Event.Started started) {
      json.writeStringField("slot", started.slot());
      json.writeStringField("host", started.host());
      json.writeStringField("device", started.device());
      writeTexts(json, "provenance", started.provenance());
    } else if (event instanceof Event.Finished finished) {
      writeNumbers(json, "metrics", finished.metrics());
      writeTexts(json, "provenance", finished.provenance());
    } else if (event instanceof Event.Stopped stopped) {
      json.writeNumberField("step", stopped.step());
      json.writeStringField("reason", stopped.reason());
      writeNumbers(json, "metrics", stopped.metrics());
      writeTexts(json, "provenance", stopped.provenance());
    } else if (event instanceof Event.Failed failed) {
      json.writeStringField("cause", failed.cause().label());
      json.writeStringField("message", failed.message());
      if (!failed.provenance().isEmpty()) {
        writeTexts(json, "provenance", failed.provenance());
      }
    } else if (event instanceof Event.Decided decided) {
      json.writeNumberField("step", decided.step());
      json.writeStringField("rule", decided.rule());
      json.writeStringField("reason", decided.reason());
    } else if (event instanceof Event.Abandoned abandoned) {
      json.writeStringField("reason", abandoned.reason());
    } else if (event instanceof Event.Paused paused) {
      json.writeNumberField("step", paused.step());
    } else if (event instanceof Event.Checkpointed file) {
      json.writeNumberField("step", file.step());
      json.writeStringField("kind", file.kind());
      json.writeStringField("path", file.path());
      json.writeNumberField("bytes", file.bytes());
    } else if (event instanceof Event.Retried retried) {
      json.writeStringField("trial", retried.trialId());
    } else if (event instanceof Event.Rested rested) {
      json.writeStringField("who", rested.who());
      json.writeStringField("reason", rested.reason());
      json.writeNumberField("until", micros(rested.until()));
    } else if (event instanceof Event.Suspended suspended) {
      json.writeBooleanField("budget", suspended.budget());
      json.writeStringField("reason", suspended.reason());
    } else if (event instanceof Event.Stated stated) {
      json.writeObjectFieldStart("claims");
      for (int i = 0; i < stated.claims().size(); i++) {
        json.writeStringField(String.valueOf(i), stated.claims().get(i));
      }
      json.writeEndObject();
    } else if (event instanceof Event.Unsealed unsealed) {
      json.writeStringField("seen", unsealed.seen());
    } else if (event instanceof Event.Completed completed) {
      json.writeStringField("reason", completed.reason());
    } else if (event instanceof Event.Opened opened) {
      json.writeNumberField("epoch", opened.epoch());
      write(opened.header(), json);
    }
  }

  private static void write(Trial trial, JsonGenerator json) throws IOException {
    json.writeStringField("trial", trial.id());
    json.writeNumberField("index", trial.index());
    json.writeNumberField("replicate", trial.replicate());
    json.writeNumberField("seed", trial.seed());
    writeTexts(json, "configuration", trial.configuration().values());
    if (!trial.configuration().holes().isEmpty()) {
      writeTexts(json, HOLES, trial.configuration().holes());
    }
    if (trial.origin().isPresent()) {
      json.writeObjectFieldStart("origin");
      json.writeStringField("trial", trial.origin().get().trialId());
      json.writeNumberField("step", trial.origin().get().step());
      json.writeEndObject();
    }
  }

  private static void write(SweepHeader header, JsonGenerator json) throws IOException {
    json.writeStringField("sweep", header.sweepId());
    json.writeStringField("name", header.name());
    json.writeStringField("spec", header.specText());
    json.writeNumberField("seed", header.seed());
    json.writeNumberField("trials", header.trials());
    json.writeStringField("metric", header.objective().metric());
    json.writeStringField("goal", header.objective().goal().name());
    if (header.objectives().size() > 1) {
      json.writeObjectFieldStart(FURTHER);
      for (Objective further : header.objectives().subList(1, header.objectives().size())) {
        json.writeStringField(further.metric(), further.goal().name());
      }
      json.writeEndObject();
    }
    json.writeNumberField("retries", header.retries());
    if (header.wallTime().isPresent()) {
      json.writeNumberField(WALL_TIME, header.wallTime().get().toMillis());
    }
    if (header.runTime().isPresent()) {
      json.writeNumberField(RUN_TIME, header.runTime().get().toMillis());
    }
    json.writeNumberField("threads", header.threadsPerTrial());
    writeTexts(json, "provenance", header.provenance());
    for (int i = 0; i < header.cells().size(); i++) {
      NamedCell cell = header.cells().get(i);
      Map<String, String> texts = new TreeMap<>(cell.settings());
      texts.put(CELL_NAME, cell.name());
      cell.control().ifPresent(control -> texts.put(CONTROL, control));
      writeTexts(json, CELL + i, texts);
    }
  }

  private static void writeNumbers(JsonGenerator json, String field, Map<String, Double> numbers)
      throws IOException {
    json.writeObjectFieldStart(field);
    for (Map.Entry<String, Double> entry : numbers.entrySet()) {
      json.writeNumberField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }

  private static void writeTexts(JsonGenerator json, String field, Map<String, String> texts)
      throws IOException {
    json.writeObjectFieldStart(field);
    for (Map.Entry<String, String> entry : texts.entrySet()) {
      json.writeStringField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
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

  /** Like {@link #read}, always by the JSON parser. */
  static Event parse(byte[] bytes, int offset, int length) throws IOException {
    EventFields fields;
    try (JsonParser json = FACTORY.createParser(bytes, offset, length)) {
      fields = EventFields.read(json);
    }
    Instant time = time(fields, "time");
    String trial = fields.text("trial");
    int attempt = (int) fields.integer("attempt");
    long step = fields.integer("step");
    String reason = fields.text("reason");
    String kind = fields.text("event");
    return switch (kind) {
      case "opened" -> new Event.Opened(header(fields), (int) fields.integer("epoch"), time);
      case "suggested" ->
          new Event.Suggested(
              trial(fields), fields.integer("told"), fields.integer("duplicates"), time);
      case "started" ->
          new Event.Started(
              trial,
              attempt,
              fields.text("slot"),
              fields.text("host"),
              fields.text("device"),
              fields.sharedTexts("provenance"),
              time);
      case "measured" -> new Event.Measured(trial, attempt, step, fields.numbers("values"), time);
      case "checkpointed" ->
          new Event.Checkpointed(
              trial,
              attempt,
              step,
              fields.text("kind"),
              fields.text("path"),
              fields.integer("bytes"),
              time);
      case "decided" -> new Event.Decided(trial, attempt, step, fields.text("rule"), reason, time);
      case "paused" -> new Event.Paused(trial, attempt, step, time);
      case "stopped" ->
          new Event.Stopped(
              trial,
              attempt,
              step,
              reason,
              fields.numbers("metrics"),
              fields.texts("provenance"),
              time);
      case "finished" ->
          new Event.Finished(
              trial, attempt, fields.numbers("metrics"), fields.texts("provenance"), time);
      case "failed" ->
          new Event.Failed(
              trial,
              attempt,
              Cause.of(fields.text("cause")),
              fields.text("message"),
              fields.texts("provenance"),
              time);
      case "abandoned" -> new Event.Abandoned(trial, attempt, reason, time);
      case "retried" -> new Event.Retried(trial, time);
      case "rested" -> new Event.Rested(fields.text("who"), reason, time(fields, "until"), time);
      case "suspended" ->
          new Event.Suspended(Boolean.parseBoolean(fields.text("budget")), reason, time);
      case "stated" -> new Event.Stated(List.copyOf(fields.texts("claims").values()), time);
      case "unsealed" -> new Event.Unsealed(fields.text("seen"), time);
      case "completed" -> new Event.Completed(reason, time);
      default -> throw new IOException("Cannot read an event of kind '" + kind + "'");
    };
  }

  private static Trial trial(EventFields fields) {
    Map<String, String> origin = fields.texts("origin");
    return new Trial(
        fields.text("trial"),
        (int) fields.integer("index"),
        new Configuration(fields.texts("configuration")).filled(fields.texts(HOLES)),
        (int) fields.integer("replicate"),
        fields.integer("seed"),
        origin.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Trial.Origin(origin.get("trial"), Long.parseLong(origin.get("step")))));
  }

  private static List<Objective> objectives(EventFields fields) {
    List<Objective> objectives = new ArrayList<>();
    objectives.add(
        new Objective(fields.text("metric"), Objective.Goal.valueOf(fields.text("goal"))));
    fields
        .texts(FURTHER)
        .forEach((name, goal) -> objectives.add(new Objective(name, Objective.Goal.valueOf(goal))));
    return objectives;
  }

  private static SweepHeader header(EventFields fields) {
    return new SweepHeader(
        fields.text("sweep"),
        fields.text("name"),
        fields.text("spec"),
        fields.integer("seed"),
        fields.integer("trials"),
        objectives(fields),
        (int) fields.integer("retries"),
        duration(fields, WALL_TIME),
        duration(fields, RUN_TIME),
        (int) fields.integer("threads"),
        new TreeMap<>(fields.texts("provenance")),
        cells(fields));
  }

  private static Optional<Duration> duration(EventFields fields, String key) {
    return Optional.of(fields.integer(key)).filter(ms -> ms > 0).map(Duration::ofMillis);
  }

  private static List<NamedCell> cells(EventFields fields) {
    List<NamedCell> cells = new ArrayList<>();
    for (int i = 0; !fields.texts(CELL + i).isEmpty(); i++) {
      TreeMap<String, String> settings = new TreeMap<>(fields.texts(CELL + i));
      String name = settings.remove(CELL_NAME);
      Optional<String> control = Optional.ofNullable(settings.remove(CONTROL));
      cells.add(new NamedCell(name, settings, control));
    }
    return cells;
  }
}
