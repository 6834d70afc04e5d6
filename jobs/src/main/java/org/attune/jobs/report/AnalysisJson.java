package org.attune.jobs.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.sweeps.analysis.BestCell;
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

  static Map<String, Object> of(
      SweepView sweep, SweepAnalysis analysis, Optional<Importances> importances) {
    Observations of = analysis.observations();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sweep", sweep.header().sweepId());
    json.put("metric", of.metric());
    json.put("goal", of.goal().map(Objective.Goal::label).orElse(null));
    json.put("finished", of.runs().size());
    json.put("cells", of.cells().size());
    json.put("left_out", leftOut(of.excluded()));
    json.put("effect_found", analysis.found());
    json.put("testable", analysis.testable());
    json.put("axes_taken_together", analysis.adjusted());
    json.put("pairs", analysis.pairs().map(PairTable::json).orElse(List.of()));
    json.put("best", analysis.best().map(best -> best(best, of)).orElse(null));
    json.put(
        "expected_best", analysis.expected().map(expected -> expected(expected, of)).orElse(null));
    json.put("factors", of.factors().stream().map(AnalysisJson::factor).toList());
    json.put("cells_differ", analysis.cells().map(AnalysisJson::effect).orElse(null));
    boolean apart = analysis.adjusted() || !of.searched();
    json.put("searched", of.searched());
    json.put(
        "effects", apart ? analysis.main().stream().map(AnalysisJson::effect).toList() : List.of());
    json.put("interactions", analysis.interactions().stream().map(AnalysisJson::effect).toList());
    json.put("importances", importances.map(Importances::shown).orElse(Map.of()));
    json.put("forest", importances.map(AnalysisJson::importances).orElse(null));
    json.put("means", analysis.levels().stream().map(AnalysisJson::mean).toList());
    json.put("comparisons", analysis.comparisons().stream().map(AnalysisJson::comparison).toList());
    return json;
  }

  private static Map<String, Object> leftOut(Observations.Excluded excluded) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("stopped", excluded.stopped());
    json.put("failed", excluded.failed());
    json.put("not_finished", excluded.open());
    json.put("without_value", excluded.withoutValue());
    return json;
  }

  private static Map<String, Object> cell(Configuration cell, Observations of) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("cell", of.names().cell(cell));
    json.put("name", of.names().of(cell));
    json.put("config_hash", cell.hash());
    json.put("varied", of.varied(cell));
    return json;
  }

  private static Map<String, Object> expected(ExpectedBest of, Observations in) {
    Map<String, Object> json = cell(of.cell(), in);
    json.put("measured", of.measured());
    json.put("expected", of.expected());
    json.put("expected_of_best", of.expectedOfBest());
    json.put("fitted_cells", of.cells());
    return json;
  }

  private static Map<String, Object> best(BestCell best, Observations of) {
    Map<String, Object> json = cell(best.cell(), of);
    json.put("n", best.n());
    json.put("mean", best.mean());
    json.put("low", finite(best.low()));
    json.put("high", finite(best.high()));
    json.put("chosen_again", finite(best.chosenAgain()));
    return json;
  }

  private static Map<String, Object> factor(Factor factor) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("axis", factor.key());
    json.put("numeric", factor.numeric());
    json.put("logarithmic", factor.logarithmic());
    json.put("values", factor.present());
    json.put("changes_with", factor.together());
    return json;
  }

  private static Map<String, Object> effect(Effect effect) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("axes", effect.axes());
    json.put("share", effect.share());
    json.put("f", finite(effect.f()));
    json.put("degrees", effect.degrees());
    json.put("error_degrees", effect.errorDegrees());
    json.put("p", finite(effect.probability()));
    json.put("p_adjusted", finite(effect.adjusted()));
    json.put("shown", effect.shown());
    return json;
  }

  private static Map<String, Object> importances(Importances of) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("exact", of.exact());
    json.put("cells", of.cells());
    json.put("out_of_bag_r2", finite(of.fit()));
    json.put("useful", of.useful());
    json.put(
        "axes",
        of.axes().stream()
            .map(
                axis -> {
                  Map<String, Object> one = new LinkedHashMap<>();
                  one.put("axis", axis.axis());
                  one.put("share", finite(axis.share()));
                  one.put("p_adjusted", finite(axis.probability()));
                  one.put("shown", axis.shown());
                  return one;
                })
            .toList());
    return json;
  }

  private static Map<String, Object> mean(LevelMean mean) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("axis", mean.axis());
    json.put("from", mean.from());
    json.put("to", mean.to());
    json.put("mean", finite(mean.summary().mean()));
    json.put("std", finite(mean.summary().std()));
    json.put("n", mean.summary().n());
    return json;
  }

  private static Map<String, Object> comparison(PairedComparison of) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("axis", of.axis());
    json.put("values", List.of(of.first(), of.second()));
    json.put("paired_over", of.seeds() ? "seeds" : "settings");
    json.put("n", of.n());
    json.put("settings", of.settings());
    json.put("difference", of.difference());
    json.put("low", finite(of.interval().low()));
    json.put("high", finite(of.interval().high()));
    json.put("hedges_g", finite(of.effectSize()));
    json.put("p", of.probability());
    json.put("p_adjusted", of.adjusted());
    json.put("shown", of.shown());
    return json;
  }

  private static Double finite(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }
}
