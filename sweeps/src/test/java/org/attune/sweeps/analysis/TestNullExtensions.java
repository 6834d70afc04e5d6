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
import org.attune.sweeps.identity.SpecExtension;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
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
  private static final String SEVERAL = "looks: several\n";
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
  void ofSweepsForOneLookAtMostFivePercentShowAWrongVerdictAtAnyLook() throws Exception {
    Wrong wrong = wrong("", SWEEPS);

    System.out.printf("null.extensions once %s of %d%n", wrong, SWEEPS);
    assertThat(wrong.atAny()).isLessThanOrEqualTo(MOST);
  }

  @Test
  @Tag("soak")
  void ofSweepsForSeveralLooksAtMostFivePercentShowAWrongVerdictAtAnyLook() throws Exception {
    Wrong wrong = wrong(SEVERAL, 5 * SWEEPS);

    System.out.printf("null.extensions several %s of %d%n", wrong, 5 * SWEEPS);
    assertThat(wrong.atAny()).isLessThanOrEqualTo(5 * MOST);
    assertThat(wrong.byLook()[1]).as("later looks can show something").isPositive();
  }

  /** How many sweeps show a wrong verdict that no earlier look had shown, look by look. */
  private record Wrong(int[] byLook, int[] marked, int atAny) {
    @Override
    public String toString() {
      return "new at each look %s, to confirm %s, at any look %d"
          .formatted(Arrays.toString(byLook), Arrays.toString(marked), atAny);
    }
  }

  private static Wrong wrong(String key, int sweeps) throws Exception {
    Random random = new Random(54);
    int[] first = new int[FILES.size()];
    int[] marked = new int[FILES.size()];
    int atAny = 0;
    for (int sweep = 0; sweep < sweeps; sweep++) {
      List<CellPairs> looks = looks(random, 0, key);
      boolean any = false;
      for (int look = 0; look < first.length; look++) {
        List<CellPair> rows = looks.get(look).pairs();
        boolean shown = rows.stream().anyMatch(TestNullExtensions::shown);
        first[look] += shown && !any ? 1 : 0;
        any |= shown;
        marked[look] +=
            rows.stream().anyMatch(row -> row.verdict() == CellPair.PairVerdict.TO_CONFIRM) ? 1 : 0;
      }
      atAny += any ? 1 : 0;
    }
    return new Wrong(first, marked, atAny);
  }

  @Test
  void aFewSweepsShowNoWrongVerdictThatTheirFirstLookDidNot() throws Exception {
    Wrong once = wrong("", 20);

    assertThat(once.byLook()).startsWith(once.atAny()).endsWith(0, 0, 0);
    assertThat(wrong(SEVERAL, 20).atAny()).isLessThanOrEqualTo(once.atAny());
  }

  /** The price of four looks still lets a large difference through. */
  @Test
  void aTrueDifferenceIsShownAtEachLookOfSeveral() throws Exception {
    List<CellPairs> looks = looks(new Random(55), -40, SEVERAL);

    assertThat(looks).extracting(look -> said(look).get(0)).startsWith("better", "better, look 1");
    assertThat(looks).allMatch(look -> look.pairs().stream().anyMatch(TestNullExtensions::shown));
  }

  /** Two values: the added one differs, and the first look has spent the error. */
  @Test
  void whatALaterLookShowsIsToBeConfirmedAndAVerdictOnceGivenStands() throws Exception {
    List<CellPairs> early = looks(new Random(55), -6, "");
    CellPairs second = early.get(1);

    assertThat(said(early.get(0))).containsExactly("better");
    assertThat(said(second)).contains("better, look 1").doesNotContain("better, look 2");
    assertThat(said(early.get(3)))
        .contains("to confirm")
        .allMatch(
            verdict ->
                verdict.equals("to confirm")
                    || verdict.equals("inconclusive")
                    || verdict.contains(", look 1"));
  }

  private static List<String> said(CellPairs pairs) {
    return pairs.pairs().stream().map(pairs::label).toList();
  }

  private static boolean shown(CellPair pair) {
    return pair.verdict() == CellPair.PairVerdict.BETTER
        || pair.verdict() == CellPair.PairVerdict.WORSE;
  }

  /**
   * What the user sees at each look.
   *
   * @param effect of the learned gate
   * @param key a further line of the file
   */
  private static List<CellPairs> looks(Random random, double effect, String key) throws Exception {
    Optional<SweepState> state = Optional.empty();
    List<CellPairs> looks = new ArrayList<>();
    int epoch = 0;
    for (String file : FILES) {
      SweepSpec spec = SpecFile.read("s.yaml", file + key, Map.of(), SampleCatalog.CATALOG);
      Search search = spec.newSearch(SampleCatalog.CATALOG);
      SweepHeader header = SpecHeader.of(spec, search.trials(), 1, Map.of());
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
