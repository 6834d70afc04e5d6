package org.attune.sweeps.journal;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.identity.Replicates;

/** The fields of a trial or of a sweep's header in the JSON object of an event. */
final class EventFields {

  /** The objectives after the first, if there are several. */
  private static final String FURTHER = "further-objectives";

  /** The budget's times in milliseconds, where it has them. */
  private static final String WALL_TIME = "wall-time";

  private static final String RUN_TIME = "run-time";

  /**
   * One object per named cell: {@code cell-0}, with its settings by key and the two fields below.
   */
  private static final String CELL = "cell-";

  private static final String CELL_NAME = "=name";
  private static final String CONTROL = "=control";

  /** The keys that claims tune, if they tune any. */
  private static final String TUNED = "tuned";

  /** The directions of metrics, if any are known. */
  private static final String BETTER = "better";

  /** How the sweep chooses cells and seeds. */
  private static final String DESIGN = "design";

  /** Parameters whose values are words, if any looks like a number. */
  private static final String WORDS = "words";

  private static final String HELD_OUT = "held-out";
  private static final String AXES = "axes";

  private EventFields() {}

  static Map<String, Object> of(Trial trial) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("trial", trial.id());
    fields.put("index", trial.index());
    fields.put("replicate", trial.replicate());
    fields.put("seed", trial.seed());
    fields.put("configuration", trial.configuration().values());
    if (!trial.configuration().holes().isEmpty()) {
      fields.put("holes", trial.configuration().holes());
    }
    if (trial.origin().isPresent()) {
      Map<String, Object> origin = new LinkedHashMap<>();
      origin.put("trial", trial.origin().get().trialId());
      origin.put("step", trial.origin().get().step());
      fields.put("origin", origin);
    }
    return fields;
  }

  static Trial trial(JsonNode event) {
    JsonNode origin = event.path("origin");
    return new Trial(
        event.path("trial").asText(),
        event.path("index").asInt(),
        new Configuration(texts(event.path("configuration"))).filled(texts(event.path("holes"))),
        event.path("replicate").asInt(),
        event.path("seed").asLong(),
        origin.isMissingNode()
            ? Optional.empty()
            : Optional.of(
                new Trial.Origin(origin.path("trial").asText(), origin.path("step").asLong())));
  }

  static Map<String, Object> of(SweepHeader header) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("sweep", header.sweepId());
    fields.put("name", header.name());
    fields.put("spec", header.specText());
    fields.put("seed", header.seed());
    fields.put("trials", header.trials());
    fields.put("metric", header.objective().metric());
    fields.put("goal", header.objective().goal().name());
    if (header.objectives().size() > 1) {
      Map<String, String> further = new LinkedHashMap<>();
      header.objectives().stream()
          .skip(1)
          .forEach(objective -> further.put(objective.metric(), objective.goal().name()));
      fields.put(FURTHER, further);
    }
    fields.put("retries", header.retries());
    header.wallTime().ifPresent(time -> fields.put(WALL_TIME, time.toMillis()));
    header.runTime().ifPresent(time -> fields.put(RUN_TIME, time.toMillis()));
    fields.put("threads", header.threadsPerTrial());
    fields.put("provenance", header.provenance());
    fields.put(DESIGN, of(header.design()));
    for (int i = 0; i < header.cells().size(); i++) {
      NamedCell cell = header.cells().get(i);
      Map<String, String> texts = new TreeMap<>(cell.settings());
      texts.put(CELL_NAME, cell.name());
      cell.control().ifPresent(control -> texts.put(CONTROL, control));
      fields.put(CELL + i, texts);
    }
    if (!header.tuned().isEmpty()) {
      fields.put(TUNED, List.copyOf(header.tuned()));
    }
    if (!header.better().isEmpty()) {
      Map<String, String> better = new TreeMap<>();
      header.better().forEach((metric, goal) -> better.put(metric, goal.name()));
      fields.put(BETTER, better);
    }
    return fields;
  }

  private static Map<String, Object> of(Design design) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", design.method());
    fields.put("looks", design.looksAtResults());
    fields.put("exhaustive", design.exhaustive());
    fields.put("settings", design.settings());
    fields.put("stops", design.stopsEarly());
    if (!design.words().isEmpty()) {
      fields.put(WORDS, List.copyOf(design.words()));
    }
    design.heldOut().ifPresent(examples -> fields.put(HELD_OUT, examples));
    design
        .axes()
        .ifPresent(
            axes -> {
              Map<String, Object> content = new LinkedHashMap<>();
              content.put("keys", List.copyOf(axes.keys()));
              content.put("cells", List.copyOf(axes.cellKeys()));
              Map<String, String> intervals = new TreeMap<>();
              axes.intervals().forEach((key, log) -> intervals.put(key, String.valueOf(log)));
              content.put("intervals", intervals);
              content.put("base", new TreeMap<>(axes.base()));
              fields.put(AXES, content);
            });
    design
        .replicates()
        .ifPresent(
            seeds -> {
              fields.put("at-least", seeds.atLeast());
              fields.put("at-most", seeds.atMost());
              fields.put("until-decided", seeds.untilDecided());
              fields.put("tuning", seeds.tuning());
            });
    return fields;
  }

  /** The design of a header; headers of earlier versions have it only in the sweep's text. */
  private static Design design(JsonNode header) {
    JsonNode design = header.path(DESIGN);
    if (design.isMissingNode()) {
      return Design.ofText(header.path("spec").asText());
    }
    return new Design(
        design.path("method").asText(),
        design.path("looks").asBoolean(),
        design.path("exhaustive").asBoolean(),
        new TreeMap<>(texts(design.path("settings"))),
        design.path("stops").asBoolean(),
        design.has("at-most")
            ? Optional.of(
                new Replicates(
                    design.path("at-least").asInt(),
                    design.path("at-most").asInt(),
                    design.path("until-decided").asBoolean(),
                    design.path("tuning").asInt()))
            : Optional.empty(),
        set(design.path(WORDS)),
        Optional.ofNullable(design.path(HELD_OUT).textValue()),
        design.has(AXES) ? Optional.of(axes(design.path(AXES))) : Optional.empty());
  }

  private static CanonicalAxes axes(JsonNode axes) {
    Map<String, Boolean> intervals = new TreeMap<>();
    texts(axes.path("intervals")).forEach((key, log) -> intervals.put(key, log.equals("true")));
    return new CanonicalAxes(
        set(axes.path("keys")), set(axes.path("cells")), intervals, texts(axes.path("base")));
  }

  private static SortedSet<String> set(JsonNode list) {
    SortedSet<String> texts = new TreeSet<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  static SweepHeader header(JsonNode event) {
    List<Objective> objectives = new ArrayList<>();
    objectives.add(objective(event.path("metric").asText(), event.path("goal").asText()));
    texts(event.path(FURTHER)).forEach((name, goal) -> objectives.add(objective(name, goal)));
    List<NamedCell> cells = new ArrayList<>();
    while (event.has(CELL + cells.size())) {
      TreeMap<String, String> settings = new TreeMap<>(texts(event.path(CELL + cells.size())));
      String name = settings.remove(CELL_NAME);
      Optional<String> control = Optional.ofNullable(settings.remove(CONTROL));
      cells.add(new NamedCell(name, settings, control));
    }
    SortedMap<String, Goal> better = new TreeMap<>();
    texts(event.path(BETTER)).forEach((metric, goal) -> better.put(metric, Goal.valueOf(goal)));
    return new SweepHeader(
        event.path("sweep").asText(),
        event.path("name").asText(),
        event.path("spec").asText(),
        design(event),
        event.path("seed").asLong(),
        event.path("trials").asLong(),
        objectives,
        event.path("retries").asInt(),
        duration(event.path(WALL_TIME)),
        duration(event.path(RUN_TIME)),
        event.path("threads").asInt(),
        new TreeMap<>(texts(event.path("provenance"))),
        cells,
        set(event.path(TUNED)),
        better);
  }

  private static Objective objective(String metric, String goal) {
    return new Objective(metric, Goal.valueOf(goal));
  }

  private static Optional<Duration> duration(JsonNode millis) {
    return Optional.of(millis.asLong()).filter(ms -> ms > 0).map(Duration::ofMillis);
  }

  /** The texts of an object, in its order; empty if it is absent. */
  static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.fields().forEachRemaining(one -> texts.put(one.getKey(), one.getValue().asText()));
    return texts;
  }

  /** The numbers of an object; a number without a JSON form is spelled as in Java: {@code NaN}. */
  static Map<String, Double> numbers(JsonNode object) {
    Map<String, Double> numbers = new HashMap<>();
    object
        .fields()
        .forEachRemaining(
            one ->
                numbers.put(
                    one.getKey(),
                    one.getValue().isDouble()
                        ? one.getValue().doubleValue()
                        : Double.valueOf(one.getValue().asText())));
    return numbers;
  }
}
