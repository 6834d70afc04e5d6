package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.api.search.Objective;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.trial.Cause;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code attune compare}: the differences are known, so the numbers are too. */
class TestCompareCommand {

  private static final Objective LOSS = new Objective("validation_loss", Objective.Goal.MINIMIZE);
  private static final double[] NOISE = {0.00, 0.03, -0.02, 0.01, -0.03};

  @TempDir Path folder;

  /** Two gates at 120 and at 150 steps; 30 steps take .1 from each, give or take a little. */
  @Test
  void aCommonCellIsPairedBySeedAndWhatDiffersIsNamed() throws Exception {
    Path short120 = gates("short", "120", 0, Map.of(), 2.0);
    Path long150 = gates("long", "150", 0, Map.of(), 1.9);

    String text = compared(short120, long150).output();

    assertThat(text.replace(folder + "/", "").lines())
        .containsExactly(
            "validation_loss, lower is better",
            "",
            "differs      short  long",
            "train.steps    120   150",
            "",
            "cell          short              long",
            "gate=learned  1.998 ± 0.024 (5)  1.898 ± 0.022 (5)",
            "gate=none     2.498 ± 0.024 (5)  2.398 ± 0.022 (5)",
            "cells         2                  2",
            "best          gate=learned       gate=learned",
            "",
            "each common cell less that of short, paired by seed",
            "cell          in    difference            interval   level  seeds  p (Holm-adjusted) "
                + " verdict",
            "gate=learned  long     -0.0998  -0.1028 to -0.0969  97.5 %      5      .0039 (least) "
                + " better",
            "gate=none     long     -0.0998  -0.1022 to -0.0975    95 %      5      .0039 (least) "
                + " better",
            "",
            "Intervals are for new seeds alone: seeds share their held-out examples, unless a program"
                + " draws its own.",
            "A difference of a common cell comes from train.steps, or from chance.",
            "Each best was chosen by the results that are shown, so it is partly luck.",
            "(least): so few seeds can give no smaller p before Holm's adjustment");
  }

  @Test
  void sweepsOfOtherSeedsDataOrTasksAreNotPaired() throws Exception {
    Path first = gates("first", "120", 0, Map.of(), 2.0);
    Path seeds = gates("seeds", "120", 7, Map.of(), 1.9);
    Path data =
        gates(
            "data",
            "120",
            0,
            Map.of("data_file", "b.txt", "data_file_hash", "0123456789abcdef"),
            1.9);
    Path task =
        sweep("task", 0, Map.of(), 1.9, Map.of("train.steps", "120", "task", "mqar"), "none");

    String text = compared(first, seeds, data, task).output().replace(folder + "/", "");

    assertThat(text)
        .contains("differs")
        .doesNotContain("paired by seed\n")
        .contains(
            "seeds is not paired with first: seed differs, so equal seeds are other data; the"
                + " comparison is unpaired\n")
        .contains("data is not paired with first: data differs, so equal seeds are other data\n")
        .contains("task is not paired with first: task differs, so equal seeds are other data\n")
        .doesNotContain("comes from");
    assertThat(text.lines())
        .anyMatch(line -> line.matches("cell +first +seeds +data +task"))
        .anyMatch(line -> line.startsWith("gate=none"));
  }

  /**
   * Sweeps of earlier versions have one test set for all seeds, which is none of the seeds' own.
   */
  @Test
  void sweepsWithOtherHeldOutExamplesAreNotPaired() throws Exception {
    Path first = gates("first", "120", 0, Map.of(), 2.0);
    Path own = folder.resolve("own");
    SweepHeader header =
        new SweepHeader(
                "own-00000000", "own", "sweep: s\n", 0, 1, LOSS, 0, 1, new TreeMap<>(Map.of()))
            .judgedOn(Optional.of("new examples of this task"));
    try (RecordedSweep sweep = RecordedSweep.in(own, header)) {
      record(sweep, 1.9, Map.of("task", "text", "train.steps", "120"), new String[] {"none"});
    }

    assertThat(compared(first, own).output())
        .contains(
            "own is not paired with first: held-out examples differs, so equal seeds are other"
                + " data\n")
        .doesNotContain("paired by seed\n");
  }

