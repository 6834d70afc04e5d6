package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.api.search.Trial;
import org.attune.api.trial.Cause;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

/** Verdicts of a first look beside the results of seeds that were added after it. */
class TestStandingVerdicts {

  private static final String WIDTHS =
      """
      sweep: s
      axes: {attention.gate: [none, learned], model.width: [64, 128]}
      replicates: %d
      objective: {metric: loss, goal: minimize}
      """;

  /** A cell's loss at a seed; NaN for a failed trial. */
  private interface Loss {
    double of(boolean gated, Configuration cell, int seed);
  }

  /** What the table says after each look. */
  private static List<CellPairs> looks(String file, Loss loss, int... replicates) throws Exception {
    Optional<SweepState> state = Optional.empty();
    List<CellPairs> looks = new ArrayList<>();
    for (int look = 0; look < replicates.length; look++) {
      SweepSpec spec =
          SpecFile.read(
              "s.yaml", file.formatted(replicates[look]), Map.of(), SampleCatalog.CATALOG);
      Event.Opened opened =
          new Event.Opened(SpecHeader.of(spec, 100, 1, Map.of()), look + 1, Events.NOON);
      SweepState now = state.orElseGet(() -> new SweepState(opened));
      now.apply(opened);
      int cells = (int) spec.space(SampleCatalog.TREE).cells();
      for (int seed = look == 0 ? 0 : replicates[look - 1]; seed < replicates[look]; seed++) {
        for (int i = 0; i < cells; i++) {
          Configuration cell = spec.space(SampleCatalog.TREE).cell(i);
          end(now, Trial.of(cells * seed + i, cell, seed, 0), loss);
        }
      }
      now.apply(new Event.Completed("done", Events.NOON));
      state = Optional.of(now);
      looks.add(
          CellPairs.of(Observations.of(now.view(), "loss", Optional.of(Goal.MINIMIZE)))
              .orElseThrow());
    }
    return looks;
  }

  private static void end(SweepState state, Trial trial, Loss loss) {
    Configuration cell = trial.configuration();
    double value = loss.of(cell.text("attention.gate").equals("learned"), cell, trial.replicate());
    state.apply(Events.suggested(trial));
    state.apply(Events.started(trial, 1));
    state.apply(
        Double.isNaN(value)
            ? Events.failed(trial, 1, Cause.DIVERGENCE)
            : Events.finished(trial, 1, value));
  }

  private static List<String> said(CellPairs pairs) {
    return pairs.pairs().stream().map(pairs::label).toList();
  }

  /** The wide cells fail in the first six seeds, so the first look leaves width 128 out. */
  @Test
  void aSettingThatWasLeftOutMayComeLater() throws Exception {
    for (boolean both : new boolean[] {true, false}) {
      List<CellPairs> looks =
          looks(
              WIDTHS,
              (gated, cell, seed) ->
                  cell.text("model.width").equals("128") && (seed < 6 || gated && !both)
                      ? Double.NaN
                      : (gated ? 1 : 3) + 0.01 * seed * seed * (gated ? 1 : 2),
              6,
              9);

      assertThat(looks.get(0).unpaired()).singleElement().asString().startsWith("left out: width=");
      assertThat(said(looks.get(0))).containsExactly("better");
      assertThat(looks.get(1).pairs().get(0).settings()).hasSize(2);
      assertThat(said(looks.get(1)))
          .singleElement()
          .asString()
          .as("both %s", both)
          .startsWith("better, look 1");
    }
  }

  /** The control's best rate is another one once seeds were added. */
  @Test
  void anotherBestValueTakesNoVerdictAway() throws Exception {
    List<CellPairs> looks =
        looks(
            WIDTHS.replace("model.width: [64, 128]", "train.learning-rate: [1e-3, 1e-2]"),
            (gated, cell, seed) -> {
              boolean fast = cell.text("train.learning-rate").equals("0.01");
              double noise = 0.01 * seed * (gated ? 1 : 2);
              return gated ? 1 + noise : fast ? (seed < 6 ? 3 : 9) + noise : 3.5 + noise;
            },
            6,
            9);

    assertThat(said(looks.get(0))).containsExactly("better");
    assertThat(looks.get(0).pairs().get(0).controlAt()).contains("0.01");
    assertThat(looks.get(1).pairs().get(0).controlAt()).contains("0.001");
    assertThat(said(looks.get(1))).containsExactly("better, look 1");
  }

  /** New seeds turn the difference. Whether the error was spent or not, "better" does not stand. */
  @Test
  void theOppositeIsNoOldVerdict() throws Exception {
    List<CellPairs> looks =
        looks(
            WIDTHS.replace("64, 128", "64"),
            (gated, cell, seed) ->
                seed < 5
                    ? (gated ? 1 : 1.01) + 0.001 * seed * (gated ? 1 : 1.01)
                    : gated ? 9 + seed : 1,
            5,
            60);

    assertThat(said(looks.get(0))).containsExactly("better");
    assertThat(said(looks.get(1))).singleElement().asString().doesNotStartWith("better");
  }

  /** A width that was not there at the first look makes another comparison. */
  @Test
  void aSettingThatWasAddedMakesAnotherRow() throws Exception {
    String file = WIDTHS.replace("128]", "128WIDER]");
    Loss loss = (gated, cell, seed) -> (gated ? 1 : 3) + 0.01 * seed * (gated ? 1 : 2);
    SweepSpec spec =
        SpecFile.read(
            "s.yaml", file.formatted(6).replace("WIDER", ""), Map.of(), SampleCatalog.CATALOG);
    SweepState state =
        new SweepState(new Event.Opened(SpecHeader.of(spec, 100, 1, Map.of()), 1, Events.NOON));
    int index = 0;
    for (String wider : List.of("", ", 256")) {
      spec =
          SpecFile.read(
              "s.yaml", file.formatted(6).replace("WIDER", wider), Map.of(), SampleCatalog.CATALOG);
      state.apply(
          new Event.Opened(
              SpecHeader.of(spec, 100, 1, Map.of()), wider.isEmpty() ? 1 : 2, Events.NOON));
      for (int i = 0; i < spec.space(SampleCatalog.TREE).cells(); i++) {
        for (int seed = 0; seed < 6; seed++) {
          Trial trial = Trial.of(index++, spec.space(SampleCatalog.TREE).cell(i), seed, 0);
          if (!state.has(trial.id())) {
            end(state, trial, loss);
          }
        }
      }
      state.apply(new Event.Completed("done", Events.NOON));
    }
    CellPairs pairs =
        CellPairs.of(Observations.of(state.view(), "loss", Optional.of(Goal.MINIMIZE)))
            .orElseThrow();

    assertThat(said(pairs)).containsExactly("to confirm");
  }
}
