package org.attune.jobs.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.report.RunReport;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.CanonicalText;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code best --confirm} writes a file of exactly the best cells, which {@code validate} takes. */
class TestConfirmation {

  private static final String MODEL =
      """
      sweep: found
      task: {name: text, length: 32, validation-examples: 8}   # as in the first study
      model: {width: 16, layers: 1, heads: 4}
      train: {steps: 2, batch: 2}
      objective: {metric: validation_loss, goal: minimize}
      """;

  private static final String SEARCH =
      """
      search: {method: random, trials: 8}
      stop: {patience: {reports: 5}}
      budget: {trials: 100, wall-time: 2h}
      """;

  @TempDir private Path folder;

  private Path results() {
    return folder.resolve("found");
  }

  private Path confirmation() {
    return folder.resolve("confirm.yaml");
  }

  private static AxisCatalog catalog(String yaml) throws Exception {
    return SpecFile.command("found.yaml", yaml)
        .<AxisCatalog>map(CommandTask::catalog)
        .orElseGet(TrialCatalog::new);
  }

  /** Records a search whose later cells are better, by every objective that the file has. */
  private List<Configuration> search(String yaml, Map<String, String> set) throws Exception {
    AxisCatalog catalog = catalog(yaml);
    SweepSpec spec = SpecFile.read("found.yaml", yaml, set, catalog);
    List<Configuration> cells = cells(spec, catalog);
    try (RecordedSweep sweep =
        RecordedSweep.in(results(), SpecHeader.of(spec, cells.size(), 1, Map.of()))) {
      for (int i = 0; i < cells.size(); i++) {
        sweep.finished(
            cells.get(i).values(), 0, Map.of(spec.objective().metric(), 2.0 - i / 100.0));
      }
      sweep.completed();
    }
    new SpecCopy(yaml, set).write(new LocalStorage(results()));
    return cells;
  }

  private static List<Configuration> cells(SweepSpec spec, AxisCatalog catalog) {
    Search search = spec.newSearch(catalog);
    Set<Configuration> cells = new LinkedHashSet<>();
    while (search.ask() instanceof Proposal.Run next) {
      cells.add(next.trial().configuration());
    }
    return List.copyOf(cells);
  }

  /** Confirms the best cells of a search, and reads the new file. */
  private SweepSpec confirmed(String yaml, Map<String, String> set, int count) throws Exception {
    return confirmed(yaml, set, count, 0);
  }

