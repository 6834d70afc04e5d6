package org.attune.jobs.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.LastVerdicts;
import org.attune.jobs.sweep.SealedOpening;
import org.attune.sweeps.claim.Finding;
import org.attune.sweeps.lab.Entries;
import org.attune.sweeps.lab.Entry;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.Reproduction;

/** Records in the ledger of a sweep's lab how its claims were judged. */
public final class Settlement {

  private Settlement() {}

  /**
   * Adds the verdicts to the ledger, unless it has them, ends the hiding of the sealed metrics, and
   * leaves the verdicts for lists of sweeps.
   *
   * @param storage of the sweep's directory
   * @param table the judged claims, about to be shown
   * @return a line on what the lab has now; empty outside of labs
   * @throws InputException if the ledger cannot be written, or has none of the claims: nobody sees
   *     verdicts that it lacks
   */
  public static Optional<String> record(Storage storage, SweepView sweep, Reproduction table)
      throws InterruptedException {
    Optional<String> line = settle(storage, sweep, table);
    LastVerdicts.of(
            sweep,
            table.findings().stream()
                .map(finding -> finding.verdict().words(finding.claim()))
                .toList())
        .write(storage);
    return line;
  }

  private static Optional<String> settle(Storage storage, SweepView sweep, Reproduction table)
      throws InterruptedException {
    Optional<Standing> standing = Standing.of(sweep.header().provenance());
    if (standing.isEmpty()) {
      SealedOpening.count(storage, sweep, table);
      return Optional.empty();
    }
    Optional<String> line = Optional.empty();
    try {
      Ledger ledger =
          Labs.of(standing.get(), storage)
              .orElseThrow(() -> new IOException("it is not in " + standing.get().folder()));
      ledger.add(entries -> verdicts(entries, standing.get(), storage, sweep, table));
      Entries now = ledger.read();
      line = now.of(standing.get()).map(stated -> LabText.verdict(stated, now));
    } catch (IOException unrecorded) {
      if (sweep.sealed()) {
        throw new InputException(
            "Cannot judge the claims of %s: the ledger of lab %s must record it first, and %s."
                .formatted(storage.describe(), standing.get().lab(), unrecorded.getMessage()));
      }
    }
    SealedOpening.count(storage, sweep, table);
    try {
      if (!table.openings().isEmpty()) {
        Door.open(storage, sweep, Optional.empty());
      }
    } catch (IOException unpublished) {
      System.err.printf(
          "warning: the tables of %s still hide its sealed metrics: %s%n",
          storage.describe(), unpublished.getMessage());
    }
    return line;
  }

  private static Optional<Map<String, Object>> verdicts(
      Entries entries, Standing standing, Storage storage, SweepView sweep, Reproduction table) {
    Optional<Entry> stated = entries.of(standing);
    if (stated.isEmpty()) {
      return Optional.empty();
    }
    List<Entry.Judged> judged = new ArrayList<>();
    for (int i = 0; i < table.findings().size(); i++) {
      Finding finding = table.findings().get(i);
      String claim = table.stated().get(i).entry();
      if (stated.get().claims().contains(claim)) {
        judged.add(
            new Entry.Judged(
                claim,
                finding.verdict().words(finding.claim()),
                finding.verdict().shown(),
                finding.probability(),
                finding.seeds()));
      }
    }
    if (judged.isEmpty() && sweep.sealed() && !table.openings().isEmpty()) {
      throw new InputException( // else it would show what nobody claimed
          "Cannot judge these claims of %s by its sealed split: lab %s has other claims for it in entry %d. Judge those first."
              .formatted(storage.describe(), standing.lab(), standing.entry()));
    }
    boolean known =
        entries.verdict(standing.entry()).map(Entry::judged).equals(Optional.of(judged));
    return judged.isEmpty() || known
        ? Optional.empty()
        : Optional.of(Entry.verdict(standing.entry(), judged));
  }
}
