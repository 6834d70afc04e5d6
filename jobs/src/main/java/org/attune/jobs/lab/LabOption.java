package org.attune.jobs.lab;

import java.io.IOException;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.sweep.SweepFile;
import org.attune.sweeps.lab.Ledger;
import picocli.CommandLine.Option;

/** The option that names the lab in which a sweep states its claims. */
public final class LabOption {

  @Option(
      names = "--lab",
      paramLabel = "DIR",
      description =
          "The lab in whose ledger the sweep's claims are stated; default: 'lab' of the sweep"
              + " file, else the nearest lab above the sweep's directory.")
  private String directory;

  /**
   * The lab of a sweep; empty if it runs outside of labs.
   *
   * @param out the storage of its directory
   */
  public Optional<Ledger> find(SweepFile file, Storage out) throws IOException {
    Optional<String> named = Optional.ofNullable(directory).or(file::lab);
    return named.isPresent() ? Optional.of(Labs.named(named.get())) : Labs.nearest(out);
  }
}
