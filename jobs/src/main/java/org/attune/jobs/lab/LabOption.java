package org.attune.jobs.lab;

import java.io.IOException;
import java.util.Optional;
import org.attune.api.catalog.Numbers;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.sweep.SweepFile;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.spec.reader.LabChoice;
import picocli.CommandLine.Option;

/** The option that names the lab in which a sweep states its claims. */
public final class LabOption {

  @Option(
      names = "--lab",
      paramLabel = "DIR",
      description =
          "The lab that records the sweep's claims; default: 'lab' of the sweep"
              + " file, else the nearest lab above the sweep's directory.")
  private Optional<String> directory = Optional.empty();

  /**
   * The lab of a sweep; empty if it runs outside of labs.
   *
   * @param out the storage of its directory
   */
  public Optional<Ledger> find(SweepFile file, Storage out) throws IOException {
    LabChoice choice = file.lab();
    Optional<String> named = directory.or(choice::folder);
    Optional<Ledger> lab =
        named.isPresent() ? Optional.of(Labs.named(named.get())) : Labs.nearest(out);
    if (choice.rate().isPresent()) {
      requireRate(file, lab, choice.rate().getAsDouble(), out);
    }
    return lab;
  }

  /** Refuses a lab with another rate than the file's: a lab keeps its rate. */
  private static void requireRate(SweepFile file, Optional<Ledger> lab, double rate, Storage out)
      throws IOException {
    if (lab.isEmpty()) {
      throw new InputException(
          ("%s says lab.rate %s, and there is no lab above %s; make one there or above: %s lab init"
                  + " DIR --rate %s, or name one: --lab DIR.")
              .formatted(file.name(), text(rate), out.describe(), Launcher.name(), text(rate)));
    }
    double kept = lab.get().read().wealth().rate();
    if (kept != rate) {
      throw new InputException(
          ("%s says lab.rate %s, and the lab %s has %s: a lab keeps the rate with which it began;"
                  + " write rate: %s, or name another lab: --lab DIR.")
              .formatted(
                  file.name(), text(rate), lab.get().storage().describe(), text(kept), text(kept)));
    }
  }

  private static String text(double rate) {
    return Numbers.canonical(rate);
  }
}
