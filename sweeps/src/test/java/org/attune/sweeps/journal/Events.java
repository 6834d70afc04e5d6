package org.attune.sweeps.journal;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.NamedCell;
import org.attune.sweeps.event.SweepHeader;

/** Short ways to say events, for tests. */
public final class Events {

  public static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123456Z");

  /** As long as what executors say of themselves. */
  private static final Map<String, String> PROVENANCE =
      Map.of(
          "code_version", "0123456789abcdef0123456789abcdef01234567-dirty",
          "cpu", "Some(R) Processor(TM) Platinum 8000 @ 2.00GHz",
          "data_file", "corpus.txt",
          "data_file_hash", "0123456789abcdef".repeat(4),
          "jvm", "OpenJDK 64-Bit Server VM 17.0.12+7-Ubuntu-1ubuntu222.04",
          "library.nd4j", "1.0.0-M2.1",
          "library.spark", "3.5.5",
          "os", "Linux 6.1.0-18-generic amd64");

  private Events() {}

  /** As {@link #started}, from the journal: its provenance is read anew, and all there is. */
  public static Event.Started startedFully(Trial trial, int attempt) {
    Map<String, String> read = new HashMap<>();
    PROVENANCE.forEach((name, value) -> read.put(name, new String(value.toCharArray())));
    return new Event.Started(trial.id(), attempt, "0.1", "host", "cpu", read, NOON);
  }

  public static SweepHeader header(String specText) {
    return new SweepHeader(
        "sample-1",
        "sample",
        specText,
        7,
        8,
        new Objective("loss", Objective.Goal.MINIMIZE),
        2,
        1,
        new TreeMap<>(Map.of("code_version", "abc", "library.nd4j", "1.0")));
  }

  /** The header of a sweep whose file names its cells. */
  static SweepHeader namedHeader() {
    SweepHeader plain = header("sweep: sample\n");
    return new SweepHeader(
        plain.sweepId(),
        plain.name(),
        plain.specText(),
        plain.design(),
        plain.seed(),
        plain.trials(),
        plain.objectives(),
        plain.retries(),
        plain.wallTime(),
        plain.runTime(),
        plain.threadsPerTrial(),
        plain.provenance(),
        List.of(
            new NamedCell("z, the control", new TreeMap<>(), Optional.empty()),
            new NamedCell(
                "a = \"b\"", new TreeMap<>(Map.of("k", "1\n2")), Optional.of("z, the control"))),
        new TreeSet<>(List.of("lambda", "train.learning-rate")),
        new TreeMap<>(Map.of("accuracy", Objective.Goal.MAXIMIZE)));
  }

  public static Event.Opened opened() {
    return new Event.Opened(header("sweep: sample\n"), 1, NOON);
  }

  /** A trial whose configuration is told by its number of steps. */
  public static Trial trial(int index, int replicate) {
    return Trial.of(
        index,
        Configuration.of(SampleCatalog.TREE, Map.of("train.steps", Integer.toString(index + 1))),
        replicate,
        7);
  }

  public static Event.Suggested suggested(Trial trial) {
    return new Event.Suggested(trial, 0, NOON);
  }

  public static Event.Started started(Trial trial, int attempt) {
    return new Event.Started(
        trial.id(), attempt, "0.1", "host", "cpu", Map.of("cpu", "test"), NOON);
  }

  public static Event.Measured measured(Trial trial, int attempt, long step, double loss) {
    return new Event.Measured(trial.id(), attempt, step, Map.of("loss", loss), NOON);
  }

  public static Event.Finished finished(Trial trial, int attempt, double loss) {
    return new Event.Finished(
        trial.id(),
        attempt,
        Map.of("loss", loss),
        Map.of("data_hash", "d", "compute_seconds", "1.5"),
        NOON.plusSeconds(2));
  }

  public static Event.Failed failed(Trial trial, int attempt, Cause cause) {
    return new Event.Failed(trial.id(), attempt, cause, "it broke", NOON.plusSeconds(1));
  }
}
