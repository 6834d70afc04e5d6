package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Observation;
import org.attune.api.search.Proposal;
import org.attune.api.search.Search;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search that runs two noisy trials at a time seldom tries a cell beside the one that runs. */
class TestPendingCells {

  private static final int SEEDS = 5;
  private static final double NOISE = 0.01;
  private static final String RATE = "train.learning-rate";

  /**
   * Of 170 cells 6 and 5 lie beside the one that runs. Where the best value did not count what the
   * pending cell promises, and that cell's value was noisy, it was 100 and 47.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "attention.gate: [none, learned, from-query, computed]",
        "attention.weights: [softmax, {ridge: {lambda: [0.1, 1, 10]}}]"
      })
  void aPendingCellKeepsOthersAway(String axis) throws Exception {
    int beside = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      beside += beside(axis, seed);
    }
    assertThat(beside).isLessThan(15);
  }

  private static int beside(String axis, int seed) throws Exception {
    String file =
        """
        sweep: s
        seed: %d
        objective: {metric: loss, goal: minimize}
        axes:
          train.learning-rate: {log-uniform: [1e-4, 1e-1]}
          model.width: [16, 32, 64]
          %s
        search: {method: auto, trials: 44}
        """
            .formatted(seed, axis);
    Search search =
        SpecFile.read("s.yaml", file, Map.of(), SampleCatalog.CATALOG)
            .newSearch(SampleCatalog.CATALOG);
    SplittableRandom random = new SplittableRandom(seed);
    Deque<Proposal.Run> pending = new ArrayDeque<>();
    int beside = 0;
    while (search.ask() instanceof Proposal.Run run) {
      Configuration cell = run.trial().configuration();
      beside += pending.stream().anyMatch(p -> beside(p.trial().configuration(), cell)) ? 1 : 0;
      pending.add(run);
      if (pending.size() == 2) {
        Proposal.Run ended = pending.remove();
        double loss = loss(ended.trial().configuration()) + NOISE * random.nextGaussian();
        search.tell(
            new Observation(
                ended.trial(),
                Observation.Outcome.FINISHED,
                OptionalDouble.of(loss),
                1,
                Map.of("loss", loss)));
      }
    }
    return beside;
  }

  /** Whether rates differ by less than 2 % of their orders of magnitude, and nothing else does. */
  private static boolean beside(Configuration a, Configuration b) {
    double rates = Math.log10(a.real(RATE) / b.real(RATE));
    return Math.abs(rates) < 0.02 * 3 && a.with(RATE, 1).equals(b.with(RATE, 1));
  }

  private static double loss(Configuration cell) {
    double rate = Math.log10(cell.real(RATE)) + 2.2;
    double width = Math.log(64.0 / cell.integer("model.width"));
    double option =
        cell.text("attention.gate").equals("learned")
                || cell.text("attention.weights").equals("ridge")
            ? 0
            : 0.1;
    return 0.2 * rate * rate + 0.1 * width + option;
  }
}
