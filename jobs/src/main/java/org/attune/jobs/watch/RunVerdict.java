package org.attune.jobs.watch;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.WHOLE;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.map;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.Shape;
import org.attune.jobs.report.FrontTable;
import org.attune.jobs.sweep.LastVerdicts;
import org.attune.sweeps.analysis.CellPair;
import org.attune.sweeps.analysis.CellPair.PairVerdict;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.SweepPhase;
import org.attune.sweeps.state.SweepView;

/**
 * What an ended sweep shows, in a few words: the verdicts on its claims as they were last seen,
 * else the cells beside the control, as {@code run} prints them.
 *
 * @param claims how many claims have each verdict; empty if nobody has seen any
 * @param pairs that are tested; empty where there are claims
 */
record RunVerdict(Map<String, Integer> claims, List<CellPair> pairs) {

  /** More differences are counted, not named. */
  private static final int MOST_NAMED = 2;

  private static final Shape<CellPair> PAIR =
      Shape.<CellPair>of(CellPair.class)
          .with("cell", TEXT, CellPair::cell)
          .with("control", TEXT, CellPair::control)
          .with("verdict", TEXT, pair -> pair.verdict().label());

  static final Shape<RunVerdict> SHAPE =
      Shape.<RunVerdict>of(RunVerdict.class)
          .with("claims", map(WHOLE), RunVerdict::claims)
          .with("pairs", list(PAIR), RunVerdict::pairs);

  /** The verdict of a sweep; empty while trials are open, and where nothing is tested. */
  static Optional<RunVerdict> of(SweepView sweep, Storage storage) throws IOException {
    SweepPhase phase = SweepPhase.of(sweep, false);
    if (phase != SweepPhase.COMPLETED && phase != SweepPhase.OUT_OF_BUDGET) {
      return Optional.empty();
    }
    Optional<LastVerdicts> seen = LastVerdicts.read(storage, sweep);
    if (seen.isPresent()) {
      return Optional.of(new RunVerdict(seen.get().counts(), List.of()));
    }
    if (FrontTable.suits(sweep)) {
      return Optional.empty();
    }
    List<CellPair> tested =
        CellPairs.of(Observations.ofObjective(sweep)).stream()
            .flatMap(pairs -> pairs.pairs().stream())
            .filter(pair -> !Double.isNaN(pair.adjusted()))
            .toList();
    return tested.isEmpty() ? Optional.empty() : Optional.of(new RunVerdict(Map.of(), tested));
  }

  /**
   * One line: {@code claims: 2 reproduced, 1 inconclusive}, or {@code a better than b, 1
   * inconclusive}.
   */
  String text() {
    if (!claims.isEmpty()) {
      return "claims: "
          + claims.entrySet().stream()
              .map(one -> one.getValue() + " " + one.getKey())
              .collect(Collectors.joining(", "));
    }
    List<CellPair> shown = pairs.stream().filter(pair -> pair.verdict().shown()).toList();
    List<String> parts = new ArrayList<>();
    if (shown.size() <= MOST_NAMED) {
      Map<String, List<String>> cells = new LinkedHashMap<>();
      shown.forEach(
          pair -> cells.computeIfAbsent(beside(pair), key -> new ArrayList<>()).add(pair.cell()));
      cells.forEach(
          (beside, named) -> parts.add("%s %s".formatted(String.join(" and ", named), beside)));
    } else if (shown.stream().map(CellPair::control).distinct().count() == 1) {
      String counted =
          Stream.of(PairVerdict.BETTER, PairVerdict.WORSE, PairVerdict.DIFFERENT)
              .filter(verdict -> count(verdict) > 0)
              .map(verdict -> count(verdict) + " " + verdict.label())
              .collect(Collectors.joining(", "));
      parts.add("%s beside %s".formatted(counted, shown.get(0).control()));
    } else {
      parts.add("%s shown".formatted(Counted.of(shown.size(), "difference")));
    }
    Map<String, Integer> open = new LinkedHashMap<>();
    pairs.stream()
        .filter(pair -> !pair.verdict().shown())
        .forEach(pair -> open.merge(pair.verdict().label(), 1, Integer::sum));
    open.forEach((label, number) -> parts.add(number + " " + label));
    return String.join(", ", parts);
  }

  /** A pair's verdict and control: {@code better than gate=none}. */
  private static String beside(CellPair pair) {
    String than = pair.verdict() == PairVerdict.DIFFERENT ? "from" : "than";
    return "%s %s %s".formatted(pair.verdict().label(), than, pair.control());
  }

  private long count(PairVerdict verdict) {
    return pairs.stream().filter(pair -> pair.verdict() == verdict).count();
  }
}
