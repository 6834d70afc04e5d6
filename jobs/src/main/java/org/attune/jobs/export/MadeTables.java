package org.attune.jobs.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.InputException;
import org.attune.jobs.report.AnalyzedMetric;
import org.attune.jobs.report.ClaimsFile;
import org.attune.jobs.report.PairTable;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.CellPairs;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepNote;
import org.attune.sweeps.store.SweepNotes;
import org.attune.sweeps.table.TableRows;
import org.attune.sweeps.table.Tables;
import org.attune.sweeps.verdict.Reproduction;

/**
 * The tables of a sweep that no driver publishes: {@code export} makes them of its state.
 *
 * @param metrics that the user named; without one they are of the objective
 */
record MadeTables(String directory, SweepView sweep, List<String> metrics) {

  /** By each metric. */
  List<Observations> observations() {
    List<Observations> observations = new ArrayList<>();
    for (String metric : metrics.isEmpty() ? List.of("") : metrics) {
      AnalyzedMetric analyzedMetric =
          AnalyzedMetric.of(sweep, Optional.of(metric).filter(m -> !m.isEmpty()), directory);
      observations.add(Observations.of(sweep, analyzedMetric.name(), analyzedMetric.goal()));
    }
    return observations;
  }

  TrialsExport trials() {
    return new TrialsExport(sweep, observations());
  }

  /**
   * The cells beside their control.
   *
   * @throws InputException if there are none
   */
  PairsExport pairs() {
    if (metrics.size() > 1) {
      throw new InputException("--table pairs is of one metric: name --metric once.");
    }
    Observations observations = observations().get(0);
    PairTable compared =
        compared(observations)
            .filter(some -> !some.pairs().pairs().isEmpty())
            .orElseThrow(() -> noPairs(observations));
    return new PairsExport(
        sweep.header().name(), compared, CellTable.unfinished(observations.excluded()));
  }

  private Optional<PairTable> compared(Observations by) {
    return CellPairs.of(by).map(pairs -> new PairTable(pairs, by.metric(), sweep.header()));
  }

  private InputException noPairs(Observations observations) {
    String why =
        compared(observations)
            .filter(some -> !observations.excluded().ended())
            .map(some -> String.join("; ", some.pairs().unpaired()))
            .filter(notes -> !notes.isEmpty())
            .orElse(
                "they need 2 to 24 cells with a setting and a seed in common, at which one of them"
                    + " finished");
    return new InputException(
        "%s has no pairs: %s. --table cells has its cells.".formatted(directory, why));
  }

  /**
   * The claims.
   *
   * @throws InputException if none is judged
   */
  ClaimsExport claims() throws IOException, InterruptedException {
    if (!metrics.isEmpty()) {
      throw new InputException("--table claims takes no --metric: each claim names its own.");
    }
    Storage storage = Sweeps.storage(directory);
    Optional<ClaimsFile> file = ClaimsFile.thatRan(sweep, storage);
    return ClaimsFile.judged(file, sweep, storage)
        .filter(judged -> !judged.findings().isEmpty())
        .map(judged -> new ClaimsExport(sweep.header().name(), judged))
        .orElseThrow(
            () ->
                new InputException(
                    ClaimsFile.waits(file, sweep)
                        .orElse(
                            "%s has no claims. --table pairs has its cells beside their control."
                                .formatted(directory))));
  }

  /** All that files have: people write notes at any time, and pairs and claims follow. */
  List<TableRows> beside() throws IOException, InterruptedException {
    Storage storage = Sweeps.storage(directory);
    return beside(
        sweep.header().sweepId(),
        new SweepNotes(storage).notes(),
        observations().stream().flatMap(by -> compared(by).stream()).toList(),
        judged(storage));
  }

  /** The tables of {@link #beside()} without rows: nothing is judged for them. */
  static List<TableRows> blank() {
    return beside("", List.of(), List.of(), Optional.empty());
  }

  private static List<TableRows> beside(
      String sweepId, List<SweepNote> notes, List<PairTable> pairs, Optional<Reproduction> claims) {
    return List.of(
        Tables.notes(sweepId, notes),
        PairsExport.rows(sweepId, pairs),
        ClaimsExport.rows(sweepId, claims));
  }

  /** The claims; empty, and said why, while none is judged or where a lab cannot record them. */
  private Optional<Reproduction> judged(Storage storage) throws IOException, InterruptedException {
    Optional<ClaimsFile> file = ClaimsFile.thatRan(sweep, storage);
    ClaimsFile.waits(file, sweep).ifPresent(System.err::println);
    try {
      return ClaimsFile.judged(file, sweep, storage);
    } catch (InputException unrecorded) {
      System.err.println(unrecorded.getMessage());
      return Optional.empty();
    }
  }
}
