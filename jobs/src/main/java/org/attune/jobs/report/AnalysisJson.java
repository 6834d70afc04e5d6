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
          .with("cell", TEXT, of -> of.in().names().cell(of.found()))
          .with("name", TEXT, of -> of.in().names().of(of.found()))
          .with("config_hash", TEXT, of -> of.found().hash())
          .with("varied", map(TEXT), of -> of.in().varied(of.found()));

  private static final Shape<In<ExpectedBest>> EXPECTED =
      Shape.<In<ExpectedBest>>of(In.class)
          .including(CELL, of -> new In<>(of.found().cell(), of.in()))
          .with("measured", NUMBER, of -> of.found().measured())
          .with("expected", NUMBER, of -> of.found().expected())
          .with("expected_of_best", NUMBER, of -> of.found().expectedOfBest())
          .with("fitted_cells", WHOLE, of -> of.found().cells());

  private static final Shape<In<BestCell>> BEST =
      Shape.<In<BestCell>>of(In.class)
          .including(CELL, of -> new In<>(of.found().cell(), of.in()))
          .with("n", WHOLE, of -> of.found().of().summary().n())
          .with("failed", WHOLE, of -> of.found().of().failed())
          .with("stopped", WHOLE, of -> of.found().of().stopped())
          .with("mean", NUMBER, of -> of.found().of().summary().mean())
          .with("expected", NUMBER, of -> of.found().expected())
          .with("low", NUMBER, of -> of.found().low())
          .with("high", NUMBER, of -> of.found().high())
          .with("chosen_again", NUMBER, of -> of.found().chosenAgain())
          .with("no_interval", orNull(TEXT), of -> of.found().withoutInterval());

  private static final Shape<Factor> FACTOR =
      Shape.<Factor>of(Factor.class)
          .with("axis", TEXT, Factor::key)
          .with("numeric", FLAG, Factor::numeric)
          .with("logarithmic", FLAG, Factor::logarithmic)
          .with("values", list(TEXT), Factor::present)
          .with("changes_with", list(TEXT), Factor::together);

  private static final Shape<In<Effect>> EFFECT =
      Shape.<In<Effect>>of(In.class)
          .with("axes", list(TEXT), of -> of.found().axes())
          .with("share", NUMBER, of -> of.found().share())
          .with("f", NUMBER, of -> of.found().f())
          .with("degrees", WHOLE, of -> of.found().degrees())
          .with("error_degrees", WHOLE, of -> of.found().errorDegrees())
          .with("p", NUMBER, of -> of.found().probability())
          .with("p_is_least", FLAG, of -> of.found().least(of.in().runs().size()))
          .with("p_adjusted", NUMBER, of -> of.found().adjusted())
          .with("shown", FLAG, of -> of.found().shown() && !of.in().looks().spent())
          .with("shown_words", TEXT, of -> words(of.found().shown(), of.in()));

  private static final Shape<LevelMean> MEAN =
      Shape.<LevelMean>of(LevelMean.class)
          .with("axis", TEXT, LevelMean::axis)
          .with("from", TEXT, LevelMean::from)
          .with("to", TEXT, LevelMean::to)
          .with("mean", NUMBER, of -> of.summary().mean())
          .with("std", NUMBER, of -> of.summary().std())
          .with("n", WHOLE, of -> of.summary().n());

  private static final Shape<In<PairedComparison>> COMPARISON =
      Shape.<In<PairedComparison>>of(In.class)
          .with("axis", TEXT, of -> of.found().axis())
          .with("says", TEXT, of -> of.in().said(of.found().axis()))
          .with("values", list(TEXT), of -> List.of(of.found().first(), of.found().second()))
          .with("paired_over", TEXT, of -> of.found().bySeed() ? "seeds" : "settings")
          .with("n", WHOLE, of -> of.found().n())
          .with("failed", WHOLE, of -> of.found().failed())
          .with("settings", WHOLE, of -> of.found().settings())
          .with("test", TEXT, of -> of.found().ranks() ? "ranks" : "means")
          .with("difference", NUMBER, of -> of.found().difference())
          .with("low", NUMBER, of -> of.found().interval().low())
          .with("high", NUMBER, of -> of.found().interval().high())
          .with("hedges_g", NUMBER, of -> of.found().effectSize())
          .with("p", NUMBER, of -> of.found().probability())
          .with("p_is_least", FLAG, of -> of.found().least())
          .with("p_adjusted", NUMBER, of -> of.found().adjusted())
          .with("shown", FLAG, of -> of.found().shown() && !of.in().looks().spent())
          .with("shown_words", TEXT, of -> words(of.found().shown(), of.in()));

  static final Shape<AnalysisJson> SHAPE =
      Shape.<AnalysisJson>of(AnalysisJson.class)
          .with("sweep", TEXT, of -> of.sweep().header().sweepId())
          .with("metric", TEXT, of -> of.of().metric())
          .with("goal", orNull(TEXT), of -> of.of().goal().map(Objective.Goal::label))
          .with("finished", WHOLE, of -> of.of().runs().size())
          .with("cells", WHOLE, of -> of.of().cells().size())
          .with("left_out", LEFT_OUT, of -> of.of().excluded())
          .with("effect_found", FLAG, of -> of.analysis().found())
          .with("testable", FLAG, of -> of.analysis().testable())
          .with("axes_taken_together", FLAG, of -> of.analysis().adjusted())
          .with("pairs", list(PairTable.PAIR_SAID), AnalysisJson::pairs)
          .with("pairs_where", orNull(TEXT), of -> of.analysis().pairs().flatMap(CellPairs::where))
          .with(
              "not_compared",
              list(TEXT),
              of -> of.analysis().pairs().map(CellPairs::unpaired).orElse(List.of()))
          .with(
              "pairs_tuning", orNull(TEXT), of -> of.analysis().pairs().flatMap(CellPairs::tuning))
          .with("pairs_notes", list(TEXT), AnalysisJson::pairsNotes)
          .with(
              "best_at_edge",
              list(TEXT),
              of -> of.analysis().pairs().map(CellPairs::edges).orElse(List.of()))
          .with("best", orNull(BEST), of -> of.analysis().best().map(of::in))
          .with("expected_best", orNull(EXPECTED), of -> of.analysis().expected().map(of::in))
          .with("factors", list(FACTOR), of -> of.of().factors())
          .with("cells_differ", orNull(EFFECT), of -> of.analysis().cells().map(of::in))
          .with("looks", list(WHOLE), of -> of.of().looks().seeds())
          .with("looks_note", TEXT, of -> String.join(" ", of.of().looks().notes()))
          .with("look_mark", TEXT, of -> of.of().looks().mark())
          .with(
              "notes",
              AnalysisNotes.SHAPE,
              of -> new AnalysisNotes.Of(new AnalysisNotes(of.analysis()), of.sweep()))
          .with("searched", FLAG, of -> of.of().searched())
          .with("mixed_programs", map(map(WHOLE)), of -> ProgramVersions.mixed(of.sweep()))
          .with("effects", list(EFFECT), AnalysisJson::effects)
          .with(
              "interactions",
              list(EFFECT),
              of -> of.analysis().interactions().stream().map(of::in).toList())
          .with(
              "importances",
              map(NUMBER),
              of -> of.importances().map(Importances::shown).orElse(Map.of()))
          .with("forest", orNull(ForestJson.SHAPE), AnalysisJson::importances)
          .with(
              "no_importances",
              orNull(TEXT),
              of -> NoImportances.reason(of.analysis(), of.importances()))
          .with("rungs", list(RungTable.RUNG), of -> of.rungs().rungs().all())
          .with("rungs_notes", list(TEXT), of -> of.rungs().notes())
          .with("means", list(MEAN), of -> of.analysis().levels())
          .with(
              "comparisons",
              list(COMPARISON),
              of -> of.analysis().comparisons().stream().map(of::in).toList());

  static JsonObject of(SweepView sweep, SweepAnalysis analysis, Optional<Importances> importances) {
    RungTable rungs = RungTable.of(sweep, analysis, importances);
    return SHAPE.object(new AnalysisJson(sweep, analysis, importances, rungs));
  }

  private static String words(boolean shown, Observations in) {
    return shown ? in.looks().said("shown") : "";
  }

  private Observations of() {
    return analysis.observations();
  }

  private <T> In<T> in(T found) {
    return new In<>(found, of());
  }

  private List<In<Effect>> effects() {
    boolean told = analysis.adjusted() || !of().searched();
    return told ? analysis.main().stream().map(this::in).toList() : List.of();
  }

  private List<PairTable.Said> pairs() {
    return analysis.pairs().map(PairTable::said).orElse(List.of());
  }

  private List<String> pairsNotes() {
    return analysis
        .pairs()
        .map(pairs -> new PairTable(pairs, of().metric(), sweep.header()).notes())
        .orElse(List.of());
  }
}