  /** A cell of one sweep stands beside the others; a width that only one varies is matched. */
  @Test
  void cellsThatOneSweepLacksStandBesideTheOthers() throws Exception {
    Path narrow = sweep("narrow", 0, Map.of(), 2.0, Map.of("model.width", "64"), "none", "learned");
    Path wide = folder.resolve("wide");
    try (RecordedSweep sweep = RecordedSweep.in(wide, "wide", LOSS)) {
      for (String width : new String[] {"64", "128"}) {
        for (int seed = 0; seed < 5; seed++) {
          sweep.finished(
              Map.of("attention.gate", "none", "model.width", width),
              seed,
              Map.of("validation_loss", 2.5 - Double.parseDouble(width) / 1000 + NOISE[seed]));
        }
      }
      sweep.completed();
    }
    JsonNode json = new ObjectMapper().readTree(compared(narrow, wide, "--json").output());

    assertThat(json.path("cells").findValuesAsText("cell"))
        .containsExactly("gate=learned, width=64", "gate=none, width=128", "gate=none, width=64");
    assertThat(json.path("cells").get(1).path("sweeps").get(0).isNull()).isTrue();
    assertThat(json.path("pairs")).hasSize(1);
    assertThat(json.path("pairs").get(0).path("cell").asText()).isEqualTo("gate=none, width=64");
    assertThat(json.path("pairs").get(0).path("difference").asDouble())
        .isCloseTo(-0.064, org.assertj.core.data.Offset.offset(0.01));
    assertThat(json.path("differing").toString())
        .as("what the files vary")
        .isEqualTo(
            "{\"attention.gate\":[\"learned, none\",\"none\"],\"model.width\":[\"64\",\"64, 128\"]}");
    assertThat(json.path("notes").toString())
        .as("common cells have one width")
        .doesNotContain("comes from");
  }

  /**
   * The longer training is best at another learning rate: the cells stand side by side there, and
   * the pair is tested, since both sweeps tried the same rates. The third tried others.
   */
  @Test
  void aTunedCellStandsAtItsBestInEachSweep() throws Exception {
    Path first = tuned("first", "120", Map.of("1e-3", 2.2, "3e-3", 2.0));
    Path longer = tuned("longer", "150", Map.of("1e-3", 1.8, "3e-3", 1.9));
    Path other = tuned("other", "120", Map.of("3e-3", 2.0, "1e-2", 1.7));

    String text = compared(first, longer, other).output().replace(folder + "/", "");

    assertThat(text.lines())
        .contains(
            "gate=none     2.498 ± 0.024 (5) at learning-rate=0.003  2.298 ± 0.022 (5) at"
                + " learning-rate=0.001  2.198 ± 0.022 (5) at learning-rate=0.01",
            "cells         2 in 4 settings                           2 in 4 settings               "
                + "            2 in 4 settings",
            "each cell at its best train.learning-rate; --each-setting has all values",
            "each common cell less that of first, paired by seed, each at its best"
                + " train.learning-rate (values chosen on the same seeds)")
        .anyMatch(line -> line.matches("gate=none +longer +-0.1998 +-0.2022 to .* better"))
        .anyMatch(line -> line.matches("gate=none +other .* not tested: tuned over other values"));
    assertThat(compared(first, longer, "--each-setting").output())
        .contains("gate=none, learning-rate=0.001 ")
        .doesNotContain("at its best");
  }

  /** A cell that both sweeps ran alike is one set of trials: it is not a test, and costs none. */
  @Test
  void theSameTrialsInBothSweepsAreNotTested() throws Exception {
    Path first = gates("first", "120", 0, Map.of(), 2.0);
    Path again = gates("again", "120", 0, Map.of(), 2.0);
    Path newCode = gates("new-code", "120", 0, Map.of("code_version", "abc"), 2.0);
    Path oldCode = gates("old-code", "120", 0, Map.of("code_version", "abd"), 2.0);

    assertThat(compared(first, again).output().replace(folder + "/", "").lines())
        .anyMatch(line -> line.matches("gate=none +again +0 +5 +not tested: the same trials"));
    assertThat(compared(newCode, oldCode).output().replace(folder + "/", "").lines())
        .anyMatch(line -> line.matches("gate=none +old-code +0 +5 +1.00 +no difference .*"));
  }

