package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonOutput;
import org.attune.jobs.console.Shape;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.Reproduction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code attune analyze}: the axes and pairs that matter, the better values, and the certainty of
 * each.
 */
@Command(
    name = "analyze",
    description = {
      "Says first how a sweep's claims were judged, which of its cells differ, and which axes of a"
          + " sweep matter, by tests that noise passes in 5 of 100 sweeps. Then come each cell"
          + " beside the control, the best configuration with an interval, importances, effects and"
          + " interactions, and comparisons over seeds.",
      "Only finished trials count; stopped ones are never mixed with them."
    })
public final class AnalyzeCommand extends SweepCommand {

  /** An analysis, and the verdicts on the claims of the file that was run. */
  private record Judged(
      AnalysisJson analysis, Optional<Reproduction> judged, Optional<String> waits) {}

  private static final Shape<Judged> OUTPUT =
      Shape.<Judged>of(Judged.class)
          .including(AnalysisJson.SHAPE, Judged::analysis)
          .with(
              "claims",
              list(ReproductionJson.CLAIM),
              judged -> judged.judged().map(ReproductionJson::judged).orElse(List.of()))
          .with("claims_wait", orNull(TEXT), Judged::waits)
          .with(
              "claims_beside_pairs",
              list(TEXT),
              judged ->
                  judged
                      .judged()
                      .map(table -> ClaimsBesideRows.notes(table, judged.analysis().of()))
                      .orElse(List.of()))
          .with(
              "dropped_claims",
              WHOLE,
              judged -> judged.judged().map(Reproduction::dropped).orElse(0));

  @Option(
      names = "--metric",
      paramLabel = "M",
      description = "A final metric; default: the sweep's objective.")
  private Optional<String> metric = Optional.empty();

  @Mixin
  private final JsonOutput json =
      new JsonOutput(OUTPUT, "Print JSON, nothing left out or rounded.");

  @Override
  public Integer call() throws Exception {
    SweepView sweep = Sweeps.read(directory);
    AnalyzedMetric analyzedMetric = AnalyzedMetric.of(sweep, metric, directory);
    Observations observations =
        Observations.of(sweep, analyzedMetric.name(), analyzedMetric.goal());
    SweepAnalysis analysis = SweepAnalysis.of(observations);
    Optional<Importances> importances = Importances.of(analysis);
    RungTable rungs = RungTable.of(sweep, analysis, importances);
    AnalysisJson found = new AnalysisJson(sweep, analysis, importances, rungs);
    System.out.print(json.asked() ? Json.print(OUTPUT.object(judged(found))) : text(shown(found)));
    return ExitCode.DONE;
  }

  private String text(Judged judged) throws IOException {
    AnalysisJson of = judged.analysis();
    SweepView sweep = of.sweep();
    return new AnalysisText(
                sweep.header(), of.analysis(), of.importances(), of.rungs(), claims(judged))
            .print()
        + StoppedValues.text(sweep)
        + ProgramVersions.text(sweep)
        + SpecChanges.text(sweep)
        + BestCells.afterSearch(sweep, directory)
            .or(() -> of.analysis().pairs().flatMap(pairs -> OpenRows.next(pairs, sweep)))
            .map("\n"::concat)
            .orElse("");
  }

  /** The claims as {@code run} prints them, or why none is judged; empty without claims. */
  private static String claims(Judged judged) {
    return judged
        .judged()
        .map(
            table ->
                table.findings().isEmpty()
                    ? "\n" + ReproductionReport.allDropped(table.dropped())
                    : new ReproductionReport(
                            table, ClaimsBesideRows.notes(table, judged.analysis().of()))
                        .claims())
        .or(() -> judged.waits().map("\n%s\n"::formatted))
        .orElse("");
  }

  /** For people, who see the rest too where a lab's ledger cannot record the verdicts. */
  private Judged shown(AnalysisJson analysis) throws Exception {
    try {
      return judged(analysis);
    } catch (InputException unrecorded) {
      return new Judged(analysis, Optional.empty(), Optional.of(unrecorded.getMessage()));
    }
  }

  private Judged judged(AnalysisJson analysis) throws Exception {
    Storage storage = Sweeps.storage(directory);
    Optional<ClaimsFile> file = ClaimsFile.thatRan(analysis.sweep(), storage);
    return new Judged(
        analysis,
        ClaimsFile.judged(file, analysis.sweep(), storage),
        ClaimsFile.waits(file, analysis.sweep()));
  }
}
