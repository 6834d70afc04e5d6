package org.attune.sweeps.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SpecExtension;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.state.SweepView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sweeps without a true difference, whose user extends them after each look at the results. */
class TestNullExtensions {

  private static final int SWEEPS = 200;

  /** Five of a hundred. */
  private static final int MOST = SWEEPS * 5 / 100;

  private static final String FIRST =
      """
      sweep: s
      objective: {metric: loss, goal: minimize}
      axes:
        attention.gate: [none, learned]
      replicates: 6
      """;
  private static final String VALUE = FIRST.replace("learned]", "learned, from-query]");
  private static final String AXIS = VALUE + "EXTRA";
  private static final List<String> FILES =
      List.of(
          FIRST,
          VALUE,
          AXIS.replace("EXTRA", "").replace("axes:", "axes:\n  model.heads: [4, 2]"),
          AXIS.replace("EXTRA", "")
              .replace("axes:", "axes:\n  model.heads: [4, 2]")
              .replace("replicates: 6", "replicates: 9"));

  @Test
  @Tag("soak")
  void wrongVerdictsAreAtMostFivePercentAfterAValueAnAxisAndSeeds() throws Exception {
    Random random = new Random(54);
    int[] wrong = new int[FILES.size()];
    int atAny = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      List<CellPairs> looks = looks(random, 0);
      boolean any = false;
      for (int look = 0; look < wrong.length; look++) {
        boolean shown = looks.get(look).pairs().stream().anyMatch(TestNullExtensions::shown);
        wrong[look] += shown ? 1 : 0;
        any |= shown;
      }
      atAny += any ? 1 : 0;
    }
    System.out.printf(
        "null.extensions %s of %d, by look; at any look %d%n",
        Arrays.toString(wrong), SWEEPS, atAny);
    for (int look : wrong) {
      assertThat(look).isLessThanOrEqualTo(MOST);
    }
  }

  /** The price of four looks still lets a large difference through. */
  @Test
  void aTrueDifferenceIsShownAtTheLastLook() throws Exception {
    Random random = new Random(55);
    int shown = 0;
    for (int sweep = 0; sweep < 10; sweep++) {
      shown +=
          looks(random, -4).get(FILES.size() - 1).pairs().stream()
                  .anyMatch(TestNullExtensions::shown)
              ? 1
              : 0;
    }
    assertThat(shown).isEqualTo(10);
  }

  private static boolean shown(CellPair pair) {
    return pair.verdict() == CellPair.Verdict.BETTER || pair.verdict() == CellPair.Verdict.WORSE;
  }

  /**
   * What the user sees at each look.
   *
   * @param effect of the learned gate
   */
  private static List<CellPairs> looks(Random random, double effect) throws Exception {
    Optional<SweepState> state = Optional.empty();
    List<CellPairs> looks = new ArrayList<>();
    int epoch = 0;
    for (String file : FILES) {
      SweepSpec spec = SpecFile.read("s.yaml", file, Map.of(), SampleCatalog.CATALOG);
      Search search = spec.newSearch(SampleCatalog.CATALOG);
      SweepHeader header = SweepHeader.of(spec, search.trials(), 1, Map.of());
      if (state.isPresent()) {
        String before = state.get().header().specText();
        assertThat(SpecExtension.refusal(before, header.specText())).isEmpty();
      }
      Event.Opened opened = new Event.Opened(header, ++epoch, Events.NOON);
      SweepState now = state.orElseGet(() -> new SweepState(opened));
      now.apply(opened);
      while (search.ask() instanceof Proposal.Run next) {
        Trial trial = next.trial();
        boolean learned = trial.configuration().text("attention.gate").equals("learned");
        finish(trial, now, random.nextGaussian() + (learned ? effect : 0));
      }
      now.apply(new Event.Completed("all trials have ended", Events.NOON));
      state = Optional.of(now);
      SweepView view = now.view();
      looks.add(
          CellPairs.of(Observations.of(view, "loss", Optional.of(spec.objective().goal())))
              .orElseThrow());
    }
    return looks;
  }

  private static void finish(Trial trial, SweepState state, double loss) {
    if (!state.has(trial.id())) {
      Instant now = Events.NOON;
      state.apply(new Event.Suggested(trial, 0, now));
      state.apply(new Event.Started(trial.id(), 1, "0.0", "host", "cpu", Map.of(), now));
      state.apply(new Event.Finished(trial.id(), 1, Map.of("loss", loss), Map.of(), now));
    }
  }
}