  @Test
  void trialsOfAnotherJarAreNotTheSame() throws Exception {
    Path one = ofJar("one", "a".repeat(64));
    Path other = ofJar("other", "b".repeat(64));

    assertThat(compared(one, other).output().replace(folder + "/", "").lines())
        .anyMatch(line -> line.matches("program_hash +aaaaaaaa +bbbbbbbb"))
        .anyMatch(line -> line.matches("the only cell +other +0 +5 +1.00 +no difference .*"));
  }

  private Path ofJar(String name, String hash) throws Exception {
    Path directory = folder.resolve(name);
    try (RecordedSweep sweep = RecordedSweep.in(directory, name, LOSS)) {
      sweep.ran(Map.of("library.mine.jar", hash));
      for (int seed = 0; seed < 5; seed++) {
        sweep.finished(
            Map.of("attention.gate", "none"), seed, Map.of("validation_loss", NOISE[seed]));
      }
      sweep.completed();
    }
    return directory;
  }

  @Test
  void failedSeedsCountAndOpenSweepsAreNotTestedYet() throws Exception {
    Path whole = gates("whole", "120", 0, Map.of(), 2.0);
    Path failing = folder.resolve("failing");
    try (RecordedSweep sweep = RecordedSweep.in(failing, "failing", LOSS)) {
      for (int seed = 0; seed < 5; seed++) {
        Map<String, String> cell = Map.of("attention.gate", "none", "train.steps", "120");
        if (seed == 0) {
          sweep.failed(cell, seed, Cause.TRIAL_FAULT, "diverged");
        } else {
          sweep.finished(cell, seed, Map.of("validation_loss", 1.0 + NOISE[seed]));
        }
      }
      sweep.completed();
    }
    Path open = folder.resolve("open");
    try (RecordedSweep sweep = RecordedSweep.in(open, "open", LOSS)) {
      for (int seed = 0; seed < 5; seed++) {
        sweep.finished(
            Map.of("attention.gate", "none", "train.steps", "120"),
            seed,
            Map.of("validation_loss", 1.0 + NOISE[seed]));
      }
    }

    String text = compared(whole, failing, open).output().replace(folder + "/", "");

    assertThat(text.lines())
        .anyMatch(
            line ->
                line.matches(
                    "gate=none +failing .*by ranks \\(failed seeds\\) .*4, 1 failed .*inconclusive"))
        .anyMatch(line -> line.matches("gate=none +open .*not tested yet: trials are open"));
  }

  @Test
  void wrongInputIsRefused() throws Exception {
    Path first = gates("first", "120", 0, Map.of(), 2.0);
    Path other = folder.resolve("other");
    try (RecordedSweep sweep = RecordedSweep.in(other, "other", LOSS)) {
      sweep.finished(Map.of("a", "b"), 0, Map.of("accuracy", 1.0)).completed();
    }

    assertThat(compared(first, first).error())
        .isEqualTo("attune: A directory is named twice; name each sweep once.\n");
    assertThat(compared(first, other).error())
        .isEqualTo(
            "attune: No trial of %s has the metric 'validation_loss', the objective of %s, and no metric is in all of these sweeps; compare sweeps of the same task.%n"
                .formatted(other, first));
    assertThat(compared(first).exit()).isEqualTo(2);
    assertThat(compared(first).error())
        .isEqualTo(
            "attune: compare needs two sweeps or more, the others beside the first: ./attune compare %s OTHER; what one sweep shows: ./attune analyze %s%n"
                .formatted(first, first));
    assertThat(compared(first, folder.resolve("none")).exit()).isEqualTo(2);
  }

