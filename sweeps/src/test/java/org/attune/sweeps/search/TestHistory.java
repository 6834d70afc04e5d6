package org.attune.sweeps.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.api.search.Objective;
import org.attune.api.search.Observation;
import org.attune.api.search.Observation.Outcome;
import org.attune.api.search.Trial;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.space.Space;
import org.attune.sweeps.spec.reader.SpecFile;
import org.junit.jupiter.api.Test;

/** What ends of trials count as for a search. */
class TestHistory {

  private static final Objective LESS = new Objective("loss", Objective.Goal.MINIMIZE);

  private final ProposedCells cells = new ProposedCells();
  private final Space space;

  TestHistory() throws Exception {
    space =
        SpecFile.read(
                "s.yaml",
                """
                sweep: s
                objective: {metric: loss, goal: minimize}
                axes: {train.steps: [1, 2, 3, 4, 5, 6]}
                """,
                Map.of(),
                SampleCatalog.CATALOG)
            .space(SampleCatalog.TREE);
  }

  @Test
  void whatWasStoppedIsToldApartAlsoWhereTheFirstThatFinishedWasBad() {
    end(Outcome.FINISHED, 3.2);
    end(Outcome.STOPPED, 2.2);
    end(Outcome.STOPPED, 4.0);
    end(Outcome.FINISHED, 1.8);
    end(Outcome.STOPPED, 2.6);

    assertThat(losses()).containsExactly(3.2, 2.2, 4.0, 1.8, 2.6);
  }

  @Test
  void whatWasStoppedIsNoBetterThanTheBestThatFinished() {
    end(Outcome.STOPPED, 0.5);
    end(Outcome.FINISHED, 1.0);
    end(Outcome.FINISHED, 2.0);

    assertThat(losses()).containsExactly(1.0, 1.0, 2.0);
  }

  @Test
  void whatFailedOrIsNoNumberIsWorstAndDecidesNothing() {
    end(Outcome.FAILED, 0.1);
    end(Outcome.FINISHED, Double.NaN);
    end(Outcome.STOPPED, 0.5);

    assertThat(losses()).containsExactly(Double.NaN, Double.NaN, 0.5);
  }

  private double[] losses() {
    return cells.all().stream().mapToDouble(CellRecord::ranked).toArray();
  }

  private void end(Outcome outcome, double value) {
    Trial trial = Trial.of(cells.size(), space.cell(cells.size()), 0, 7);
    CellRecord cell =
        new CellRecord(trial.configuration(), new double[] {cells.size()}, cells.size());
    cells.add(cell);
    cell.askNext();
    tell(cell, 0, outcome, value);
  }

  private void tell(CellRecord cell, int replicate, Outcome outcome, double value) {
    cells.tell(
        cell,
        new Observation(
            Trial.of(cell.index(), cell.cell(), replicate, 7),
            outcome,
            OptionalDouble.of(value),
            10,
            Map.of("loss", value)),
        List.of(LESS));
  }
}
