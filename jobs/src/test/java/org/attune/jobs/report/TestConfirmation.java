package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Objective.Goal;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.Tuning;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A verdict on cells tuned on the same seeds comes with the lines of a sweep that confirms it. */
class TestConfirmation {

  /** The sweep file without the keys that the lines replace. */
  private static final String REST =
      """

      task: induction
      axes:
        attention.gate: [none, learned]
        model.feed-forward: %s
        train.learning-rate: [1e-3, 1e-2]
      objective: {metric: validation_loss, goal: minimize}
      """;

  private static final String NAMED =
      """
      sweep: named
      task: induction
      cells:
        plain: {}
        gate: {attention.gate: learned}
        sigmoid: {attention.weights: sigmoid}
      axes: {train.learning-rate: [1e-3, 1e-2]}
      replicates: 8
      objective: {metric: validation_loss, goal: minimize}
      """;

  @TempDir Path folder;

  @Test
  void theLinesAreASweepFileThatRuns() throws Exception {
    SweepSpec spec = confirmed("96");
    Claim claim = spec.comparison().claims().get(0);

    assertThat(spec.name()).matches("tuned-confirm-[0-9a-f]{4}");
    assertThat(spec.seed()).isPositive();
    assertThat(spec.comparison().claims()).hasSize(1);
    assertThat(claim.says()).isEqualTo("gate=learned is below gate=none");
    assertThat(claim.measures()).allMatch(arm -> arm.tuning().orElseThrow().settings().size() == 2);
  }

  /**
   * Else the second recipe would be refused in the first one's directory, or repeat its numbers.
   */
  @Test
  void linesOfOtherVerdictsHaveAnotherNameAndSeed() throws Exception {
    SweepSpec one = confirmed("96");
    SweepSpec two = confirmed(folder.resolve("other"), "96", "104");

    assertThat(two.name()).isNotEqualTo(one.name());
    assertThat(two.seed()).isNotEqualTo(one.seed());
  }

  @Test
  void aClaimNamesTheSettingsThatAreHeldEqual() throws Exception {
    List<Claim> claims = confirmed("96", "104").comparison().claims();

    assertThat(claims)
        .extracting(Claim::says)
        .containsExactly(
            "gate=learned, feed-forward=96 is below gate=none",
            "gate=learned, feed-forward=104 is below gate=none");
  }

