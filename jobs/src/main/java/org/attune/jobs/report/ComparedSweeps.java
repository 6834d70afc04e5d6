package org.attune.jobs.report;

import static org.attune.jobs.console.JsonType.FLAG;
import static org.attune.jobs.console.JsonType.NUMBER;
import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.map;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.Configuration;
import org.attune.api.search.Objective.Goal;
import org.attune.jobs.console.JsonObject;
import org.attune.jobs.console.Shape;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.AcrossSweeps.Cell;
import org.attune.sweeps.analysis.AcrossSweeps.InSweep;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.LookNotes;
import org.attune.sweeps.analysis.PairedCell;
import org.attune.sweeps.analysis.SweepContrast;
import org.attune.sweeps.analysis.SweepSide;
import org.attune.sweeps.state.CellSummary;

/**
 * Several sweeps side by side, as {@code attune compare --json} has them.
 *
 * @param program the beginning of the commands that notes suggest
 * @param directories of the sides, as the user named them
 */
record ComparedSweeps(
    String program, List<String> directories, List<SweepSide> sides, AcrossSweeps across) {

  /** A part of a comparison. */
  private record In<T>(T part, ComparedSweeps all) {}

  private static final Shape<In<SweepSide>> SIDE =
      Shape.<In<SweepSide>>of(In.class)
          .with("label", TEXT, row -> row.part().label())
          .with("directory", TEXT, row -> row.all().directory(row.part()))
          .with("sweep", TEXT, row -> row.part().sweep().header().sweepId())
          .with("complete", FLAG, row -> row.part().sweep().completed().isPresent())
          .with("cells", WHOLE, row -> row.all().count(row.part()))
          .with("cell_settings", WHOLE, row -> row.all().settings(row.part()))
          .with(
              "best",
              orNull(TEXT),
              row -> row.all().bestCell(row.all().sides().indexOf(row.part())).map(Cell::name));

  private static final Shape<InSweep> SUMMARY =
      Shape.<InSweep>of(InSweep.class)
          .with("at", TEXT, InSweep::at)
          .with("tried", WHOLE, InSweep::tried)
          .with("config_hash", TEXT, side -> side.summary().configuration().hash())
          .with("mean", NUMBER, side -> side.summary().summary().mean())
          .with("std", NUMBER, side -> side.summary().summary().std())
          .with("n", WHOLE, side -> side.summary().summary().n())
          .with("failed", WHOLE, side -> side.summary().failed())
          .with("stopped", WHOLE, side -> side.summary().stopped());

  private static final Shape<Cell> CELL =
      Shape.<Cell>of(Cell.class)
          .with("cell", TEXT, Cell::name)
          .with("settings", map(TEXT), Cell::settings)
          .with("sweeps", list(orNull(SUMMARY)), Cell::sides);

  private static final Shape<In<PairedCell>> PAIR =
      Shape.<In<PairedCell>>of(In.class)
          .with("cell", TEXT, row -> row.part().cell())
          .with("directory", TEXT, row -> row.all().directories().get(row.part().side()))
          .with("less", TEXT, row -> row.all().directories().get(0))
          .including(PairTable.DIFFERENCE, row -> row.part().pair())
          .with("cell_at", TEXT, row -> row.part().pair().at())
          .with("control_at", TEXT, row -> row.part().pair().controlAt())
          .with("verdict", TEXT, row -> row.all().across().label(row.part().pair().verdict()));

  static final Shape<ComparedSweeps> SHAPE =
      Shape.<ComparedSweeps>of(ComparedSweeps.class)
          .with("metric", TEXT, compared -> compared.sides().get(0).observed().metric())
          .with(
              "goal",
              orNull(TEXT),
              compared -> compared.sides().get(0).observed().goal().map(Goal::label))
          .with("sweeps", list(SIDE), compared -> compared.in(compared.sides()))
          .with("compared", TEXT, ComparedSweeps::compared)
          .with("differing", map(list(TEXT)), compared -> compared.across().differing())
          .with("tuned", list(TEXT), compared -> compared.across().tuned())
          .with("cells", list(CELL), compared -> compared.across().cells())
          .with("pairs", list(PAIR), compared -> compared.in(compared.across().pairs()))
          .with("pairs_tuning", orNull(TEXT), compared -> compared.across().tuning())
          .with("unpaired", list(UnpairedTable.ROW), compared -> compared.unpaired().rows())
          .with("gains", list(GainTable.ROW), compared -> compared.gains().rows())
          .with("notes", list(TEXT), ComparedSweeps::notes);

  /** Number of cells, each counted once for all its tuned values. */
  int count(SweepSide side) {
    return (int) in(side).count();
  }

  /** Number of cells and tuned values that the best was chosen from. */
  int settings(SweepSide side) {
    return in(side).mapToInt(InSweep::tried).sum();
  }

  private Stream<InSweep> in(SweepSide side) {
    return across.cells().stream().flatMap(cell -> cell.sides().get(sides.indexOf(side)).stream());
  }

  /** The first cell of those that are sorted best first; a metric without a goal has no best. */
  Optional<Cell> bestCell(int side) {
    return sides.get(0).observed().goal().isEmpty()
        ? Optional.empty()
        : across.cells().stream()
            .filter(
                cell ->
                    cell.sides().get(side).filter(in -> in.summary().summary().n() > 0).isPresent())
            .min(
                Comparator.comparing(
                    cell -> cell.sides().get(side).orElseThrow().summary(),
                    CellSummary.bestFirst(sides.get(0).observed().goal())));
  }

  private Optional<String> decidedByFailures(int side) {
    Optional<Goal> goal = sides.get(0).observed().goal();
    Map<Configuration, String> names = new HashMap<>();
    List<CellSummary> summaries = new ArrayList<>();
    for (Cell cell : across.cells()) {
      cell.sides()
          .get(side)
          .map(InSweep::summary)
          .ifPresent(
              summary -> {
                summaries.add(summary);
                names.put(summary.configuration(), cell.name());
              });
    }
    summaries.sort(CellSummary.bestFirst(goal));
    return BestCells.decidedByFailures(summaries, goal, names::get)
        .map(note -> sides.get(side).label() + ": " + note);
  }

  String compared() {
    return "each common cell less that of %s, paired by seed%s"
        .formatted(sides.get(0).label(), across.tuning().map(", "::concat).orElse(""));
  }

  static String least(PairedCell pair) {
    return LeastP.mark(pair.pair().probability(), pair.pair().least());
  }

  UnpairedTable unpaired() {
    return new UnpairedTable(directories, sides.stream().map(SweepSide::label).toList(), across);
  }

  GainTable gains() {
    return new GainTable(directories, sides.stream().map(SweepSide::label).toList(), across);
  }

  /** What the numbers rest on, for people; one sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>(across.notes());
    if (Stream.concat(
            across.pairs().stream().map(pair -> pair.pair().interval()),
            across.unpaired().stream().map(SweepContrast::interval))
        .anyMatch(IntervalNotes::hasEnd)) {
      notes.add(sides.get(0).sweep().header().design().coverage());
    }
    notes.addAll(
        IntervalNotes.of(IntervalNotes.students(across.pairs().stream().map(PairedCell::pair))));
    notes.addAll(new ModesAcross(sides.stream().map(SweepSide::label).toList(), across).notes());
    notes.addAll(CellPair.rounding(across.pairs().stream().map(PairedCell::pair).toList()));
    Stream.of(unpaired().notes(), gains().notes())
        .flatMap(List::stream)
        .filter(note -> !notes.contains(note))
        .forEach(notes::add);
    notes.addAll(new UntestedCells(program, directories, sides, across).notes());
    notes.addAll(across.tooFewSeeds(sides.stream().map(SweepSide::label).toList()));
    List<String> keys = across.differingInPairs();
    if (!keys.isEmpty()) {
      notes.add(
          keys.size() == 1
              ? "A difference of a common cell comes from %s, or from chance."
                  .formatted(keys.get(0))
              : "A difference of a common cell may come from any of: %s."
                  .formatted(String.join(", ", keys)));
    }
    for (int i = 0; i < sides.size(); i++) {
      decidedByFailures(i).ifPresent(notes::add);
    }
    List<Integer> counts = sides.stream().map(this::settings).distinct().toList();
    if (sides.get(0).observed().goal().isPresent()
        && counts.stream().anyMatch(count -> count > 1)) {
      notes.add(
          "Each best was chosen by the results that are shown, so it is partly luck"
              + (counts.size() > 1 ? ", more so in a sweep with more cells." : "."));
    }
    boolean least =
        across.pairs().stream().anyMatch(pair -> !least(pair).isEmpty())
            || UnpairedTable.anyLeast(across.unpaired())
            || UnpairedTable.anyLeast(across.gains());
    notes.addAll(LeastP.note(least, "seeds", LeastP.BEFORE_HOLM));
    if (Stream.concat(
            across.pairs().stream().map(pair -> pair.pair().adjusted()),
            across.unpaired().stream().map(SweepContrast::adjusted))
        .anyMatch(p -> !Double.isNaN(p))) {
      notes.addAll(new LookNotes(across.looks()).all());
    }
    return notes;
  }

  JsonObject json() {
    return SHAPE.object(this);
  }

  private <T> List<In<T>> in(List<T> parts) {
    return parts.stream().map(part -> new In<>(part, this)).toList();
  }

  private String directory(SweepSide side) {
    return directories.get(sides.indexOf(side));
  }
}