  @Test
  void ofDozensOfMetricsAHandfulIsOfferedThoseOfAllSweepsAndTheObjectiveFirst() throws Exception {
    Path first = folder.resolve("first");
    Path second = folder.resolve("second");
    Map<String, Double> both = new HashMap<>(Map.of("validation_loss", 1.0, "accuracy", 0.5));
    for (int head = 0; head < 40; head++) {
      both.put("entropy_l0_h" + head, 1.0);
    }
    Map<String, Double> more = new HashMap<>(both);
    more.put("perplexity", 3.0);
    try (RecordedSweep sweep = RecordedSweep.in(first, "first", LOSS)) {
      sweep.finished(Map.of("a", "b"), 0, more).completed();
    }
    try (RecordedSweep sweep = RecordedSweep.in(second, "second", LOSS)) {
      sweep.finished(Map.of("a", "b"), 0, both).completed();
    }

    String offered =
        "All of these sweeps have: validation_loss, accuracy, entropy_l0_h0, entropy_l0_h1,"
            + " entropy_l0_h10, entropy_l0_h11 and 36 more ('attune best %s' shows all); name one"
            + " with --metric.%n";
    assertThat(compared(first, second, "--metric", "perplexity").error())
        .isEqualTo(
            ("attune: No trial of %s has the metric 'perplexity'. " + offered)
                .formatted(second, first));
    assertThat(compared(first, second, "--metric", "width").error())
        .contains("No trial of " + first + " has the metric 'width'. All of these sweeps have:");
    assertThat(Printed.of("analyze", first, "--metric", "width").error())
        .contains("it; they have validation_loss, accuracy, ", "and 37 more ('attune best ");
  }

  @Test
  void aSweepWithoutAFinishedTrialIsNotCompared() throws Exception {
    Path first = gates("first", "120", 0, Map.of(), 2.0);
    Path open = folder.resolve("open");
    RecordedSweep.in(open, "open", LOSS).close();

    assertThat(compared(first, open).error())
        .isEqualTo(
            "attune: No trial of %s has a metric yet; compare it when a trial has finished.%n"
                .formatted(open));
  }

  private Path gates(
      String name, String steps, long seed, Map<String, String> provenance, double loss)
      throws Exception {
    Map<String, String> settings = Map.of("task", "text", "train.steps", steps);
    return sweep(name, seed, provenance, loss, settings, "none", "learned");
  }

  /** Two gates at each learning rate; the map has the learned gate's losses. */
  private Path tuned(String name, String steps, Map<String, Double> losses) throws Exception {
    Path directory = folder.resolve(name);
    try (RecordedSweep sweep = RecordedSweep.in(directory, name, LOSS)) {
      for (Map.Entry<String, Double> at : losses.entrySet()) {
        Map<String, String> settings =
            Map.of("task", "text", "train.steps", steps, "train.learning-rate", at.getKey());
        add(sweep, at.getValue(), settings, "none", "learned");
      }
      sweep.completed();
    }
    return directory;
  }

  private Path sweep(
      String name,
      long seed,
      Map<String, String> provenance,
      double loss,
      Map<String, String> settings,
      String... gates)
      throws Exception {
    Path directory = folder.resolve(name);
    SweepHeader header =
        new SweepHeader(
            name + "-00000000", name, "sweep: s\n", seed, 1, LOSS, 0, 1, new TreeMap<>(provenance));
    try (RecordedSweep sweep = RecordedSweep.in(directory, header)) {
      record(sweep, loss, settings, gates);
    }
    return directory;
  }

  private static void record(
      RecordedSweep sweep, double loss, Map<String, String> settings, String[] gates) {
    add(sweep, loss, settings, gates);
    sweep.completed();
  }

  private static void add(
      RecordedSweep sweep, double loss, Map<String, String> settings, String... gates) {
    for (int replicate = 0; replicate < NOISE.length; replicate++) {
      for (String gate : gates) {
        Map<String, String> cell = new HashMap<>(settings);
        cell.put("attention.gate", gate);
        double value =
            loss + (gate.equals("none") ? .5 : 0) + NOISE[replicate] * (loss < 2 ? .92 : 1);
        sweep.finished(cell, replicate, Map.of("validation_loss", value));
      }
    }
  }

  private static final String GRID =
      """
      sweep: a
      seed: 0
      train.learning-rate: 0.003
      axes.attention.gate[0]: none
      axes.attention.gate[1]: learned
      search: grid
      replicates: 3
      objective.metric: validation_loss
      objective.goal: minimize
      """;

