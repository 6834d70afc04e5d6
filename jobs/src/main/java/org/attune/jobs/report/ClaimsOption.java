package org.attune.jobs.report;

import java.nio.file.Path;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.paper.Reproduction;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Option;

/** The option that names the sweep file whose claims are judged. */
final class ClaimsOption {

  @Option(
      names = "--spec",
      paramLabel = "SPEC.yaml",
      description = "The sweep file with the claims; default: the file that was run.")
  private Path file;

  /**
   * The verdicts on the sweep's claims, about to be shown; empty if the file has none and never had
   * any, or if the user names none and the sweep has not ended.
   */
  Optional<Reproduction> judged(SweepView sweep, String directory) throws Exception {
    Storage storage = Sweeps.storage(directory);
    return ClaimsFile.judged(
        file == null
            ? ClaimsFile.thatRan(sweep, storage)
            : Optional.of(ClaimsFile.named(file, sweep)),
        sweep,
        storage);
  }
}
