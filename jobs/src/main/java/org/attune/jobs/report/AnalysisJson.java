package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.map;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.Shape;
import org.attune.sweeps.analysis.BestCell;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.ExpectedBest;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.LevelMean;
import org.attune.sweeps.analysis.LookNotes;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.importance.Importances;
import org.attune.sweeps.state.SweepView;

/** An analysis as JSON, for programs. A value that is not a finite number is null. */
record AnalysisJson(
    SweepView sweep, SweepAnalysis analysis, Optional<Importances> importances, RungTable rungs) {

  /** Something that was found in observations. */
  private record In<T>(T found, Observations in) {}

  private static final Shape<Observations.Excluded> LEFT_OUT =
      Shape.<Observations.Excluded>of(Observations.Excluded.class)
          .with("stopped", WHOLE, Observations.Excluded::stopped)
          .with("failed", WHOLE, Observations.Excluded::failed)
          .with("not_finished", WHOLE, Observations.Excluded::open)
          .with("ended", FLAG, Observations.Excluded::ended)
          .with("without_value", WHOLE, Observations.Excluded::withoutValue)
          .with("tuning", WHOLE, Observations.Excluded::tuning);

  private static final Shape<In<Configuration>> CELL =
      Shape.<In<Configuration>>of(In.class)
          .with("cell", TEXT, row -> row.in().names().cell(row.found()))
          .with("name", TEXT, row -> row.in().names().of(row.found()))
          .with("config_hash", TEXT, row -> row.found().hash())
          .with("varied", map(TEXT), row -> row.in().varied(row.found()));

  private static final Shape<In<ExpectedBest>> EXPECTED =
      Shape.<In<ExpectedBest>>of(In.class)
          .including(CELL, row -> new In<>(row.found().cell(), row.in()))
          .with("measured", NUMBER, row -> row.found().measured())
          .with("expected", NUMBER, row -> row.found().expected())
          .with("expected_of_best", NUMBER, row -> row.found().expectedOfBest())
          .with("fitted_cells", WHOLE, row -> row.found().cells());

  private static final Shape<In<BestCell>> BEST =
      Shape.<In<BestCell>>of(In.class)
          .including(CELL, row -> new In<>(row.found().cell(), row.in()))
          .with("n", WHOLE, row -> row.found().cellSummary().summary().n())
          .with("failed", WHOLE, row -> row.found().cellSummary().failed())
          .with("stopped", WHOLE, row -> row.found().cellSummary().stopped())
          .with("mean", NUMBER, row -> row.found().cellSummary().summary().mean())
          .with("expected", NUMBER, row -> row.found().expected())
          .with("low", NUMBER, row -> row.found().low())
          .with("high", NUMBER, row -> row.found().high())
          .with("chosen_again", NUMBER, row -> row.found().chosenAgain())
          .with("no_interval", orNull(TEXT), row -> row.found().withoutInterval());

  private static final Shape<Factor> FACTOR =
      Shape.<Factor>of(Factor.class)
          .with("axis", TEXT, Factor::key)
          .with("numeric", FLAG, Factor::numeric)
          .with("logarithmic", FLAG, Factor::logarithmic)
          .with("values", list(TEXT), Factor::present)
          .with("changes_with", list(TEXT), Factor::together);

  private static final Shape<In<Effect>> EFFECT =
      Shape.<In<Effect>>of(In.class)
          .with("axes", list(TEXT), row -> row.found().axes())
          .with("share", NUMBER, row -> row.found().share())
          .with("f", NUMBER, row -> row.found().f())
          .with("degrees", WHOLE, row -> row.found().degrees())
          .with("error_degrees", WHOLE, row -> row.found().errorDegrees())
          .with("p", NUMBER, row -> row.found().probability())
          .with("p_is_least", FLAG, row -> row.found().least(row.in().runs().size()))
          .with("p_adjusted", NUMBER, row -> row.found().adjusted())
          .with("shown", FLAG, row -> row.found().shown() && !row.in().looks().spent())
          .with("shown_words", TEXT, row -> words(row.found().shown(), row.in()));

  private static final Shape<LevelMean> MEAN =
      Shape.<LevelMean>of(LevelMean.class)
          .with("axis", TEXT, LevelMean::axis)
          .with("from", TEXT, LevelMean::from)
          .with("to", TEXT, LevelMean::to)
          .with("mean", NUMBER, level -> level.summary().mean())
          .with("std", NUMBER, level -> level.summary().std())
          .with("n", WHOLE, level -> level.summary().n());

  private static final Shape<In<PairedComparison>> COMPARISON =
      Shape.<In<PairedComparison>>of(In.class)
          .with("axis", TEXT, row -> row.found().axis())
          .with("says", TEXT, row -> row.in().axisLabel(row.found().axis()))
          .with("values", list(TEXT), row -> List.of(row.found().first(), row.found().second()))
          .with("paired_over", TEXT, row -> row.found().counted())
          .with("n", WHOLE, row -> row.found().n())
          .with("failed", WHOLE, row -> row.found().failed())
          .with("settings", WHOLE, row -> row.found().settings())
          .with("test", TEXT, row -> row.found().ranks() ? "ranks" : "means")
          .with("two_modes", list(TEXT), row -> row.found().twoModes())
          .with("difference", NUMBER, row -> row.found().difference())
          .with("low", NUMBER, row -> row.found().interval().low())
          .with("high", NUMBER, row -> row.found().interval().high())
          .with("hedges_g", NUMBER, row -> row.found().effectSize())
          .with("p", NUMBER, row -> row.found().probability())
          .with("p_is_least", FLAG, row -> row.found().least())
          .with("p_adjusted", NUMBER, row -> row.found().adjusted())
          .with("shown", FLAG, row -> row.found().shown() && !row.in().looks().spent())
          .with("shown_words", TEXT, row -> words(row.found().shown(), row.in()))
          .with("why_not_shown", orNull(TEXT), row -> row.found().whyNotShown());

  static final Shape<AnalysisJson> SHAPE =
      Shape.<AnalysisJson>of(AnalysisJson.class)
          .with("sweep", TEXT, json -> json.sweep().header().sweepId())
          .with("metric", TEXT, json -> json.of().metric())
          .with("goal", orNull(TEXT), json -> json.of().goal().map(Objective.Goal::label))
          .with("finished", WHOLE, json -> json.of().runs().size())
          .with("cells", WHOLE, json -> json.of().cells().size())
          .with("cells_words", TEXT, json -> AnalysisHeading.cells(json.analysis()))
          .with("left_out", LEFT_OUT, json -> json.of().excluded())
          .with(
              "which_cells_differ",
              orNull(TEXT),
              json -> json.analysis().pairs().flatMap(pairs -> new CellsThatDiffer(pairs).text()))
          .with(
              "which_axes_matter",
              orNull(TEXT),
              json -> new AxesThatMatter(json.analysis(), json.rungs()).text())
          .with("effect_found", FLAG, json -> json.analysis().found())
          .with("testable", FLAG, json -> json.analysis().testable())
          .with("axes_taken_together", FLAG, json -> json.analysis().adjusted())
          .with("pairs", list(PairTable.LABELLED), AnalysisJson::pairs)
          .with(
              "pairs_where",
              orNull(TEXT),
              json -> json.analysis().pairs().flatMap(CellPairs::where))
          .with(
              "not_compared",
              list(TEXT),
              json -> json.analysis().pairs().map(CellPairs::unpaired).orElse(List.of()))
          .with(
              "pairs_tuning",
              orNull(TEXT),
              json -> json.analysis().pairs().flatMap(CellPairs::tuning))
          .with("pairs_notes", list(TEXT), AnalysisJson::pairsNotes)
          .with(
              "best_at_edge",
              list(TEXT),
              json -> json.analysis().pairs().map(CellPairs::edges).orElse(List.of()))
          .with("best", orNull(BEST), json -> json.analysis().best().map(json::in))
          .with("expected_best", orNull(EXPECTED), json -> json.analysis().expected().map(json::in))
          .with("factors", list(FACTOR), json -> json.of().factors())
          .with("cells_differ", orNull(EFFECT), json -> json.analysis().cells().map(json::in))
          .with("looks", list(WHOLE), json -> json.of().looks().seeds())
          .with(
              "looks_note", TEXT, json -> String.join(" ", new LookNotes(json.of().looks()).all()))
          .with("look_mark", TEXT, json -> json.of().looks().mark())
          .with(
              "notes",
              AnalysisNotes.SHAPE,
              json -> new AnalysisNotes.Of(new AnalysisNotes(json.analysis()), json.sweep()))
          .with("searched", FLAG, json -> json.of().searched())
          .with("mixed_programs", map(map(WHOLE)), json -> ProgramVersions.mixed(json.sweep()))
          .with("effects", list(EFFECT), AnalysisJson::effects)
          .with(
              "interactions",
              list(EFFECT),
              json -> json.analysis().interactions().stream().map(json::in).toList())
          .with(
              "importances",
              map(NUMBER),
              json -> json.importances().map(Importances::shown).orElse(Map.of()))
          .with("forest", orNull(ForestJson.SHAPE), AnalysisJson::importances)
          .with(
              "no_importances",
              orNull(TEXT),
              json -> NoImportances.reason(json.analysis(), json.importances()))
          .with("rungs", list(RungTable.RUNG), json -> json.rungs().rungs().all())
          .with("rungs_notes", list(TEXT), json -> json.rungs().notes())
          .with("means", list(MEAN), json -> json.analysis().levels())
          .with(
              "comparisons",
              list(COMPARISON),
              json -> json.analysis().comparisons().stream().map(json::in).toList());

  static JsonObject of(SweepView sweep, SweepAnalysis analysis, Optional<Importances> importances) {
    RungTable rungs = RungTable.of(sweep, analysis, importances);
    return SHAPE.object(new AnalysisJson(sweep, analysis, importances, rungs));
  }

  private static String words(boolean shown, Observations in) {
    return shown ? in.looks().label("shown") : "";
  }

  /** What is analyzed. */
  Observations of() {
    return analysis.observations();
  }

  private <T> In<T> in(T found) {
    return new In<>(found, of());
  }

  private List<In<Effect>> effects() {
    boolean told = analysis.adjusted() || !of().searched();
    return told ? analysis.main().stream().map(this::in).toList() : List.of();
  }

  private List<PairTable.LabelledPair> pairs() {
    return analysis.pairs().map(PairTable::withLabels).orElse(List.of());
  }

  private List<String> pairsNotes() {
    return analysis
        .pairs()
        .map(pairs -> new PairTable(pairs, of().metric(), sweep.header()).notes())
        .orElse(List.of());
  }
}
