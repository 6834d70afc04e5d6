package org.attune.jobs.report;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.PairedCell;
import org.attune.sweeps.analysis.SweepContrast;
import org.attune.sweeps.statistics.Arm;
import org.attune.sweeps.statistics.MeanTest.Interval;

/**
 * Which cells of several sweeps have values with two modes, for people.
 *
 * @param labels of the sweeps
 */
record ModesAcross(List<String> labels, AcrossSweeps across) {

  /** A line that names the cells, and one on intervals of pairs; nothing where none has. */
  List<String> notes() {
    Stream<String> names =
        Stream.of(
                across.pairs().stream().flatMap(this::ofPair),
                across.unpaired().stream().flatMap(this::ofContrast),
                across.gains().stream().flatMap(this::ofContrast))
            .flatMap(Function.identity());
    Stream<Interval> intervals =
        Stream.concat(
            across.pairs().stream()
                .map(PairedCell::pair)
                .filter(pair -> !pair.twoModes().isEmpty())
                .map(pair -> pair.interval()),
            across.gains().stream()
                .filter(gain -> gain.paired() && !gain.twoModes().isEmpty())
                .map(SweepContrast::interval));
    return Stream.concat(
            IntervalNotes.cells(names).stream(), IntervalNotes.intervals(intervals).stream())
        .toList();
  }

  /** A cell beside itself in the first sweep, which stands where its control does. */
  private Stream<String> ofPair(PairedCell pair) {
    return named(pair.pair().twoModes(), arm -> in(pair.cell(), arm == Arm.CELL ? pair.side() : 0));
  }

  private Stream<String> ofContrast(SweepContrast of) {
    return named(
        of.twoModes(),
        arm ->
            switch (arm) {
              case CELL -> in(of.cell(), of.side());
              case CONTROL -> in(of.control().orElseThrow(), of.side());
              case FIRST_CELL -> in(of.cell(), 0);
              case FIRST_CONTROL -> in(of.control().orElseThrow(), 0);
            });
  }

  private static Stream<String> named(Set<Arm> arms, Function<Arm, String> name) {
    return arms.stream().sorted().map(name);
  }

  private String in(String cell, int side) {
    return "%s in %s".formatted(cell, labels.get(side));
  }
}
