package org.attune.jobs.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.attune.api.search.Objective;
import org.attune.sweeps.state.CellNames;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.statistics.MeanTest;

/** The means of a sweep's cells over their seeds, the best first, with intervals. */
final class CellMeans {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double LEVEL = 0.95;
  private static final int MOST_CELLS = 20;

  private CellMeans() {}

  /** The means of a metric; {@code metric} is the objective's, or the same on the sealed split. */
  static ObjectNode of(SweepView sweep, String metric) {
    Objective objective = sweep.header().objective();
    List<CellSummary> cells =
        CellSummary.of(
            sweep,
            metric,
            Optional.of(objective.goal()),
            sweep.counts().finished() > 0 ? TrialState.FINISHED : TrialState.STOPPED);
    CellNames names = CellNames.of(sweep);
    ObjectNode means =
        JSON.createObjectNode()
            .put("metric", metric)
            .put("goal", objective.goal().label())
            .put("interval", LEVEL);
    ArrayNode list = means.putArray("cells");
    for (CellSummary cell : cells.subList(0, Math.min(MOST_CELLS, cells.size()))) {
      MeanTest.Interval interval = new MeanTest(cell.summary()).interval(LEVEL);
      ObjectNode one = list.addObject().put("cell", names.of(cell.configuration()));
      one.put("n", cell.summary().n()).put("failed", cell.failed()).put("stopped", cell.stopped());
      put(one, "mean", cell.summary().mean());
      put(one, "low", interval.low());
      put(one, "high", interval.high());
    }
    return means.put("left_out", cells.size() - list.size());
  }

  /** A number; null if it is not finite. */
  private static void put(ObjectNode to, String key, double value) {
    if (Double.isFinite(value)) {
      to.put(key, value);
    } else {
      to.putNull(key);
    }
  }
}
