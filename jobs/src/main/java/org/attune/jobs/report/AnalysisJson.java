package org.attune.jobs.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.LevelMean;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.state.SweepView;

/** An analysis as JSON, for programs. A value that is not a finite number is null. */
final class AnalysisJson {

  private AnalysisJson() {}

  static JsonObject of(SweepView sweep, SweepAnalysis analysis, Optional<Importances> importances) {
    Observations of = analysis.observations();
    List<Effect> main = analysis.adjusted() || !of.searched() ? analysis.main() : List.of();
    return new JsonObject()
        .with("sweep", sweep.header().sweepId())
        .with("metric", of.metric())
        .with("goal", of.goal().map(Objective.Goal::label))
        .with("finished", of.runs().size())
        .with("cells", of.cells().size())
        .with("left_out", leftOut(of.excluded()))
        .with("effect_found", analysis.found())
        .with("testable", analysis.testable())
        .with("axes_taken_together", analysis.adjusted())
        .with("pairs", analysis.pairs().map(PairTable::json).orElse(List.of()))
        .with("pairs_where", analysis.pairs().flatMap(CellPairs::where))
        .with("not_compared", analysis.pairs().map(CellPairs::unpaired).orElse(List.of()))
        .with("pairs_tuning", analysis.pairs().flatMap(CellPairs::tuning))
        .with(
            "pairs_notes",
            analysis
                .pairs()
                .map(pairs -> new PairTable(pairs, of.metric(), sweep.header()).notes())
                .orElse(List.of()))
        .with("best_at_edge", analysis.pairs().map(CellPairs::edges).orElse(List.of()))
        .with("best", analysis.best().map(best -> best(best, of)))
        .with("expected_best", analysis.expected().map(expected -> expected(expected, of)))
        .with("factors", of.factors().stream().map(AnalysisJson::factor).toList())
        .with("cells_differ", analysis.cells().map(effect -> effect(effect, of)))
        .with("looks", of.looks().seeds())
        .with("looks_note", String.join(" ", of.looks().notes()))
        .with("look_mark", of.looks().mark())
        .with("notes", new AnalysisNotes(analysis).json(sweep))
        .with("searched", of.searched())
        .with("mixed_programs", ProgramVersions.mixed(sweep))
        .with("effects", main.stream().map(effect -> effect(effect, of)).toList())
        .with(
            "interactions",
            analysis.interactions().stream().map(effect -> effect(effect, of)).toList())
        .with("importances", importances.map(Importances::shown).orElse(Map.of()))
        .with("forest", importances.map(AnalysisJson::importances))
        .with("no_importances", NoImportances.reason(analysis, importances))
        .with("means", analysis.levels().stream().map(AnalysisJson::mean).toList())
        .with(
            "comparisons",
            analysis.comparisons().stream().map(pair -> comparison(pair, of)).toList());
  }

  private static JsonObject leftOut(Observations.Excluded excluded) {
    return new JsonObject()
        .with("stopped", excluded.stopped())
        .with("failed", excluded.failed())
        .with("not_finished", excluded.open())
        .with("ended", excluded.ended())
        .with("without_value", excluded.withoutValue())
        .with("tuning", excluded.tuning());
  }

  private static JsonObject cell(Configuration cell, Observations of) {
    return new JsonObject()
        .with("cell", of.names().cell(cell))
        .with("name", of.names().of(cell))
        .with("config_hash", cell.hash())
        .with("varied", of.varied(cell));
  }

  private static JsonObject expected(ExpectedBest of, Observations in) {
    return cell(of.cell(), in)
        .with("measured", of.measured())
        .with("expected", of.expected())
        .with("expected_of_best", of.expectedOfBest())
        .with("fitted_cells", of.cells());
  }

  private static JsonObject best(BestCell best, Observations of) {
    return cell(best.cell(), of)
        .with("n", best.of().summary().n())
        .with("failed", best.of().failed())
        .with("stopped", best.of().stopped())
        .with("mean", best.of().summary().mean())
        .with("low", best.low())
        .with("high", best.high())
        .with("chosen_again", best.chosenAgain())
        .with("no_interval", best.withoutInterval());
  }

  private static JsonObject factor(Factor factor) {
    return new JsonObject()
        .with("axis", factor.key())
        .with("numeric", factor.numeric())
        .with("logarithmic", factor.logarithmic())
        .with("values", factor.present())
        .with("changes_with", factor.together());
  }

  private static JsonObject effect(Effect effect, Observations in) {
    return new JsonObject()
        .with("axes", effect.axes())
        .with("share", effect.share())
        .with("f", effect.f())
        .with("degrees", effect.degrees())
        .with("error_degrees", effect.errorDegrees())
        .with("p", effect.probability())
        .with("p_is_least", effect.least(in.runs().size()))
        .with("p_adjusted", effect.adjusted())
        .with("shown", effect.shown());
  }

  private static JsonObject importances(Importances of) {
    return new JsonObject()
        .with("exact", of.exact())
        .with("cells", of.cells())
        .with("out_of_bag_r2", of.fit())
        .with("useful", of.useful())
        .with("axes", of.axes().stream().map(AnalysisJson::importance).toList())
        .with("notes", of.useful() ? LeastP.note(of) : List.of());
  }

  private static JsonObject importance(Importances.Axis axis) {
    return new JsonObject()
        .with("axis", axis.axis())
        .with("share", axis.share())
        .with("p_adjusted", axis.probability())
        .with("p_is_least", axis.least())
        .with("shown", axis.shown());
  }

  private static JsonObject mean(LevelMean mean) {
    return new JsonObject()
        .with("axis", mean.axis())
        .with("from", mean.from())
        .with("to", mean.to())
        .with("mean", mean.summary().mean())
        .with("std", mean.summary().std())
        .with("n", mean.summary().n());
  }

  private static JsonObject comparison(PairedComparison of, Observations in) {
    return new JsonObject()
        .with("axis", of.axis())
        .with("says", in.said(of.axis()))
        .with("values", List.of(of.first(), of.second()))
        .with("paired_over", of.bySeed() ? "seeds" : "settings")
        .with("n", of.n())
        .with("failed", of.failed())
        .with("settings", of.settings())
        .with("test", of.ranks() ? "ranks" : "means")
        .with("difference", of.difference())
        .with("low", of.interval().low())
        .with("high", of.interval().high())
        .with("hedges_g", of.effectSize())
        .with("p", of.probability())
        .with("p_is_least", of.least())
        .with("p_adjusted", of.adjusted())
        .with("shown", of.shown());
  }
}
