package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.api.search.Objective;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where sections of an analysis seem to disagree, it says what each asks and which to quote. */
class TestOpposedSections {

  private static final String QUOTE = "Quote the table of cells.";

  @TempDir Path folder;

  /**
   * Eight seeds of two gates at two rates.
   *
   * @param good how much larger the learned gate's loss is at the better rate
   * @param bad the same at the worse rate
   */
  private String analyzed(double good, double bad) throws Exception {
    Random random = new Random(7);
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String rate : List.of("0.001", "0.01")) {
        for (String gate : List.of("none", "learned")) {
          boolean best = rate.equals("0.001");
          double gap = gate.equals("none") ? 0 : best ? good : bad;
          for (int seed = 0; seed < 8; seed++) {
            double loss = (best ? 1 : 5) + gap + 0.1 * random.nextGaussian();
            sweep.finished(
                Map.of("attention.gate", gate, "train.learning-rate", rate),
                seed,
                Map.of("loss", loss));
          }
        }
      }
      sweep.completed();
    }
    return Printed.attune("analyze", folder);
  }

  @Test
  void anAxisThatIsShownBesideAnOpenRow() throws Exception {
    String text = analyzed(0, -2);

    assertThat(text)
        .containsPattern("gate=learned +gate=none .* inconclusive\n")
        .contains(
            "attention.gate is shown here, but no row of the table of cells shows it. This test asks"
                + " whether the axis matters on average over all cells; the table asks whether a"
                + " cell differs from its control, each at its best train.learning-rate. "
                + QUOTE
                + "\n",
            "attention.gate: learned - none is shown here, but gate=learned beside gate=none is"
                + " inconclusive in the table of cells. Here all values of the other axes count"
                + " alike; there each cell is at its best train.learning-rate. "
                + QUOTE
                + "\n");
    assertThat(
            new ObjectMapper()
                .readTree(Printed.attune("analyze", folder, "--json"))
                .at("/notes/effects")
                .toString())
        .as("what the report shows beside the effects")
        .contains("attention.gate is shown here");
  }

  @Test
  void twoValuesWhoseOrderTurnsRound() throws Exception {
    assertThat(analyzed(0.5, -2))
        .containsPattern("gate=learned +gate=none .* worse\n")
        .contains(
            "attention.gate: learned is better than none here, but gate=learned beside gate=none is"
                + " worse in the table of cells.")
        .doesNotContain("attention.gate is shown here");
  }

  @Test
  void sectionsThatAgreeNeedNoSuchLine() throws Exception {
    assertThat(analyzed(1, 1))
        .containsPattern("gate=learned +gate=none .* worse\n")
        .contains("Sections may differ")
        .doesNotContain(QUOTE);
  }
}