  /** A grid and a search: their files differ in nearly everything, also where cells do not. */
  @Test
  void whatDiffersBetweenSweepFilesIsNamed() throws Exception {
    Path grid = ofFile("grid", GRID, 1, "0.003");
    Path search =
        ofFile(
            "search",
            GRID.replace("train.learning-rate: 0.003\n", "")
                    .replace(
                        "search: grid\nreplicates: 3",
                        "axes.train.learning-rate[0]: log-uniform 0.001 to 0.1\n"
                            + "search: gaussian-process, trials 8\nreplicates: 1")
                + "stop: asha, min-steps 5\n",
            0,
            "0.003",
            "0.01");

    assertThat(compared(grid, search).output().lines())
        .contains(
            "differs              grid   search",
            "execution.retries    1      0",
            "replicates           3      1",
            "search               grid   gaussian-process, trials 8",
            "stop                 none   asha, min-steps 5",
            "train.learning-rate  0.003  log-uniform 0.001 to 0.1");
    assertThat(compared(grid, ofFile("again", GRID, 1, "0.003")).output())
        .contains("the sweeps' files and settings are equal\n");
  }

  /** A named cell that does not set a key has the value that the file has for all. */
  @Test
  void theValuesOfNamedCellsAreThoseOfAllOfThem() throws Exception {
    Path named = ofCells("named", "cells: {plain: {}, summed: {attention.key: sum}}");
    Path axis = ofCells("axis", "axes: {attention.key: [current, sum]}");
    Path fixed = ofCells("fixed", "attention.key: sum\naxes: {train.learning-rate: [1e-3, 3e-3]}");

    assertThat(compared(named, axis).output().lines())
        .contains("differs  named          axis", "cells    plain; summed  none")
        .noneMatch(line -> line.startsWith("attention.key"));
    assertThat(compared(named, fixed).output().lines())
        .anyMatch(line -> line.matches("attention.key +current, sum +sum"))
        .anyMatch(line -> line.matches("train.learning-rate +0.001 +0.001, 0.003"));
  }

  /** One seed of each cell that a file has beside its task. */
  private Path ofCells(String name, String cells) throws Exception {
    String yaml =
        "sweep: %s\ntask: {name: text, length: 32}\n%s\nobjective: {metric: validation_loss, goal: minimize}\n"
            .formatted(name, cells);
    SweepSpec spec = SpecFile.read("s.yaml", yaml, Map.of(), new TrialCatalog());
    Search search = spec.newSearch(new TrialCatalog());
    double loss = 2;
    try (RecordedSweep sweep =
        RecordedSweep.in(folder.resolve(name), SpecHeader.of(spec, 2, 1, Map.of()))) {
      while (search.ask() instanceof Proposal.Run next) {
        sweep.finished(next.trial().configuration().values(), 0, Map.of("validation_loss", loss));
        loss += .1;
      }
      sweep.completed();
    }
    return folder.resolve(name);
  }

  /** More seeds of a search's cells would test nothing, so it is not advised to add them. */
  @Test
  void aSearchWithOneSeedIsNotToldToAddSeeds() throws Exception {
    Path search = ofOneSeed("search", GRID.replace("search: grid", "search: tpe, trials 8"), 0);
    Path again = ofOneSeed("again", GRID, 7);
    Path other = ofOneSeed("other", GRID, 0);

    assertThat(compared(again, search).output())
        .contains("No interval beside search: its search chose cells")
        .containsPattern("gate=none +search .*not tested: the search chose cells by results")
        .doesNotContain("adds seeds", "one seed: no test");
    assertThat(compared(other, search).output())
        .as("paired")
        .containsPattern("gate=none +search .*not tested: the search chose cells by results");
    assertThat(compared(again, other).output()).contains("adds seeds");
  }

  private Path ofOneSeed(String name, String text, long seed) throws Exception {
    Path directory = folder.resolve(name);
    SweepHeader header =
        new SweepHeader(name + "-00000000", name, text, seed, 1, LOSS, 0, 1, new TreeMap<>());
    try (RecordedSweep sweep = RecordedSweep.in(directory, header)) {
      for (String gate : List.of("none", "learned")) {
        Map<String, String> cell = Map.of("train.learning-rate", "0.003", "attention.gate", gate);
        sweep.finished(cell, 0, Map.of("validation_loss", gate.equals("none") ? 2.5 : 2.0));
      }
      sweep.completed();
    }
    return directory;
  }

