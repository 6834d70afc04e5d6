package org.attune.jobs.export;

import static org.attune.sweeps.table.Column.Type.DOUBLE;
import static org.attune.sweeps.table.Column.Type.LONG;
import static org.attune.sweeps.table.Column.Type.STRING;

import java.util.List;
import java.util.Optional;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialState;
import org.attune.sweeps.state.TrialStatus;

/** The seeds one by one: a row for each trial, with its final values if it finished. */
record TrialsExport(SweepView sweep, List<Observations> metrics) {

  String csv() {
    Observations first = metrics.get(0);
    ExportedTable<TrialStatus> table =
        ExportedTable.<TrialStatus>of("trials")
            .with("trial_id", STRING, row -> row.trial().id())
            .with("cell", STRING, row -> first.names().cell(row.trial().configuration()))
            .with("config_hash", STRING, row -> row.trial().configuration().hash())
            .with("replicate", LONG, row -> row.trial().replicate())
            .with("seed", LONG, row -> row.trial().seed())
            .with("state", STRING, row -> row.state().label());
    for (Factor factor : first.columns()) {
      if (!factor.key().equals(Factor.CELL)) {
        table = table.with(factor.key(), STRING, row -> factor.level(row.trial().configuration()));
      }
    }
    for (Observations of : metrics) {
      table = table.with(of.metric(), DOUBLE, row -> last(row, of.metric()));
    }
    return table.csv(sweep.trials());
  }

  /** A stopped trial's last value is of an earlier step, and compares with no final one. */
  private static Optional<Double> last(TrialStatus row, String metric) {
    return row.state() == TrialState.FINISHED
        ? row.attempt().map(attempt -> attempt.metrics().get(metric))
        : Optional.empty();
  }
}
