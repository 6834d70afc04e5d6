package org.attune.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.attune.api.search.Objective;
import org.attune.api.trial.Cause;
import org.attune.jobs.Printed;
import org.attune.jobs.RecordedSweep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A p that is the least that the seeds can give is marked: the data may well say more. */
class TestLeastProbability {

  @TempDir Path folder;

  /** Two gates, far apart or close, of which one may fail at a seed. */
  private String analyzed(int seeds, double gap, boolean fails) throws Exception {
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "learned")) {
        for (int seed = 0; seed < seeds; seed++) {
          double loss = gate.equals("none") ? 2 + 0.01 * (seed * seed % 7) : 2 - gap + 0.01 * seed;
          if (fails && gate.equals("none") && seed == 0) {
            sweep.failed(Map.of("gate", gate), seed, Cause.DIVERGENCE, "loss is NaN");
          } else {
            sweep.finished(Map.of("gate", gate), seed, Map.of("loss", loss));
          }
        }
      }
      sweep.completed();
    }
    return Printed.attune("analyze", folder);
  }

  private JsonNode json() throws Exception {
    return new ObjectMapper().readTree(Printed.attune("analyze", folder, "--json"));
  }

  /** By hand: all six ranks on one side have a two-sided p of 2 / 2^6. */
  @Test
  void ofRanks() throws Exception {
    assertThat(analyzed(6, 1, true))
        .containsPattern("gate=learned +gate=none .* 5, 1 failed +\\.0313 \\(least\\) +better\n")
        .containsOnlyOnce("(least): so few seeds can give no smaller p before Holm's adjustment\n");
    assertThat(json().at("/pairs/0/p_is_least").asBoolean()).isTrue();
    assertThat(json().at("/pairs_notes/0").asText()).startsWith("Intervals are for new seeds");
    assertThat(json().at("/pairs_notes/1").asText()).startsWith("(least): ");
  }

  /** By hand: Student's t of five pairs has a two-sided p of 2 / 4^5 or more. */
  @Test
  void ofMeans() throws Exception {
    assertThat(analyzed(5, 1, false))
        .containsPattern("gate=learned +gate=none .* 5 +\\.0020 \\(least\\) +better\n")
        .containsPattern("gate: learned - none .* \\.0020 \\(least\\) +\\.0020 +shown\n");
    assertThat(json().at("/comparisons/0/p_is_least").asBoolean()).isTrue();
    assertThat(json().at("/notes/comparisons").toString())
        .contains("(least): so few seeds can give no smaller p");
  }

  /** By hand: equal differences have the sign test's p, 2 * 2^-5, which allows no interval. */
  @Test
  void ofEqualDifferences() throws Exception {
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "learned")) {
        for (int seed = 0; seed < 5; seed++) {
          sweep.finished(Map.of("gate", gate), seed, Map.of("loss", gate.length() + 0.25 * seed));
        }
      }
      sweep.completed();
    }

    assertThat(Printed.attune("analyze", folder))
        .containsPattern("gate=learned +gate=none +\\+3\\.000 +5 +\\.0625 \\(least\\)")
        .contains(
            "A row whose differences are equal at all seeds has no interval: the seeds are too"
                + " few.\n",
            "p of .0625, as their differences are equal, and a verdict needs");
    assertThat(json().at("/comparisons/0/p_is_least").asBoolean()).isTrue();
    assertThat(json().at("/notes/comparisons").toString()).contains("has no interval");
  }

  /** By hand: three pairs have a p of 2 / 4^3 or more, and three rows need .0167. */
  @Test
  void intervalsOfTwoValuesThatAreWidenedSaySo() throws Exception {
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "gates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (String gate : List.of("none", "fixed", "learned")) {
        for (int seed = 0; seed < 3; seed++) {
          double loss = gate.length() + 0.01 * (seed * gate.length() % 5);
          sweep.finished(Map.of("gate", gate), seed, Map.of("loss", loss));
        }
      }
      sweep.completed();
    }

    assertThat(json().at("/notes/comparisons").toString())
        .contains("The interval is widened to 0: so few seeds cannot exclude 0.");
  }

  /** By hand: two modes separate two values of six trials by chance in 2 of 2^6 cases. */
  @Test
  void ofEffects() throws Exception {
    assertThat(analyzed(3, 1, false))
        .containsPattern("gate +\\d+ % .* \\.0313 \\(least\\) +\\.0625")
        .contains("(least): so few trials can give no smaller p\n");
    assertThat(json().at("/effects/0/p_is_least").asBoolean()).isTrue();
  }

  /** On a full grid an importance has the p of the axis' test, adjusted for two tests here. */
  @Test
  void ofImportances() throws Exception {
    assertThat(analyzed(3, 1, false))
        .containsPattern(
            """
            axis +share by itself +p \\(Holm-adjusted\\)
            gate +(100 %|within chance) +\\.0625 \\(least\\)
            \\(least\\): so few trials can give no smaller p before Holm's adjustment
            """);
    assertThat(json().at("/forest/axes/0/p_is_least").asBoolean()).isTrue();
    assertThat(json().at("/forest/notes").toString()).contains("(least): so few trials");
  }

  /** By hand: an axis that beats all shuffled copies in 39 forests has p 1/40, doubled. */
  @Test
  void ofForests() throws Exception {
    Random random = new Random(3);
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "rates", new Objective("loss", Objective.Goal.MINIMIZE))) {
      for (int i = 0; i < 80; i++) {
        double rate = random.nextDouble();
        Map<String, String> cell =
            Map.of(
                "rate", String.valueOf(1 + rate), "idle", String.valueOf(1 + random.nextDouble()));
        sweep.finished(cell, 0, Map.of("loss", Math.cos(6 * Math.PI * rate)));
      }
      sweep.completed();
    }
    String text = Printed.attune("analyze", folder);

    assertThat(text)
        .containsPattern("axis +share of what it predicts +p \\(adjusted\\)\n")
        .containsPattern("\nrate +\\d+ % +\\.0500 \\(least\\)\n")
        .contains("(least): so few trials or shuffled forests can give no smaller p\n");
  }

  @Test
  void anotherHasNoMark() throws Exception {
    assertThat(analyzed(5, 0.01, false)).doesNotContain("least");
    assertThat(json().at("/pairs/0/p_is_least").asBoolean()).isFalse();
  }
}
