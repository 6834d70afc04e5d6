package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TerminalText;
import org.attune.sweeps.analysis.Effect;
import org.attune.sweeps.analysis.Factor;
import org.attune.sweeps.analysis.HidingValue;
import org.attune.sweeps.analysis.LookNotes;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.analysis.PairedComparison;
import org.attune.sweeps.analysis.SweepAnalysis;
import org.attune.sweeps.state.CellSummary;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.statistics.Rounded;

/**
 * What the sections of an analysis rest on: a sentence each, which the terminal and the report
 * show.
 */
record AnalysisNotes(SweepAnalysis analysis) {

  /** Stands for the value of a cell that has none. */
  static final String NO_VALUE = Factor.NO_VALUE;

  /** A sweep's notes by section, for programs and the report. */
  record Of(AnalysisNotes notes, SweepView sweep) {}

  static final Shape<Of> SHAPE =
      Shape.<Of>of(Of.class)
          .with("trials", list(TEXT), input -> input.notes().trials(input.sweep()))
          .with("best", list(TEXT), input -> new BestText(input.notes().analysis()).notes())
          .with(
              "found",
              orNull(TEXT),
              input -> input.notes().axes() ? input.notes().found() : Optional.empty())
          .with(
              "effects",
              list(TEXT),
              input -> input.notes().axes() ? input.notes().effects() : List.of())
          .with("comparisons", list(TEXT), input -> input.notes().comparisons())
          .with(
              "sections",
              list(TEXT),
              input -> input.notes().axes() ? input.notes().sections() : List.of())
          .with("no_value", list(TEXT), input -> input.notes().noValue());

  private Observations of() {
    return analysis.observations();
  }

  private List<String> trials(SweepView sweep) {
    return Stream.of(
            AnalysisHeading.leftOut(of()).stream(),
            CellSummary.alike(of().summaries(), of().goal()).lines(),
            axes() ? leftOut().stream() : Stream.<String>empty(),
            StoppedValues.text(sweep).lines(),
            ProgramVersions.text(sweep).lines(),
            SpecChanges.text(sweep).lines())
        .flatMap(notes -> notes)
        .toList();
  }

  private boolean axes() {
    return !of().factors().isEmpty();
  }

  /** What failed and stopped trials mean for the sections on axes. */
  List<String> leftOut() {
    List<String> notes = new ArrayList<>();
    HidingValue.of(of()).map(AnalysisNotes::hides).ifPresent(notes::add);
    if (!of().failures().isEmpty()) {
      notes.add(
          "%s failed: shares and means below are of the trials that finished."
              .formatted(Counted.of(of().failures().size(), "trial")));
      notes.add(
          "An axis is not tested if more trials failed at some of its values. A comparison with a"
              + " value at which trials failed takes them for the worst, and ranks judge it: its"
              + " difference is of the trials that finished.");
    }
    if (!of().stops().isEmpty()) {
      notes.add(
          "%s stopped early and left out below: an axis whose bad values were stopped looks idle."
              .formatted(Counted.of(of().stops().size(), "trial")));
    }
    return notes;
  }

  private static String hides(HidingValue value) {
    return "Nearly all of the spread comes from %s at %s=%s: the standard deviation is %s, and %s without them. So shares, means and tests of axes below hide what the other values do. The table of cells takes each cell at its best value; to test axes, leave %s out in a new sweep."
        .formatted(
            Counted.of(value.trials(), "trial"),
            TerminalText.line(value.axis()),
            TerminalText.line(value.level()),
            Rounded.number(value.all().std(), value.all().std()),
            Rounded.number(value.rest().std(), value.rest().std()),
            TerminalText.line(value.level()));
  }

  private List<String> effects() {
    return Stream.of(untested(), tests(), together()).flatMap(List::stream).toList();
  }

  /** Why no axis is tested; empty if axes are. */
  List<String> untested() {
    return !of().searched()
        ? List.of()
        : !of().excluded().ended()
            ? List.of("Trials are open, so no test of an axis holds yet.")
            : List.of(
                "Results decided which cells ran or how many seeds they got, so no test of an axis"
                    + " holds.",
                "To test one, run a grid or a random search, or state a claim about two cells.");
  }