  /** As where constraints leave a cell fewer values, or a search draws them. */
  @Test
  void cellsWithOtherValuesAreNotTestedSoNothingIsConfirmed() throws Exception {
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "tuned", new Objective("validation_loss", Goal.MINIMIZE))) {
      for (int seed = 0; seed < 6; seed++) {
        sweep.finished(cell("none", "96", "0.001"), seed, loss("none", seed));
        sweep.finished(cell("none", "96", "0.01"), seed, loss("none", seed));
        sweep.finished(cell("learned", "96", "0.01"), seed, loss("learned", seed));
      }
      sweep.completed();
    }
    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains(
            " not tested: tuned over other values\n",
            "not tested: gate=learned beside gate=none. Their trials had different values of"
                + " learning-rate, which may make the difference; ")
        .doesNotContain("best-over");
  }

  /** A grid, which the lines describe, takes no interval. */
  @Test
  void valuesTakeThePlaceOfAnInterval() throws Exception {
    String text =
        """
        sweep: tuned
        axes.attention.gate[0]: none, learned
        axes.train.learning-rate[0]: log-uniform 0.001 to 0.01
        search: random, trials 4
        replicates: 6
        """;
    SweepHeader header =
        new SweepHeader(
            "tuned-00000000",
            "tuned",
            text,
            0,
            24,
            new Objective("validation_loss", Goal.MINIMIZE),
            0,
            1,
            new TreeMap<>());
    try (RecordedSweep sweep = RecordedSweep.in(folder, header)) {
      record(sweep, "96");
    }

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains(
            "search, stop and budget.trials, where it has them. List values of train.learning-rate"
                + " in place of an interval.\n");
  }

  /** Cells without a claim have values of the same seeds; the row that is shown has not. */
  @Test
  void aConfirmedVerdictIsNotConfirmedAgain() throws Exception {
    SweepSpec spec = named();
    try (RecordedSweep sweep = RecordedSweep.in(folder, SpecHeader.of(spec, 48, 1, Map.of()))) {
      for (Configuration cell : cells(spec)) {
        boolean claimed = !"sigmoid".equals(cell.values().get("attention.weights"));
        boolean chosen = cell.values().get("train.learning-rate").equals("0.01");
        for (int seed = 0; seed < (claimed ? 2 : 0); seed++) {
          sweep.finished(cell.values(), Tuning.FIRST_SEED + seed, loss(cell, seed));
        }
        for (int seed = 0; seed < (!claimed || chosen ? 8 : 0); seed++) {
          sweep.finished(cell.values(), seed, loss(cell, seed));
        }
      }
      sweep.completed();
    }

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains(
            " better\n",
            "(values of sigmoid chosen on the same seeds, of plain; gate on tuning seeds)")
        .doesNotContain("To confirm a verdict");
  }

  @Test
  void onlyComparedCellsAndTheirDataAreKept() throws Exception {
    SweepSpec spec = named();
    Map<String, String> data = new DataFile("corpus.txt", "0".repeat(64)).provenance();
    SweepHeader header = SpecHeader.of(spec, 48, 1, data);
    try (RecordedSweep sweep = RecordedSweep.in(folder, header)) {
      for (Configuration cell : cells(spec)) {
        for (int seed = 0; seed < 8; seed++) {
          sweep.finished(cell.values(), seed, loss(cell, seed));
        }
      }
      sweep.completed();
    }

    assertThat(Ran.attune("analyze", folder.toString()).output())
        .contains(
            "where it has them. Of its cells, keep only plain; gate.\n",
            "4. Run the copy, with --data corpus.txt and any --set as before.\n");
  }

  private static SweepSpec named() throws Exception {
    return SpecFile.read("named.yaml", NAMED, Map.of(), new TrialCatalog());
  }

  private static List<Configuration> cells(SweepSpec spec) {
    var space = spec.space(new TrialCatalog().tree());
    return LongStream.range(0, space.cells()).mapToObj(space::cell).toList();
  }

  private static Map<String, Double> loss(Configuration cell, int seed) {
    return loss(cell.values().getOrDefault("attention.gate", "none"), seed);
  }

  private SweepSpec confirmed(String... widths) throws Exception {
    return confirmed(folder, widths);
  }

  /** The analysis of gates at these widths and two rates, and its lines as a sweep file. */
  private static SweepSpec confirmed(Path folder, String... widths) throws Exception {
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "tuned", new Objective("validation_loss", Goal.MINIMIZE))) {
      record(sweep, widths);
    }
    String text = Ran.attune("analyze", folder.toString()).output();
    List<String> lines =
        text.lines()
            .dropWhile(line -> !line.startsWith("The seeds that judge these cells"))
            .toList();
    assertThat(text)
        .contains(
            " better\n",
            "(values chosen on the same seeds)",
            "Report a claim that was stated before the results; else report the table of cells.\n");
    assertThat(lines.subList(0, 4))
        .containsExactly(
            "The seeds that judge these cells also chose their values. This favours a cell whose"
                + " value matters little. To confirm a verdict, run a new sweep with other seeds:",
            "1. Copy the sweep file of tuned.",
            "2. In the copy, delete sweep, seed, replicates, claims, search, stop and"
                + " budget.trials, where it has them.",
            "3. Add these lines to the copy:");
    assertThat(lines).contains("4. Run the copy, with any --set as before.");
    List<String> notes = new ArrayList<>();
    new ObjectMapper()
        .readTree(Ran.attune("analyze", folder.toString(), "--json").output())
        .path("pairs_notes")
        .forEach(note -> notes.add(note.asText()));
    assertThat(notes).containsSequence(lines.subList(0, 2));
    return SpecFile.read(
        "confirmed.yaml",
        lines.stream()
                .skip(4)
                .takeWhile(line -> line.matches("(sweep|seed|replicates|claims|-).*"))
                .collect(Collectors.joining("\n"))
            + REST.formatted(List.of(widths)),
        Map.of(),
        new TrialCatalog());
  }

  private static void record(RecordedSweep sweep, String... widths) {
    for (String width : widths) {
      for (String gate : List.of("none", "learned")) {
        for (String rate : List.of("0.001", "0.01")) {
          for (int seed = 0; seed < 6; seed++) {
            sweep.finished(cell(gate, width, rate), seed, loss(gate, seed));
          }
        }
      }
    }
    sweep.completed();
  }

  private static Map<String, String> cell(String gate, String width, String rate) {
    return Map.of("attention.gate", gate, "model.feed-forward", width, "train.learning-rate", rate);
  }

  private static Map<String, Double> loss(String gate, int seed) {
    double loss = (gate.equals("none") ? 2 : 1) + 0.01 * (seed * seed % 5) + 0.001 * seed;
    return Map.of("validation_loss", gate.equals("none") ? loss : loss + 0.003 * (seed % 2));
  }
}
