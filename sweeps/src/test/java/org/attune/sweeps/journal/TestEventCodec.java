package org.attune.sweeps.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.event.Design;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.identity.CanonicalAxes;
import org.attune.sweeps.identity.Replicates;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TestEventCodec {

  private static final Trial TRIAL = Events.trial(3, 1);
  private static final String ID = TRIAL.id();

  static Stream<Event> events() {
    return Stream.of(
        Events.opened(),
        new Event.Opened(Events.namedHeader(), 2, Events.NOON),
        Events.suggested(TRIAL),
        new Event.Suggested(TRIAL.from(new Trial.Origin("abc-0", 500)), 17, Events.NOON),
        new Event.Decided(ID, 1, 9, "patience", "no better", Events.NOON),
        Events.started(TRIAL, 1),
        new Event.Noted(ID, 1, Map.of("program_hash", "ab"), Events.NOON),
        new Event.Measured(
            ID,
            2,
            1L << 40,
            Map.of(
                "loss", 0.1, "nan", Double.NaN, "up", Double.POSITIVE_INFINITY, "tiny", 4.9e-324),
            Events.NOON),
        new Event.Measured(ID, 2, 1, Map.of("loss", 0.5), 70_000, Events.NOON),
        new Event.Checkpointed(ID, 1, 5, "checkpoint", "a/ü \"b\".zip", 123, Events.NOON),
        new Event.Paused(ID, 1, 9, Events.NOON),
        new Event.Stopped(ID, 1, 9, "asha\n", Map.of("loss", 1d), Map.of("a", "b"), Events.NOON),
        Events.finished(TRIAL, 1, -0.0),
        Events.failed(TRIAL, 1, Cause.OUT_OF_MEMORY),
        new Event.Abandoned(ID, 1, "driver died", Events.NOON),
        new Event.Retried(ID, Events.NOON),
        new Event.Rested("executor 3 on a", "3 in a row", Events.NOON.plusSeconds(60), Events.NOON),
        new Event.Stated(List.of("a loss / b loss\ta loss below b", "c\td"), Events.NOON),
        new Event.Unsealed("0123abcd", Events.NOON),
        new Event.Prioritised(List.of("model.width >= 64", "attention.gate = none"), Events.NOON),
        new Event.Reused("/a b", "s-1", List.of("sweep: a\n", "x"), List.of("", "d"), Events.NOON),
        new Event.Suspended(true, "the budget is used up", Events.NOON),
        new Event.Completed("all done", Events.NOON));
  }

  @ParameterizedTest
  @MethodSource("events")
  void readsBackWhatItWrote(Event event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventCodec.write(event, out);

    assertThat(EventCodec.read(out.toByteArray(), 0, out.size())).isEqualTo(event);
  }

  /** A journal of an earlier version has these bytes; a later version must still read them. */
  @ParameterizedTest
  @MethodSource("spellings")
  void keepsTheSpellingOfEarlierVersions(Event event, String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventCodec.write(event, out);

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(text);
  }

  static Stream<Arguments> spellings() {
    Instant then = Instant.EPOCH.plusSeconds(1);
    Map<String, String> facts = Map.of("cpu", "c");
    SweepHeader header = Events.header("s");
    Trial trial = new Trial("t", 3, new Configuration(Map.of("k", "v")), 1, 9, Optional.empty());
    Trial filled =
        new Trial(
            "t",
            3,
            new Configuration(Map.of("k", "v")).filled(Map.of("h", "2")),
            1,
            9,
            Optional.of(new Trial.Origin("o", 5)));
    return Stream.of(
        spelling(
            new Event.Opened(
                new SweepHeader(
                    "id",
                    "n",
                    "s",
                    new Design(
                        "walk",
                        true,
                        false,
                        new TreeMap<>(Map.of("trials", "4")),
                        true,
                        Optional.of(new Replicates(3, 12, true, 5)),
                        new TreeSet<>(List.of("x")),
                        Optional.of("new examples of this task"),
                        Optional.of(
                            new CanonicalAxes(
                                new TreeSet<>(List.of("a")),
                                new TreeSet<>(List.of("b")),
                                Map.of("a", true),
                                Map.of("c", "1")))),
                    7,
                    8,
                    List.of(header.objective(), new Objective("m", Objective.Goal.MAXIMIZE)),
                    2,
                    Optional.of(Duration.ofSeconds(1)),
                    Optional.of(Duration.ofSeconds(2)),
                    1,
                    new TreeMap<>(facts),
                    List.of(new NamedCell("c", new TreeMap<>(facts), Optional.of("d"))),
                    new TreeSet<>(List.of("r")),
                    new TreeMap<>(Map.of("q", Objective.Goal.MAXIMIZE))),
                4,
                then),
            "opened','time':1000000,'epoch':4,'sweep':'id','name':'n','spec':'s','seed':7,"
                + "'trials':8,'metric':'loss','goal':'MINIMIZE',"
                + "'further-objectives':{'m':'MAXIMIZE'},'retries':2,'wall-time':1000,"
                + "'run-time':2000,'threads':1,'provenance':{'cpu':'c'},"
                + "'design':{'method':'walk','looks':true,'exhaustive':false,'settings':{'trials':'4'},'stops':true,'words':{'0':'x'},"
                + "'held-out':'new examples of this task',"
                + "'axes':{'keys':{'0':'a'},'cells':{'0':'b'},'intervals':{'a':'true'},'base':{'c':'1'}},"
                + "'at-least':3,'at-most':12,'until-decided':true,'tuning':5},"
                + "'cell-0':{'=control':'d','=name':'c','cpu':'c'},'tuned':{'0':'r'},'better':{'q':'MAXIMIZE'}"),
        spelling(
            new Event.Suggested(trial, 17, then),
            "suggested','time':1000000,'trial':'t','index':3,'replicate':1,'seed':9,"
                + "'configuration':{'k':'v'},'told':17"),
        spelling(
            new Event.Suggested(filled, 17, 2, then),
            "suggested','time':1000000,'trial':'t','index':3,'replicate':1,'seed':9,"
                + "'configuration':{'k':'v'},'holes':{'h':'2'},"
                + "'origin':{'trial':'o','step':5},'told':17,'duplicates':2"),
        spelling(
            new Event.Started("t", 1, "0.1", "h", "cpu", facts, then),
            "started','time':1000000,'trial':'t','attempt':1,'slot':'0.1','host':'h',"
                + "'device':'cpu','provenance':{'cpu':'c'}"),
        spelling(
            new Event.Noted("t", 1, facts, then),
            "noted','time':1000000,'trial':'t','attempt':1,'provenance':{'cpu':'c'}"),
        spelling(
            new Event.Measured("t", 1, 6, Map.of("loss", Double.NaN), then),
            "measured','time':1000000,'trial':'t','attempt':1,'step':6,'values':{'loss':'NaN'}"),
        spelling(
            new Event.Decided("t", 1, 6, "asha", "why", then),
            "decided','time':1000000,'trial':'t','attempt':1,'step':6,'rule':'asha',"
                + "'reason':'why'"),
        spelling(
            new Event.Checkpointed("t", 1, 6, "checkpoint", "p", 5, then),
            "checkpointed','time':1000000,'trial':'t','attempt':1,'step':6,"
                + "'kind':'checkpoint','path':'p','bytes':5"),
        spelling(
            new Event.Paused("t", 1, 6, then),
            "paused','time':1000000,'trial':'t','attempt':1,'step':6"),
        spelling(
            new Event.Stopped("t", 1, 6, "why", Map.of("loss", 0.5), facts, then),
            "stopped','time':1000000,'trial':'t','attempt':1,'step':6,'reason':'why',"
                + "'metrics':{'loss':0.5},'provenance':{'cpu':'c'}"),
        spelling(
            new Event.Finished("t", 1, Map.of("loss", 0.5), facts, then),
            "finished','time':1000000,'trial':'t','attempt':1,'metrics':{'loss':0.5},"
                + "'provenance':{'cpu':'c'}"),
        spelling(
            new Event.Failed("t", 1, Cause.OUT_OF_MEMORY, "why", then),
            "failed','time':1000000,'trial':'t','attempt':1,'cause':'out-of-memory',"
                + "'message':'why'"),
        spelling(
            new Event.Failed("t", 1, Cause.OUT_OF_MEMORY, "why", facts, then),
            "failed','time':1000000,'trial':'t','attempt':1,'cause':'out-of-memory',"
                + "'message':'why','provenance':{'cpu':'c'}"),
        spelling(
            new Event.Abandoned("t", 1, "why", then),
            "abandoned','time':1000000,'trial':'t','attempt':1,'reason':'why'"),
        spelling(new Event.Retried("t", then), "retried','time':1000000,'trial':'t'"),
        spelling(
            new Event.Rested("who", "why", then.plusSeconds(1), then),
            "rested','time':1000000,'who':'who','reason':'why','until':2000000"),
        spelling(
            new Event.Suspended(false, "why", then),
            "suspended','time':1000000,'budget':false,'reason':'why'"),
        spelling(
            new Event.Stated(List.of("a", "b"), then),
            "stated','time':1000000,'claims':{'0':'a','1':'b'}"),
        spelling(
            new Event.Prioritised(List.of("a = b"), then),
            "prioritised','time':1000000,'conditions':{'0':'a = b'}"),
        spelling(
            new Event.Reused("/a", "s", List.of("b"), List.of(""), then),
            "reused','time':1000000,'directory':'/a','sweepId':'s','specs':{'0':'b'},'draws':{'0':''}"),
        spelling(new Event.Unsealed("x", then), "unsealed','time':1000000,'seen':'x'"),
        spelling(new Event.Completed("why", then), "completed','time':1000000,'reason':'why'"));
  }

  private static Arguments spelling(Event event, String text) {
    return Arguments.of(event, ("{'event':'" + text + "}").replace('\'', '"'));
  }

  /** Equal configurations may differ in their holes, so the comparison of events shows none. */
  @Test
  void readsBackWhatFillsAFormulasHoles() throws IOException {
    Map<String, String> holes = Map.of("a.formula", "x * t", "a.formula.t", "2");
    Configuration cell = TRIAL.configuration().filled(holes);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventCodec.write(Events.suggested(Trial.of(3, cell, 1, 0)), out);

    Event.Suggested read = (Event.Suggested) EventCodec.read(out.toByteArray(), 0, out.size());
    assertThat(read.trial().configuration().holes()).isEqualTo(holes);
    assertThat(read.trial().id()).isEqualTo(TRIAL.id());
  }

  static Stream<Event.Measured> measurements() {
    return Stream.of(
        Events.measured(TRIAL, 1, 1_000, 1.2345678901),
        new Event.Measured(
            ID, 3, 0, Map.of("loss", -0.0, "tiny", 4.9e-324, "of a model", 1e22), Events.NOON),
        new Event.Measured(ID, 1, 7, Map.of("loss", Double.NaN), Events.NOON),
        new Event.Measured("ü\"", 1, 7, Map.of("a\\b", 1.0), Events.NOON),
        new Event.Measured(ID, 1, -7, Map.of("loss", 1.0), Events.NOON),
        new Event.Measured(ID, 1, 1, Map.of("loss", 1.0, "accuracy", 0.5), 123, Events.NOON),
        new Event.Measured(ID, 1, 1, Map.of(), Events.NOON));
  }

  @ParameterizedTest
  @MethodSource("measurements")
  void theShortWayReadsAMeasurementAsTheTreeDoes(Event.Measured event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventCodec.write(event, out);
    byte[] text = out.toByteArray();
    String others = "09-+.eE,:}{\"\\ anNx\u00e9";
    for (int at = 0; at < text.length; at++) {
      byte there = text[at];
      for (byte other : others.getBytes(StandardCharsets.ISO_8859_1)) {
        text[at] = other;
        readAlike(text, text.length);
      }
      text[at] = there;
      readAlike(text, at);
    }
    readAlike(text, text.length);
  }

  private static void readAlike(byte[] text, int length) {
    Optional<Event> quick;
    Event parsed;
    try {
      quick = MeasuredText.read(text, 0, length);
      parsed = EventCodec.parse(text, 0, length);
    } catch (IOException | RuntimeException noEvent) {
      return; // a frame's checksum says so before either of them
    }
    quick.ifPresent(event -> assertThat(event).isEqualTo(parsed));
  }

  @Test
  void usualMeasurementsNeedNoTree() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Event event =
        new Event.Measured(ID, 2, 10, Map.of("loss", 1e-7, "training_loss", 0.5), 3, Events.NOON);
    EventCodec.write(event, out);

    assertThat(MeasuredText.read(out.toByteArray(), 0, out.size())).contains(event);
  }

  @Test
  void coversEveryKindOfEvent() {
    long kinds =
        Stream.of(Event.class.getDeclaredClasses()).filter(kind -> kind.isRecord()).count();

    assertThat(events().map(Object::getClass).distinct().count()).isEqualTo(kinds);
  }

  @Test
  @Tag("soak")
  void framesAHundredThousandMeasurementsASecond() throws IOException {
    int events = 200_000;
    Event event = Events.measured(TRIAL, 1, 1_000, 1.2345678901);
    double best = 0;
    for (int round = 0; round < 5; round++) {
      long start = System.nanoTime();
      for (int batch = 0; batch < events / 1_000; batch++) {
        Frames frames = new Frames();
        for (int i = 0; i < 1_000; i++) {
          frames.add(event);
        }
      }
      best = Math.max(best, events / ((System.nanoTime() - start) / 1e9));
    }

    System.out.printf("journal.encode %.0f events/s%n", best);
    assertThat(best).isGreaterThan(100_000);
  }

  @Test
  void refusesAKindOfALaterVersion() {
    byte[] later = "{\"event\":\"teleported\",\"time\":0}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> EventCodec.read(later, 0, later.length))
        .isInstanceOf(IOException.class)
        .hasMessage("Cannot read an event of kind 'teleported'");
  }
}