  /** The same text where this number of controls follow the best cells. */
  private SweepSpec confirmed(String yaml, Map<String, String> set, int count, int controls)
      throws Exception {
    List<Configuration> found = search(yaml, set);
    Printed.attune("best", results(), "--confirm", count, "--to", confirmation());

    String text = Files.readString(confirmation());
    Printed valid = Printed.of("validate", confirmation());
    assertThat(valid.exit()).as("%s%n%s", text, valid.error()).isZero();
    assertThat(valid.error()).as("its seeds can decide its claims").doesNotContain("replicates:");
    SweepSpec spec = SpecFile.read("confirm.yaml", text, Map.of(), catalog(text));
    List<Configuration> best = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      best.add(found.get(found.size() - i));
    }
    assertThat(cells(spec, catalog(text)))
        .as(text)
        .hasSize(count + controls)
        .startsWith(best.toArray(Configuration[]::new));
    return spec;
  }

  @Test
  void whatChoseTheCellsIsLeftOut() throws Exception {
    SweepSpec spec =
        confirmed(
            MODEL
                + SEARCH
                + """
                seed: 7
                axes:
                  attention.gate: [learned, from-query]
                  train.learning-rate: {log-uniform: [1e-4, 1e-1]}
                constraints: [learning_rate > 2e-4]
                """,
            Map.of("train.steps", "3"),
            3);

    assertThat(spec.name()).matches("found-confirm-[0-9a-f]{4}");
    assertThat(spec.seed()).isGreaterThan(7);
    assertThat(spec.search().name()).isEqualTo("grid");
    assertThat(spec.stop()).isEmpty();
    assertThat(spec.replicates().atMost()).as("three pairs, also by ranks").isEqualTo(7);
    assertThat(spec.budget().trials()).isEmpty();
    assertThat(Files.readString(confirmation()))
        .contains("train.steps: 3\n", "budget: {wall-time: 2h}\n", "  gate=", "learning-rate=");
  }

  /** An extension changed what the file fixes after the cells had been found. */
  @Test
  void cellsKeepTheSettingsAtWhichTheyWereFound() throws Exception {
    String yaml = MODEL + SEARCH + "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}\n";
    search(yaml, Map.of());
    String longer = yaml.replace("steps: 2", "steps: 3").replace("trials: 8", "trials: 9");
    SweepSpec spec = SpecFile.read("found.yaml", longer, Map.of(), new TrialCatalog());
    Map<String, String> last = cells(spec, new TrialCatalog()).get(8).values();
    try (RecordedSweep sweep =
        RecordedSweep.extended(results(), SpecHeader.of(spec, 9, 1, Map.of()))) {
      sweep.finished(last, 0, Map.of("validation_loss", 1.94));
      sweep.completed();
    }
    new SpecCopy(longer, Map.of()).write(new LocalStorage(results()));

    String best = Printed.attune("best", results(), "--confirm", 1);
    String three = Printed.attune("best", results(), "--confirm", 3);

    assertThat(best).contains("\ntrain.steps: 2\n").doesNotContain("steps: 3");
    assertThat(three).contains("    train.steps: 2\n", "    train.steps: 3\n");
    for (String file : List.of(best, three)) {
      Files.writeString(confirmation(), file);
      Printed valid = Printed.of("validate", confirmation());
      assertThat(valid.exit()).as(valid.error()).isZero();
    }
  }

  /** Else the second sweep would be refused for the first, or run its trials again. */
  @Test
  void otherCellsGetAnotherNameAndSeed() throws Exception {
    String yaml = MODEL + "axes: {train.learning-rate: [1e-3, 2e-3, 3e-3]}\n";
    SweepSpec two = confirmed(yaml, Map.of(), 2);
    String first = Files.readString(confirmation());
    String again = Printed.attune("best", results(), "--confirm", 2);
    String other = Printed.attune("best", results(), "--confirm", 1);
    SweepSpec one = SpecFile.read("confirm.yaml", other, Map.of(), new TrialCatalog());

    assertThat(again).as("the same cells").isEqualTo(first);
    assertThat(one.name()).isNotEqualTo(two.name());
    assertThat(one.seed()).isNotEqualTo(two.seed());
    assertThat(other)
        .contains(
            "# New seeds: 0 to 4 of 'seed: %d'; found had 'seed: 0'.\n".formatted(one.seed()));
  }

  /** Its first claim has the level .05 / 5.59, and eight seeds give 2^-7 = .0078 by ranks. */
  @Test
  void inALabTheSeedsAreThoseOfItsLevel() throws Exception {
    Printed.attune("lab", "init", folder);
    search(MODEL + "axes: {attention.gate: [none, learned]}\n", Map.of());

    Printed file = Printed.of("best", results(), "--confirm", 2);

    assertThat(file.output())
        .contains(
            "\nreplicates: 8\n",
            "# replicates: 8, since a verdict needs p .0089 or less (the lab's next level, .0089): ");
    assertThat(file.error()).contains("note: replicates: 8, since ");
  }

  @Test
  void formulasKeepWhatFilledTheirHoles() throws Exception {
    confirmed(
        MODEL
            + SEARCH
            + """
            axes:
              attention.gate:
                - none
                - {formula: "y * f(linear(x) / t)", f: [sigmoid, tanh], t: {uniform: [0.5, 2]}}
                - {formula: "y * e * (2 - e)", where: {e: "sigmoid(linear(x))"}, layers: last}
            """,
        Map.of(),
        6);
  }

  @Test
  void optionsKeepTheirOwnSettings() throws Exception {
    confirmed(
        MODEL
            + """
            train.optimizer: {muon: {adam-learning-rate: 1e-3}}
            cells:
              plain: {}
              adam: {train.optimizer: {adamw: {weight-decay: 0.1}}}
            axes:
              attention.query: [current, {split: {fraction: [0.25, 0.5]}}]
              attention.score-conv: [none, {kernel-query: [4, 6], kernel-key: [5, 11]}]
            """,
        Map.of(),
        7,
        1);
  }

  @Test
  void aFixedSettingOfAnOptionThatNoBestCellHasIsLeftOut() throws Exception {
    SweepSpec spec =
        confirmed(
            MODEL
                + """
                attention.query.fraction: 0.25
                train.optimizer: {muon: {adam-learning-rate: 1e-3}}
                cells: {split: {attention.query: split}, adam: {train.optimizer: adamw}}
                """,
            Map.of(),
            1);

    assertThat(spec.fixed()).doesNotContainKeys("attention.query.fraction", "train.optimizer");
  }

  @Test
  void theNumberThatMatchesParametersIsWritten() throws Exception {
    confirmed(
        MODEL
            + """
            cells: {plain: {}, gated: {attention.gate: learned}, query: {attention.gate: from-query}}
            match: parameters
            """,
        Map.of(),
        2,
        1);

    assertThat(Files.readString(confirmation()))
        .containsPattern("  gated:\n    attention.gate: learned\n    model.feed-forward: \\d+\n")
        .doesNotContain("match");
  }

  @Test
  void theScaleThatRanIsWritten() throws Exception {
    SweepSpec spec =
        confirmed(
            MODEL
                + """
                scales:
                  small: {model.width: 8, axes: {train.learning-rate: [1e-3, 3e-3]}}
                  large: {model.width: 64}
                axes: {train.learning-rate: [1e-2]}
                execution: {mode: parameter-averaging, workers: 2, retries: 1}
                """,
            Map.of("scale", "small"),
            2);

    assertThat(spec.name()).startsWith("found-small-confirm-");
    assertThat(spec.execution().retries()).isEqualTo(1);
  }

  @Test
  void aProgramOfTheUsersStaysAsItWas() throws Exception {
    confirmed(
        """
        sweep: found
        task:
          command:
            run: |
              sh train.sh {lr} {train.kind}

              echo {note}
            folder: FOLDER
            parameters:
              lr: {real: [1e-5, 10], default: 1}
              train.kind: {choice: [fast, exact]}
              note: {text: 'null'}
            metrics: {loss: lower}
            environment: {KIND: a}
        note: 'yes: and "no"'
        axes: {lr: {log-uniform: [1e-3, 1]}, train.kind: [fast, exact]}
        search: {method: tpe, trials: 6}
        objective: {metric: loss, goal: minimize}
        """
            .replace("FOLDER", script()),
        Map.of(),
        4);

    assertThat(Files.readString(confirmation())).contains("sh train.sh {lr} {train.kind}");
  }

  @Test
  void textsThatLookLikeOtherThingsStayTexts() throws Exception {
    confirmed(
        """
        sweep: found
        task:
          command:
            run: sh train.sh {note}
            folder: FOLDER
            parameters: {note: {text: a}}
            metrics: {loss: lower}
        axes: {note: ['007', 'null', '1e3', 'a: b # c', '~', "it's", '-', '[x]', 'yes', '=', '<<']}
        objective: {metric: loss, goal: minimize}
        """
            .replace("FOLDER", script()),
        Map.of(),
        11);

    assertThat(Files.readString(confirmation())).contains("note: '007'\n").doesNotContain("!!");
  }

  /** The folder of a program, which is there. */
  private String script() throws Exception {
    Files.writeString(folder.resolve("train.sh"), "");
    return folder.toString();
  }

  @Test
  void longNamesGiveWayToRanks() throws Exception {
    confirmed(
        MODEL
            + """
            axes:
              attention.gate:
                - {formula: "y * sigmoid(linear(x)) * tanh(linear(x)) * sigmoid(3 * linear(x)) / 7"}
                - none
            """,
        Map.of(),
        2);

    assertThat(Files.readString(confirmation()))
        .contains(
            "  rank 1, gate=none:\n",
            "  rank 2, gate=sigmoid(3 * linear(x)) * sigmoid(linear(x)) * …:\n",
            "#   rank 1, gate=none, the control: validation_loss 1.990, n 1\n");
  }

  /** Each cell has five values, and the best two differ in one. */
  @Test
  void cellsAreNamedByWhatTheyDifferIn() throws Exception {
    confirmed(
        MODEL
            + """
            axes:
              train.dropout.stream: [0, 0.1]
              train.warm-up: [0, 1]
              train.clip: [1, 2]
              train.evaluate-every: [1, 2]
              train.learning-rate: [1e-3, 2e-3]
            """,
        Map.of(),
        2);

    assertThat(Files.readString(confirmation()))
        .contains(
            "  learning-rate=0.002:\n", "#   learning-rate=0.002: validation_loss 1.690, n 1\n");
  }

  /** Later cells are better, so the control is at its last rate. */
  @Test
  void theControlComesAlongAtItsBestValues() throws Exception {
    String rates = "axes: {train.learning-rate: [1e-3, 2e-3]}\n";
    SweepSpec spec =
        confirmed(
            MODEL + "cells: {plain: {}, gated: {attention.gate: learned}}\n" + rates,
            Map.of(),
            1,
            1);

    assertThat(spec.comparison().layout().controls()).containsExactly(Map.entry("gated", "plain"));
    assertThat(Files.readString(confirmation()))
        .contains("  plain:\n    attention.gate: none\n    train.learning-rate: 0.002\n")
        .contains("#   plain, the control: validation_loss 1.990, n 1\n");
  }

  /**
   * The best three of four gates leave the file's own gate out; it comes along at its best rate.
   */
  @Test
  void theCellWithTheFilesOwnOptionsIsTheControlOfCellsWithoutNames() throws Exception {
    search(
        MODEL
            + """
            axes:
              attention.gate: [none, learned, from-query, computed]
              train.learning-rate: [1e-3, 2e-3]
            """,
        Map.of());

    Printed three = Printed.of("best", results(), "--confirm", 3, "--by", "attention.gate");

    assertThat(three.output())
        .contains(
            "\n  gate=none, learning-rate=0.002:\n    attention.gate: none\n    train.learning-rate: 0.002\n")
        .contains(
            "gate=learned, learning-rate=0.002: gate=none, learning-rate=0.002\n",
            "gate=from-query, learning-rate=0.002: gate=none, learning-rate=0.002\n",
            "gate=computed, learning-rate=0.002: gate=none, learning-rate=0.002\n")
        .contains("#   gate=none, learning-rate=0.002, the control: validation_loss ");
  }

  /**
   * A search tries many rates for one gate, and few for the other: a control at one is untuned. The
   * search found the control better, so no claim says that the cell improves on it.
   */
  @Test
  void cellsAtOtherRatesThanTheirControlTuneThemAgainAndClaimWhatTheSearchFound() throws Exception {
    String yaml =
        MODEL
            + """
            cells:
              learned: {attention.gate: learned}
              query: {attention.gate: from-query}
            axes: {train.learning-rate: [1e-3, 2e-3]}
            table: {controls: {learned: query}}
            """;
    search(yaml, Map.of());
    String better =
        "in found the control query was better than learned, so the file claims this, and no"
            + " improvement";
    assertThat(Printed.of("best", results(), "--confirm", 3, "--to", confirmation()).error())
        .contains("note: " + better + "\n");

    String text = Files.readString(confirmation());
    assertThat(text)
        .contains(
            "# Note: " + better + ".\n",
            "cells:\n  query:\n    attention.gate: from-query\n  learned:\n",
            "axes:\n  train.learning-rate: [0.001, 0.002]\n",
            "  controls:\n    learned: query\n",
            "#   query, the control: validation_loss 1.970, n 1, at learning-rate=0.002\n",
            "#   learned: validation_loss 1.990, n 1, at learning-rate=0.002\n",
            "# Each cell is tuned again over 2 values of train.learning-rate, on tuning seeds: found"
                + " tried more of them for some cells than for others. The file has 20 trials.\n");
    Printed valid = Printed.of("validate", confirmation());
    assertThat(valid.exit()).as(valid.error()).isZero();
    assertThat(valid.output()).contains("trials      20: 8 on tuning seeds, 12 on fresh seeds");
    assertThat(valid.error()).as("its seeds can decide the claim").doesNotContain("replicates");
    SweepSpec spec = SpecFile.read("confirm.yaml", text, Map.of(), catalog(yaml));
    assertThat(spec.comparison().claims())
        .singleElement()
        .satisfies(
            claim ->
                assertThat(CanonicalText.line(claim))
                    .startsWith("query best of 2 by validation_loss, 2 seeds each")
                    .contains(" validation_loss below learned best of 2 by validation_loss"));
  }

  /**
   * Rates that a search drew within 5 % of each other are one arm, at the better cell's rate; cells
   * that differ in such a rate alone are one cell.
   */
  @Test
  void ratesThatDifferByAFewPerCentAreOne() throws Exception {
    String yaml =
        MODEL
            + """
            axes:
              attention.gate: [none, learned, from-query]
              train.learning-rate: {log-uniform: [1e-4, 1e-1]}
            search: {method: random, trials: 8}
            """;
    AxisCatalog catalog = catalog(yaml);
    SweepSpec spec = SpecFile.read("found.yaml", yaml, Map.of(), catalog);
    Configuration any = cells(spec, catalog).get(0);
    double loss = 1;
    try (RecordedSweep sweep = RecordedSweep.in(results(), SpecHeader.of(spec, 8, 1, Map.of()))) {
      for (String cell :
          List.of("learned .01201", "learned .01199", "from-query .02", "none .0117")) {
        String[] values = cell.split(" ");
        sweep.finished(
            any.with("attention.gate", values[0])
                .with("train.learning-rate", "0" + values[1])
                .values(),
            0,
            Map.of("validation_loss", loss++));
      }
      sweep.completed();
    }
    new SpecCopy(yaml, Map.of()).write(new LocalStorage(results()));
    Printed confirmed = Printed.of("best", results(), "--confirm", 2);

    assertThat(confirmed.output())
        .contains(
            "#   gate=learned: validation_loss 1.000, n 1, at learning-rate=0.01201\n",
            "#   gate=from-query: ",
            "  train.learning-rate: [0.0077, 0.01201, 0.02, 0.031]\n",
            "They are the search's own, of near ones the better cell's, and span at least a factor"
                + " of 2 either way, within its interval.",
            "\nreplicates: 7\n",
            "- says: gate=learned has a lower validation_loss than gate=none\n",
            "- says: gate=from-query has a lower validation_loss than gate=none\n")
        .doesNotContain("0.01199", "0.0117,");
    assertThat(confirmed.error()).doesNotContain("the control");
  }

  /** Values 6 % apart tune nothing; no value lies outside of the interval of the search. */
  @Test
  void ratesAreTunedOverAFactorOfTwoEitherWayWithinTheirInterval() throws Exception {
    assertThat(rates("log-uniform: [1e-4, 1e-1]", ".0124", ".0117"))
        .isEqualTo("[0.0062, 0.0124, 0.025]");
    assertThat(rates("log-uniform: [1e-4, 2e-2]", ".0124", ".0117"))
        .isEqualTo("[0.0062, 0.0124, 0.02]");
    assertThat(rates("uniform: [.001, .081]", ".0124", ".0117"))
        .as("linear: an eighth of the interval")
        .isEqualTo("[0.0024, 0.0124, 0.022]");
    assertThat(rates("log-uniform: [1e-4, 1e-1]", ".02", ".002"))
        .as("far apart as the search found them")
        .isEqualTo("[0.002, 0.02]");
  }

  /** The rates over which a gate and its control are tuned again, found at these. */
  private String rates(String interval, String learned, String none) throws Exception {
    String yaml =
        MODEL
            + """
            axes:
              attention.gate: [none, learned]
              train.learning-rate: {%s}
            search: {method: random, trials: 4}
            """
                .formatted(interval);
    AxisCatalog catalog = catalog(yaml);
    SweepSpec spec = SpecFile.read("found.yaml", yaml, Map.of(), catalog);
    Configuration any = cells(spec, catalog).get(0);
    Path results = Files.createTempDirectory(folder, "found");
    try (RecordedSweep sweep = RecordedSweep.in(results, SpecHeader.of(spec, 4, 1, Map.of()))) {
      sweep.finished(rate(any, "learned", learned), 0, Map.of("validation_loss", 1.0));
      sweep.finished(rate(any, "none", none), 0, Map.of("validation_loss", 2.0));
      sweep.finished(rate(any, "none", ".001"), 0, Map.of("validation_loss", 4.0));
      sweep.finished(rate(any, "none", ".019"), 0, Map.of("validation_loss", 3.0)).completed();
    }
    new SpecCopy(yaml, Map.of()).write(new LocalStorage(results));
    return Printed.attune("best", results, "--confirm", 1)
        .lines()
        .filter(line -> line.startsWith("  train.learning-rate: ["))
        .map(line -> line.replaceAll(".*: ", ""))
        .findFirst()
        .orElse("");
  }

  private static Map<String, String> rate(Configuration any, String gate, String rate) {
    return any.with("attention.gate", gate).with("train.learning-rate", "0" + rate).values();
  }

  /** Each rate costs every cell two tuning seeds, and a search has as many rates as cells. */
  @Test
  void fiveRatesAreEnoughAndOtherKeysAreToldOf() throws Exception {
    String yaml =
        MODEL.replace("width: 16, ", "")
            + """
            axes:
              attention.gate: [none, learned, from-query]
              model.width: [16, 32]
              train.learning-rate: {log-uniform: [1e-4, 1e-1]}
            search: {method: random, trials: 24}
            """;
    List<Configuration> cells = search(yaml, Map.of());
    Printed confirmed = Printed.of("best", results(), "--confirm", 12);

    String note =
        "cells and their control also differ in model.width: their differences may come from any of these keys";
    assertThat(confirmed.error()).contains("note: " + note);
    assertThat(confirmed.output())
        .contains("# Note: " + note + ".\n", "5 values of train.learning-rate");
    String axis =
        confirmed
            .output()
            .lines()
            .filter(line -> line.startsWith("  train.learning-rate: ["))
            .findFirst()
            .orElseThrow();
    double best = Double.parseDouble(cells.get(23).text("train.learning-rate"));
    assertThat(axis.replaceAll(".*\\[|\\]", "").split(", "))
        .hasSize(5)
        .as("the best cell's rate, or that of a cell of which more is expected")
        .anyMatch(rate -> Math.abs(Math.log(Double.parseDouble(rate) / best)) < .35);
  }

  @Test
  void theControlThatTheTableNamesAndThatIsAmongTheBestStays() throws Exception {
    SweepSpec spec =
        confirmed(
            MODEL
                + """
                cells:
                  learned: {attention.gate: learned}
                  query: {attention.gate: from-query}
                axes: {model.feed-forward: [32, 64]}
                table: {controls: {learned: query}}
                """,
            Map.of(),
            4);

    assertThat(spec.comparison().layout().controls())
        .containsExactly(
            Map.entry("learned, feed-forward=64", "query, feed-forward=64"),
            Map.entry("learned, feed-forward=32", "query, feed-forward=64"));
  }

  @Test
  void theUsersDataAreNamedAgain() throws Exception {
    Path data = Files.writeString(folder.resolve("mine.txt"), "to be or not to be ".repeat(400));
    Files.writeString(
        folder.resolve("found.yaml"), MODEL + "axes: {train.learning-rate: [1e-3, 1e-2]}\n");
    Printed.attune("run", folder.resolve("found.yaml"), "--out", results(), "--data", data);

    assertThat(Printed.attune("best", results(), "--confirm", 2, "--to", confirmation()))
        .contains("confirm.yaml --data FILE\n");

    assertThat(Files.readString(confirmation()))
        .contains("# The sweep read --data mine.txt (SHA-256 ", "task.corpus: data\n");
    assertThat(Printed.of("validate", confirmation(), "--data", data).exit()).isZero();
  }

  @Test
  void severalObjectivesGiveTheirFront() throws Exception {
    String yaml =
        MODEL.replaceFirst("objective:.*\n", "")
            + """
            axes: {train.learning-rate: [1e-3, 2e-3, 3e-3]}
            objectives: [{metric: validation_loss, goal: minimize}, {metric: parameters, goal: minimize}]
            """;
    SweepSpec spec = SpecFile.read("found.yaml", yaml, Map.of(), new TrialCatalog());
    try (RecordedSweep sweep = RecordedSweep.in(results(), SpecHeader.of(spec, 3, 1, Map.of()))) {
      List<Configuration> cells = cells(spec, new TrialCatalog());
      sweep
          .finished(cells.get(0).values(), 0, Map.of("validation_loss", 1.0, "parameters", 3.0))
          .finished(cells.get(1).values(), 0, Map.of("validation_loss", 2.0, "parameters", 4.0))
          .finished(cells.get(2).values(), 0, Map.of("validation_loss", 2.0, "parameters", 2.0))
          .completed();
    }
    new SpecCopy(yaml, Map.of()).write(new LocalStorage(results()));

    assertThat(Printed.attune("best", results(), "--confirm", 2))
        .contains("  learning-rate=0.001:\n", "  learning-rate=0.003:\n", "objectives:");
    refused("has 2 cells on its Pareto front", "--confirm", 3);
  }

  private void refused(String message, Object... options) {
    List<Object> words = new ArrayList<>(List.of("best", results()));
    words.addAll(List.of(options));
    Printed refused = Printed.of(words.toArray());
    assertThat(refused.exit()).as(refused.output()).isEqualTo(2);
    assertThat(refused.error()).contains(message).doesNotContain("Exception");
    if (words.contains("--json")) {
      assertThat(refused.output()).contains("\"code\" : \"wrong-input\"", message);
    } else {
      assertThat(refused.output()).isEmpty();
    }
  }

  @Test
  void whatCannotBeConfirmedIsRefused() throws Exception {
    search(MODEL + "axes: {train.learning-rate: [1e-3, 2e-3]}\n", Map.of());
    Files.writeString(confirmation(), "mine");

    refused(
        "Invalid --confirm 3: " + results() + " has 2 finished cells; give 1 or 2.",
        "--confirm",
        3);
    refused("give 1 to 24 cells", "--confirm", 0);
    refused("--confirm N", "--to", confirmation());
    refused("it exists already", "--confirm", 2, "--to", confirmation());
    refused("no such folder", "--confirm", 2, "--to", folder.resolve("none/confirm.yaml"));
    refused("leave --json and --checkpoint out", "--confirm", 2, "--json");
    Path copy = results().resolve(SpecCopy.PATH);
    Files.writeString(copy, Files.readString(copy).replace("steps: 2", "steps: 4"));
    refused("was changed", "--confirm", 2);
    Files.delete(copy);
    refused("has no copy of its sweep file", "--confirm", 2);
    assertThat(confirmation()).hasContent("mine");
  }

  /** Three cells of one gate would be compared for their learning rates. */
  @Test
  void whereTheBestCellsShareAnOptionTheBestOfEachIsAdvised() throws Exception {
    search(
        MODEL
            + "stop: {median: {}}\n"
            + "axes: {attention.gate: [none, learned], train.learning-rate: [1e-3, 2e-3, 3e-3]}\n",
        Map.of());

    assertThat(Printed.of("analyze", results()).output())
        .contains(
            "best %s --confirm 2 --by attention.gate --to found-confirm.yaml".formatted(results()),
            "# new seeds of the best cell of each attention.gate\n");
  }

  /** Later cells are better, so the best three are the last. */
  @Test
  void cellsThatDifferInNumbersAloneAreToldOfAndTheBestOfEachOptionMayBeAskedFor()
      throws Exception {
    List<Configuration> cells =
        search(
            MODEL + "axes: {attention.gate: [none, learned], train.learning-rate: [1e-3, 2e-3]}\n",
            Map.of());
    List<String> gates = cells.stream().map(cell -> cell.text("attention.gate")).toList();
    assertThat(gates.get(2)).isEqualTo(gates.get(3));

    Printed two = Printed.of("best", results(), "--confirm", 2);
    assertThat(two.error()).contains("the 2 cells differ in numbers alone", "--by attention.gate");

    Printed each = Printed.of("best", results(), "--confirm", 2, "--by", "attention.gate");
    assertThat(each.error()).doesNotContain("numbers alone");
    assertThat(each.output()).contains("gate: none", "gate: learned");
    refused(
        "2 finished cells that differ in attention.gate", "--confirm", 3, "--by", "attention.gate");
    refused(
        "Invalid --by attention.gte: the finished cells of %s do not differ in it; name one or more of attention.gate, train.learning-rate."
            .formatted(results()),
        "--confirm",
        2,
        "--by",
        "attention.gte");
    refused("Invalid --by cell: the finished cells", "--confirm", 2, "--by", "cell");
    refused("--by says which cells", "--by", "attention.gate");
  }

  @Test
  void theBestOfEachNamedCellMayBeAskedFor() throws Exception {
    search(
        MODEL
            + """
            cells: {plain: {}, gated: {attention.gate: learned}}
            axes: {train.learning-rate: [1e-3, 2e-3]}
            """,
        Map.of());

    assertThat(Printed.of("best", results(), "--confirm", 2, "--by", "cell").output())
        .contains("\n  gated:\n    attention.gate: learned\n    train.learning-rate: 0.002\n")
        .contains("\n  plain:\n    attention.gate: none\n    train.learning-rate: 0.002\n");
    refused("name one or more of cell, attention.gate", "--confirm", 2, "--by", "cel");
  }

  @Test
  void otherKeysInWhichTheCellsDifferAreToldOf() throws Exception {
    search(
        MODEL
            + SEARCH
            + "seed: 3\n" // whose best cells have rates that are not near
            + """
            axes:
              attention.gate: [none, learned]
              train.clip: {uniform: [1, 5]}
              train.learning-rate: {log-uniform: [1e-4, 1e-1]}
            """,
        Map.of());

    Printed each = Printed.of("best", results(), "--confirm", 2, "--by", "attention.gate");

    String note =
        "besides attention.gate the cells differ in train.clip: their differences may come"
            + " from any of these keys";
    assertThat(each.output()).contains("# Note: " + note + ".\n");
    assertThat(each.error()).contains("note: " + note);
  }

  /** The whole way: a search, its confirmation, and a table of the cells with a verdict each. */
  @Test
  void theNewSweepComparesTheCells() throws Exception {
    confirmed(
        MODEL + SEARCH + "axes: {train.learning-rate: {log-uniform: [1e-4, 1e-1]}}\n", Map.of(), 6);
    Path again = folder.resolve("again");

    String command = "best %s --confirm 3 --to found-confirm.yaml".formatted(results());
    assertThat(Printed.attune("analyze", results())).contains("partly luck", command);
    Printed.attune("report", results());
    assertThat(Files.readString(results().resolve("report.html")))
        .contains("partly luck", "./attune best found --confirm 3 --to found-confirm.yaml")
        .as("a page that others open")
        .doesNotContain(results().toString());
    assertThat(report(results())).contains(command);
    Printed.attune("run", confirmation(), "--out", again);
    assertThat(report(again)).contains("; next:").doesNotContain("--confirm");

    assertThat(Printed.of("best", again, "--confirm", 1).output())
        .containsPattern("sweep: found-confirm-[0-9a-f]{4}-confirm-[0-9a-f]{4}\n");
    String pairs = Printed.attune("analyze", again);
    assertThat(pairs).doesNotContain("--confirm");
    assertThat(pairs.lines().filter(line -> line.startsWith("learning-rate=")).toList())
        .hasSize(5)
        .allMatch(line -> line.matches("learning-rate=.* 8 .*"));
  }

  /** A population's parts of one training are one cell, which the new sweep trains whole. */
  @Test
  void thePartsOfACellAreOneCell() throws Exception {
    String yaml =
        MODEL.replace("steps: 2", "steps: 8")
            + """
            axes: {train.learning-rate: [1e-3, 2e-3, 3e-3]}
            search: {method: population, population: 3, turns: 2}
            """;
    parts(yaml, "train.steps", "train.schedule-steps", "train.learning-rate");

    assertThat(Printed.attune("best", results(), "--confirm", 3))
        .contains(
            "#   learning-rate=0.002: validation_loss 1.200, n 1 (train.steps=8)\n",
            "#   learning-rate=0.001: validation_loss 1.300, n 1 (train.steps=8)\n",
            "#   learning-rate=0.003: validation_loss 1.400, n 1 (train.steps=4)\n",
            "\ntrain.steps: 8\n",
            """
            cells:
              learning-rate=0.002:
                train.learning-rate: 0.002
              learning-rate=0.001:
                train.learning-rate: 0.001
              learning-rate=0.003:
                train.learning-rate: 0.003
            replicates: 7
            """);
    assertThat(Printed.attune("best", results()))
        .contains("This value is the best of 3 cells, so it is partly luck.");
    refused(
        "Invalid --confirm 4: %s has 3 finished cells; give 1 to 3.".formatted(results()),
        "--confirm",
        4);
  }

  @Test
  void thePartsOfAProgramsCellAreOneCell() throws Exception {
    String yaml =
        """
        sweep: found
        task:
          command:
            run: "./train {rate} {epochs}"
            parameters: {rate: {real: [0, 1]}, epochs: {integer: [1, 100], default: 8}}
            metrics: {loss: lower}
        objective: {metric: loss, goal: minimize}
        axes: {rate: [0.001, 0.002, 0.003]}
        search: {method: population, population: 3, turns: 2, steps: epochs}
        """;
    parts(yaml, "epochs", "", "rate");

    assertThat(Printed.attune("best", results(), "--confirm", 2))
        .contains(
            """
            cells:
              rate=0.002:
                rate: 0.002
              rate=0.001:
                rate: 0.001
            """);
  }

  @Test
  void thePartsOfANamedCellAreOneCell() throws Exception {
    String yaml =
        MODEL.replace("steps: 2", "steps: 8")
            + """
            cells: {plain: {}, gated: {attention.gate: learned}}
            axes: {train.learning-rate: [1e-3, 2e-3, 3e-3]}
            search: {method: population, population: 3, turns: 2}
            """;
    parts(yaml, "train.steps", "train.schedule-steps", "train.learning-rate");

    assertThat(Printed.attune("best", results(), "--confirm", 3))
        .contains(
            "  plain, learning-rate=0.002:\n",
            "  plain, learning-rate=0.001:\n",
            "learning-rate=0.003:\n")
        .doesNotContain(", steps=");
  }

  /** Two cells in two parts each, the first better, and a cell that ended after its first part. */
  private void parts(String yaml, String steps, String whole, String rate) throws Exception {
    AxisCatalog catalog = catalog(yaml);
    SweepSpec spec = SpecFile.read("found.yaml", yaml, Map.of(), catalog);
    String metric = spec.objective().metric();
    try (RecordedSweep sweep = RecordedSweep.in(results(), SpecHeader.of(spec, 5, 1, Map.of()))) {
      double loss = 1;
      for (String part : List.of("0.001 4", "0.002 4", "0.002 8", "0.001 8", "0.003 4")) {
        String[] words = part.split(" ");
        Map<String, String> cell = new HashMap<>(spec.base().values());
        cell.putAll(Map.of(rate, words[0], steps, words[1]));
        if (words[1].equals("4") && !whole.isEmpty()) {
          cell.put(whole, "8");
        }
        double[] curve = words[1].equals("4") ? new double[] {1} : new double[] {1, 1};
        sweep.finished(cell, 0, Map.of(metric, loss), curve);
        loss += .1;
      }
      sweep.completed();
    }
    new SpecCopy(yaml, Map.of()).write(new LocalStorage(results()));
  }

  private static String report(Path directory) throws Exception {
    return new RunReport(
            Sweeps.read(directory.toString()), new TrialCatalog().tree(), directory.toString())
        .print();
  }
}
