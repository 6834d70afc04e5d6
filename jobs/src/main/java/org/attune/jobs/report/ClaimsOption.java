package org.attune.jobs.report;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.analysis.Observations;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Option;

/** The option that names the sweep file whose claims are judged. */
final class ClaimsOption {

  @Option(
      names = "--spec",
      paramLabel = "SPEC.yaml",
      description = "The sweep file with the claims; default: the file that was run.")
  private Optional<Path> file = Optional.empty();

  /** Whether the user named a file. */
  boolean given() {
    return file.isPresent();
  }

  /**
   * The verdicts on the sweep's claims, about to be shown, or a note that they wait; empty if the
   * file has no claims and never had any.
   *
   * @param rows whose table of cells is shown too
   */
  Optional<Map<String, Object>> shown(SweepView sweep, String directory, Observations rows)
      throws Exception {
    Storage storage = Sweeps.storage(directory);
    Optional<ClaimsFile> claims =
        file.isPresent()
            ? Optional.of(ClaimsFile.named(file.get(), sweep))
            : ClaimsFile.thatRan(sweep, storage);
    return ClaimsFile.judged(claims, sweep, storage)
        .<Map<String, Object>>map(
            judged -> ReproductionJson.of(judged, ClaimsBesideRows.notes(judged, rows)))
        .or(
            () ->
                ClaimsFile.waits(claims, sweep)
                    .map(why -> Map.of("claims", List.of(), "claims_notes", List.of(why))));
  }
}
