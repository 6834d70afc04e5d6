package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Observation.Outcome;
import org.attune.api.search.Trial;
import org.junit.jupiter.api.Test;

/** The order of a search's cells by loss, which each observation moves a little. */
class TestProposedCells {

  private static final List<Objective> LESS =
      List.of(new Objective("loss", Objective.Goal.MINIMIZE));

  @Test
  void isInTheOrderThatAFreshTableOfTheSameCellsHas() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      ProposedCells kept = new ProposedCells();
      ProposedCells late = new ProposedCells(); // orders its cells only at the end
      kept.ranked();
      for (int i = 0; i < 300; i++) {
        if (kept.size() == 0 || random.nextInt(3) == 0) {
          kept.add(cell(kept.size()));
          late.add(cell(late.size()));
        }
        int told = random.nextInt(kept.size());
        Observation end = end(told, random);
        kept.tell(kept.all().get(told), end, LESS);
        late.tell(late.all().get(told), end, LESS);
      }

      assertThat(indices(kept)).isEqualTo(indices(late));
      assertThat(kept.ranked())
          .isSortedAccordingTo(
              Comparator.comparingDouble(CellRecord::ranked).thenComparingInt(CellRecord::index));
      List<Double> losses = losses(kept);
      assertThat(losses).isEqualTo(losses(retold(kept)));
    }
  }

  /** A table whose floor is final before it ranks any cell. */
  private static ProposedCells retold(ProposedCells table) {
    double floor =
        table.all().stream()
            .mapToDouble(CellRecord::finishedLoss)
            .filter(Double::isFinite)
            .min()
            .orElse(Double.NEGATIVE_INFINITY);
    ProposedCells again = new ProposedCells();
    for (CellRecord cell : table.all()) {
      cell.rank(floor);
      again.add(cell);
    }
    return again;
  }

  private static List<Integer> indices(ProposedCells table) {
    return table.ranked().stream().map(CellRecord::index).toList();
  }

  private static List<Double> losses(ProposedCells table) {
    return table.all().stream().map(CellRecord::ranked).toList();
  }

  private static CellRecord cell(int index) {
    return new CellRecord(
        new Configuration(Map.of("x", Integer.toString(index))), new double[0], index);
  }

  private static Observation end(int cell, Random random) {
    Outcome outcome = Outcome.values()[random.nextInt(3)];
    double loss = random.nextInt(8) == 0 ? Double.NaN : random.nextInt(50);
    Trial trial =
        Trial.of(0, new Configuration(Map.of("x", Integer.toString(cell))), random.nextInt(3), 7);
    return new Observation(trial, outcome, OptionalDouble.of(loss), 1, Map.of());
  }
}