  /** Its values of its cells are partly luck, so a difference has no interval; a command has. */
  @Test
  void besideASearchALineSaysWhyThereIsNoIntervalAndWhatGivesOne() throws Exception {
    Path search =
        ofFile("search", GRID.replace("search: grid", "search: tpe, trials 8"), 0, "0.003");
    Path again = ofFile("again", GRID.replace("seed: 0", "seed: 7"), 0, "0.003");

    assertThat(compared(again, search).output().lines())
        .anyMatch(line -> line.matches("gate=none +search .*the search chose cells by results"))
        .contains(
            "No interval beside search: its search chose cells by their results, so its values of"
                + " them are partly luck. To run its best cells and a control with new seeds:"
                + " ./attune best %s --confirm 3 --to confirm.yaml".formatted(search));
    assertThat(compared(again, ofFile("grid", GRID, 0, "0.003")).output())
        .doesNotContain("No interval");
  }

  /** A third sweep that varies a key changes nothing for two that do not. */
  @Test
  void aThirdSweepHidesNeitherASettingNorAPair() throws Exception {
    Path low = ofFile("low", GRID, 1, "0.003");
    Path high = ofFile("high", GRID.replace("0.003", "0.01"), 1, "0.01");
    Path both =
        ofFile(
            "both",
            GRID.replace("train.learning-rate: 0.003", "axes.train.learning-rate[0]: 0.003, 0.01"),
            1,
            "0.003",
            "0.01");

    String text = compared(low, high, both, "--each-setting").output();

    assertThat(text.lines())
        .anyMatch(line -> line.matches("train.learning-rate +0.003 +0.01 +0.003, 0.01"))
        .anyMatch(line -> line.matches("gate=none +high +.*"))
        .anyMatch(line -> line.matches("gate=none, learning-rate=0.003 +both +.*"));
    assertThat(text)
        .doesNotContain("not paired")
        .contains("A difference of a common cell comes from train.learning-rate, or from chance.");
  }

  /** Cells of an original and of its confirmation: no seed in common, so means are compared. */
  @Test
  void sweepsOfOtherSeedsAreComparedUnpaired() throws Exception {
    Path first = gates("first", "120", 0, Map.of(), 2.0);
    Path better = gates("better", "120", 7, Map.of(), 1.9);
    Path alike = gates("alike", "120", 8, Map.of(), 2.005);

    String text = compared(first, better, alike).output();
    JsonNode rows =
        new ObjectMapper().readTree(compared(first, better, "--json").output()).path("unpaired");

    assertThat(text.lines())
        .contains("each common cell less that of first, unpaired (Welch's t): the seeds differ")
        .anyMatch(
            line ->
                line.matches(
                    "gate=none +better +-0.100 +-0.1\\d+ to -0.0\\d+ +98.33 % +5 and 5 .* better"))
        .anyMatch(line -> line.matches("gate=none +alike +\\+0.005 .* inconclusive"));
    assertThat(text).doesNotContain("comes from").doesNotContain("paired by seed");
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).path("test").asText()).isEqualTo("Welch");
    assertThat(rows.get(0).path("verdict").asText()).isEqualTo("better");
    assertThat(rows.get(0).path("less_n").asInt()).isEqualTo(5);
  }

  private Path ofFile(String name, String text, int retries, String... rates) throws Exception {
    Path directory = folder.resolve(name);
    SweepHeader header =
        new SweepHeader(
            name + "-00000000",
            name,
            text,
            text.contains("seed: 7") ? 7 : 0,
            1,
            LOSS,
            retries,
            1,
            new TreeMap<>());
    try (RecordedSweep sweep = RecordedSweep.in(directory, header)) {
      for (String rate : rates) {
        add(sweep, 2.0, Map.of("train.learning-rate", rate), "none", "learned");
      }
      sweep.completed();
    }
    return directory;
  }

  private static Printed compared(Object... arguments) {
    Object[] all = new Object[arguments.length + 1];
    all[0] = "compare";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Printed.of(all);
  }
}
