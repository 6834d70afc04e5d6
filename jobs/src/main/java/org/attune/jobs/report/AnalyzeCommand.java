package org.attune.jobs.report;

import java.util.List;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.Json;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.paper.Reproduction;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code attune analyze}: the axes and pairs that matter, the better values, and the certainty of
 * each.
 */
@Command(
    name = "analyze",
    description = {
      "Says which axes of a sweep matter: each cell beside the control, importances, effects"
          + " and interactions, comparisons over seeds, and the best configuration with an interval.",
      "Only finished trials count; stopped ones are never mixed with them."
    })
public final class AnalyzeCommand extends SweepCommand {

  @Option(
      names = "--metric",
      paramLabel = "M",
      description = "A final metric; default: the sweep's objective.")
  private String metric;

  @Option(names = "--json", description = "Print JSON, nothing left out or rounded.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    SweepView sweep = Sweeps.read(directory);
    AnalyzedMetric of = AnalyzedMetric.of(sweep, Optional.ofNullable(metric));
    Observations observations = Observations.of(sweep, of.name(), of.goal());
    SweepAnalysis analysis = SweepAnalysis.of(observations);
    Optional<Importances> importances = Importances.of(analysis);
    System.out.print(
        json
            ? Json.print(withClaims(AnalysisJson.of(sweep, analysis, importances), sweep))
            : new AnalysisText(sweep.header(), analysis, importances).print()
                + ProgramVersions.text(sweep)
                + BestCells.afterSearch(sweep, directory).map("\n"::concat).orElse(""));
    return ExitCode.DONE;
  }

  /** Adds the verdicts on the claims of the file that was run. */
  private JsonObject withClaims(JsonObject analysis, SweepView sweep) throws Exception {
    Storage storage = Sweeps.storage(directory);
    Optional<ClaimsFile> file = ClaimsFile.thatRan(sweep, storage);
    Optional<Reproduction> judged = ClaimsFile.judged(file, sweep, storage);
    return analysis
        .with("claims", judged.map(ReproductionJson::claims).orElse(List.of()))
        .with("claims_wait", ClaimsFile.waits(file, sweep))
        .with("dropped_claims", judged.map(Reproduction::dropped).orElse(0));
  }
}
