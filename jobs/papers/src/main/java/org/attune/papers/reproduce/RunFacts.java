package org.attune.papers.reproduce;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.catalog.Numbers;
import org.attune.api.storage.ShellWord;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.console.TimeText;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;

/**
 * How a table's numbers came about: the configuration, seeds, commit, machine, compute and command.
 *
 * @param command that runs the table
 * @param spec of its sweep
 * @param sweep with its results
 */
record RunFacts(String command, SweepSpec spec, SweepView sweep) {

  private static final String[] HEADING = {"what", "value"};

  /** Printed of every table, whether the file sets it or the catalog does. */
  private static final List<String> ALWAYS =
      List.of(
          "model.width",
          "model.layers",
          "model.heads",
          "model.feed-forward",
          "train.steps",
          "train.batch",
          "train.learning-rate",
          "train.optimizer");

  /**
   * The command that runs a table. Of the user's data it has the name, without folders.
   *
   * @param set what the command line set, among it the scale
   * @param jars the option with the jar that brings the table; empty for one of the class path
   */
  static String command(String table, Map<String, String> set, SweepHeader header, String jars) {
    return "./attune reproduce %s --scale %s%s%s%s"
        .formatted(
            table,
            set.get("scale"),
            new TreeMap<>(set)
                .entrySet().stream()
                    .filter(each -> !each.getKey().equals("scale"))
                    .map(each -> " --set " + ShellWord.path(each.getKey() + "=" + each.getValue()))
                    .collect(Collectors.joining()),
            header.data().map(data -> " --data " + ShellWord.path(data.name())).orElse(""),
            jars);
  }

  /** The user's data on which the table ran; empty if its task generated them. */
  Optional<DataFile> data() {
    return sweep.header().data();
  }

  /** The facts as a Markdown table. */
  String markdown() {
    TextTable facts = TextTable.of(HEADING);
    add(facts, "command", "`" + command + "`");
    add(facts, "data", data().map(DataFile::describe).orElse(""));
    add(facts, "task", group("task"));
    add(facts, "model", group("model"));
    add(facts, "training", group("train"));
    spec.axes().stream()
        .filter(axis -> axis.key().contains("."))
        .forEach(axis -> add(facts, "swept: " + axis.key(), values(axis.key())));
    add(facts, "seeds", seeds());
    add(facts, "trials", trials());
    add(facts, "commit", recorded(Provenance.CODE_VERSION));
    add(facts, "machine", machine());
    add(facts, "compute", compute());
    return facts.markdown();
  }

  private static void add(TextTable facts, String what, String value) {
    if (!value.isEmpty()) {
      facts.add(what, value);
    }
  }

  /** The settings of a group that all cells share. */
  private String group(String group) {
    Set<String> keys = new TreeSet<>(spec.fixed().keySet());
    ALWAYS.stream().filter(key -> spec.base().values().containsKey(key)).forEach(keys::add);
    spec.axes().forEach(axis -> keys.remove(axis.key()));
    return keys.stream()
        .filter(key -> key.equals(group) || key.startsWith(group + "."))
        .map(key -> key.substring(key.equals(group) ? 0 : group.length() + 1) + " " + values(key))
        .collect(Collectors.joining(", "));
  }

  /** A key's value, or its values over the cells. */
  private String values(String key) {
    Set<String> values = new LinkedHashSet<>();
    for (Configuration cell : spec.comparison().cells().values()) {
      if (cell.values().containsKey(key)) {
        values.add(Numbers.shown(cell.text(key)));
      }
    }
    return values.isEmpty() ? Numbers.shown(spec.base().text(key)) : String.join(" or ", values);
  }

  private String seeds() {
    long fresh = replicates().filter(seed -> !Tuning.isTuning(seed)).distinct().count();
    long tuning = replicates().filter(Tuning::isTuning).distinct().count();
    return "%d a cell at most%s; sweep seed %d"
        .formatted(
            fresh,
            tuning == 0 ? "" : ", and %d tuning seeds".formatted(tuning),
            sweep.header().seed());
  }

  private Stream<Integer> replicates() {
    return sweep.trials().stream().map(trial -> trial.trial().replicate());
  }

  private String trials() {
    long tuning = replicates().filter(Tuning::isTuning).count();
    return "%d%s, %d failed"
        .formatted(
            sweep.trials().size(),
            tuning == 0 ? "" : " (%d on tuning seeds)".formatted(tuning),
            sweep.counts().failed());
  }

  private String recorded(String key) {
    Set<String> found = new TreeSet<>();
    attempts().forEach(attempt -> found.add(attempt.provenance().getOrDefault(key, "")));
    found.add(sweep.header().provenance().getOrDefault(key, ""));
    found.remove("");
    return String.join(", ", found);
  }

  private String machine() {
    return Stream.of(Provenance.CPU, Provenance.OS, Provenance.JVM)
            .map(this::recorded)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; "))
        + "; threads per trial: "
        + sweep.header().threadsPerTrial();
  }

  private String compute() {
    return "%s of processor time in trials; %s from first to last"
        .formatted(
            TimeText.of(Duration.ofSeconds(Math.round(computeSeconds()))), TimeText.of(wall()));
  }

  private Duration wall() {
    return Duration.between(
        sweep.startedAt(), sweep.completed().map(end -> end.time()).orElseGet(Instant::now));
  }

  /** Command, seeds, machine and time, in one line. */
  String line() {
    Map<String, String> provenance = sweep.header().provenance();
    return ("%s: %s, %d of %d failed, up to %s a cell"
            + " (sweep seed %d), %s each; %s, %s; %s from first to last.")
        .formatted(
            command,
            Counted.of(sweep.trials().size(), "trial"),
            sweep.counts().failed(),
            sweep.trials().size(),
            Counted.of(
                replicates().filter(seed -> !Tuning.isTuning(seed)).distinct().count(), "seed"),
            sweep.header().seed(),
            Counted.of(sweep.header().threadsPerTrial(), "thread"),
            provenance.getOrDefault(Provenance.CPU, "unknown processor"),
            provenance.getOrDefault(Provenance.JVM, "unknown JVM"),
            "%d min %d s".formatted(wall().toMinutes(), wall().toSecondsPart()));
  }

  /** The processor seconds of all trials. */
  double computeSeconds() {
    return attempts()
        .map(Attempt::provenance)
        .flatMap(facts -> Provenance.computeSeconds(facts).stream())
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  private Stream<Attempt> attempts() {
    return sweep.trials().stream().map(TrialStatus::attempts).flatMap(List::stream);
  }
}
