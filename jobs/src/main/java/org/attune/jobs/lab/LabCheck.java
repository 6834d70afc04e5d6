package org.attune.jobs.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.lab.Entries;
import org.attune.sweeps.lab.Entry;
import org.attune.sweeps.lab.LedgerReader;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.LocalStorage;

/**
 * What a check of a lab found.
 *
 * @param entries number of entries that could be read
 * @param sweeps number of sweeps in the lab's folder that have a place in its ledger
 * @param problems a sentence each
 */
record LabCheck(int entries, int sweeps, List<String> problems) {

  /**
   * Checks a ledger.
   *
   * @param folders of the lab's sweeps; none for a copy of a ledger
   */
  static LabCheck of(LedgerReader ledger, List<Path> folders) throws IOException {
    List<String> problems = new ArrayList<>();
    Optional<Entries> entries = Optional.empty();
    try {
      entries = Optional.of(ledger.read());
      problems.addAll(entries.get().problems());
    } catch (IOException broken) {
      problems.add(broken.getMessage());
    }
    int sweeps = 0;
    for (Path folder : folders) {
      SweepView sweep = SweepJournal.read(new LocalStorage(folder));
      Optional<Standing> standing = Standing.of(sweep.header().provenance());
      if (standing.isPresent() && entries.isPresent()) {
        sweeps++;
        problem(folder, sweep, standing.get(), entries.get()).ifPresent(problems::add);
      } else if (entries.isPresent()) {
        replaced(folder, sweep, entries.get()).ifPresent(problems::add);
      }
    }
    return new LabCheck(entries.map(lab -> lab.all().size()).orElse(0), sweeps, problems);
  }

  private static Optional<String> problem(
      Path folder, SweepView sweep, Standing standing, Entries entries) {
    if (!standing.lab().equals(entries.lab())) {
      return Optional.of("%s is of another lab, %s".formatted(folder, standing.lab()));
    }
    Optional<Entry> stated = entries.of(standing);
    if (stated.isEmpty()) {
      return Optional.of(
          "entry %d (stated %s) was removed or changed: %s has another"
              .formatted(standing.entry(), sweep.header().name(), folder));
    }
    // A verdict is in the ledger before the journal says that its sealed numbers were seen.
    return sweep.openings().isEmpty() || entries.isOpen(standing.entry())
        ? Optional.empty()
        : Optional.of(
            "the verdict on %s was removed: the journal of %s has it"
                .formatted(stated.get().describe(), folder));
  }

  /** A sweep with a seed that the lab drew, but without its place in the ledger. */
  private static Optional<String> replaced(Path folder, SweepView sweep, Entries entries) {
    return entries.stated().stream()
        .filter(entry -> entry.seed() == sweep.header().seed())
        .findFirst()
        .map(
            entry ->
                "%s: %s has its seed but not its place in the ledger, so its journal was rebuilt or replaced"
                    .formatted(entry.describe(), folder));
  }
}
