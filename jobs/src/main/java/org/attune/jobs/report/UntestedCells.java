package org.attune.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.attune.api.storage.ShellWord;
import org.attune.sweeps.analysis.AcrossSweeps;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.analysis.SweepContrast;
import org.attune.sweeps.analysis.SweepSide;

/**
 * Why common cells of sweeps have a difference and no interval, and which command gives one.
 *
 * @param directories of the sides, as the user named them
 * @param program the beginning of the command
 */
record UntestedCells(
    String program, List<String> directories, List<SweepSide> sides, AcrossSweeps across) {

  /** A sentence for each reason; none where all cells are tested. */
  List<String> notes() {
    Set<PairVerdict> verdicts =
        Stream.concat(
                across.pairs().stream().map(pair -> pair.pair().verdict()),
                across.unpaired().stream().map(SweepContrast::verdict))
            .collect(Collectors.toSet());
    List<String> notes = new ArrayList<>();
    if (verdicts.contains(PairVerdict.SEARCHED)) {
      IntStream.range(0, sides.size())
          .filter(i -> sides.get(i).observed().adaptive())
          .forEach(i -> notes.add(searched(i)));
    }
    if (verdicts.contains(PairVerdict.UNLIKE)) {
      notes.add(
          "No interval between cells tuned over other values: --each-setting compares equal"
              + " settings.");
    }
    if (verdicts.contains(PairVerdict.UNTESTED)) {
      notes.add(
          "No interval from one seed: %s run FILE --out DIR --extend --set replicates=5 adds seeds."
              .formatted(program));
    }
    return notes;
  }

  private String searched(int side) {
    return "No interval beside %s: its search chose cells by their results, so its values of them are partly luck. To run its best cells and a control with new seeds: %s best %s --confirm 3 --to confirm.yaml"
        .formatted(sides.get(side).label(), program, ShellWord.path(directories.get(side)));
  }
}