  /** That the tests of axes show nothing; empty where they show something, and without tests. */
  Optional<String> found() {
    if (of().searched() || analysis.found()) {
      return Optional.empty();
    }
    if (of().factors().stream().allMatch(of()::failsUnevenly)) {
      return Optional.of("No axis is tested: more trials failed at some values of each.");
    }
    if (!analysis.testable()) {
      boolean seeds = of().summaries().stream().anyMatch(cell -> cell.summary().n() > 1);
      return Optional.of(
          "No test: the axes have as many values as there are cells, and %s."
              .formatted(seeds ? "cells and seeds explain every value" : "each cell has one seed"));
    }
    boolean cells =
        analysis.pairs().stream()
            .flatMap(pairs -> pairs.pairs().stream())
            .anyMatch(pair -> pair.verdict().shown());
    return Optional.of(
        cells
            ? "No effect of a whole axis exceeds chance at this number of trials. Rows of cells are a"
                + " family of their own: one sweep of twenty without effects shows a row."
            : "No effect exceeds chance at this number of trials.");
  }

  /** What the tests of axes rest on. */
  List<String> tests() {
    List<String> notes = new ArrayList<>();
    if (!of().searched()) {
      notes.addAll(new LookNotes(of().looks()).all());
      if (!analysis.adjusted()) {
        notes.add(
            "Too few cells for all axes at once: each axis is analyzed by itself, and no pairs of"
                + " axes.");
      }
      boolean least =
          Stream.of(analysis.main(), analysis.interactions(), analysis.cells().stream().toList())
              .flatMap(List::stream)
              .anyMatch(effect -> !least(effect).isEmpty());
      notes.addAll(LeastP.note(least, "trials", ""));
    }
    return notes;
  }

  /** The mark after an effect's p. */
  String least(Effect effect) {
    return LeastP.mark(effect.probability(), effect.least(of().runs().size()));
  }

  /** Axes that results cannot tell apart. */
  List<String> together() {
    return of().factors().stream()
        .filter(factor -> !factor.together().isEmpty())
        .map(
            factor ->
                "%s stands for %s too: they change together."
                    .formatted(
                        factor.key(), TerminalText.line(String.join(", ", factor.together()))))
        .toList();
  }

  /** Explains the columns of the paired comparisons, or says why there are none. */
  List<String> comparisons() {
    List<PairedComparison> all = analysis.comparisons();
    if (all.isEmpty()) {
      return List.of(
          "No comparisons: one needs two pairs of trials that have the same seed and differ in one"
              + " axis.");
    }
    List<String> notes = new ArrayList<>();
    notes.add(
        "difference: first minus second, averaged over the values of the other axes, in pairs with"
            + " the same seed and all else equal, except axes named after 'with'");
    if (all.stream().anyMatch(pair -> !Double.isNaN(pair.effectSize()))) {
      notes.add(
          "g: the mean difference in standard deviations of the differences, by Hedges; the interval"
              + " is the one that the Holm-adjusted test uses");
    }
    notes.addAll(
        IntervalNotes.of(
            all.stream()
                .filter(
                    comparison -> !Double.isNaN(comparison.probability()) && !comparison.ranks())
                .map(PairedComparison::interval)
                .toList()));
    notes.addAll(analysis.tooFewSeeds());
    if (all.stream().anyMatch(PairedComparison::hidden)) {
      notes.add(
          "no axis is shown: a comparison counts only in a sweep where the test of an axis, of a pair"
              + " of axes or of all cells is shown.");
    }
    boolean least =
        all.stream()
            .anyMatch(
                comparison -> !LeastP.mark(comparison.probability(), comparison.least()).isEmpty());
    notes.addAll(LeastP.note(least, all.get(0).counted(), ""));
    return notes;
  }

  /** Which section to quote; empty with one section of tests. */
  List<String> sections() {
    return analysis.pairs().isEmpty() || of().searched()
        ? List.of()
        : List.of(
            "Report a claim that was stated before the results; else report the table of cells.");
  }

  /** What stands in place of a value, where cells have none. */
  List<String> noValue() {
    return of().factors().stream().anyMatch(factor -> factor.levels().contains(Factor.ABSENT))
        ? List.of(NO_VALUE + ": cells that have no such setting, as another option has it.")
        : List.of();
  }
}
