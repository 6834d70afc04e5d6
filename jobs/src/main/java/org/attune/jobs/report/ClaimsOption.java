package org.attune.jobs.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Option;

/** The option that names the sweep file whose claims are judged. */
final class ClaimsOption {

  @Option(
      names = "--spec",
      paramLabel = "SPEC.yaml",
      description = "The sweep file with the claims; default: the file that was run.")
  private Path file;

  private String lastText = "";
  private Optional<ClaimsFile> lastRan = Optional.empty();

  /**
   * The verdicts on the sweep's claims, about to be shown, or a note that they wait; empty if the
   * file has no claims and never had any.
   */
  Optional<Map<String, Object>> shown(SweepView sweep, String directory) throws Exception {
    Storage storage = Sweeps.storage(directory);
    Optional<ClaimsFile> claims =
        file == null ? thatRan(sweep, storage) : Optional.of(ClaimsFile.named(file, sweep));
    return ClaimsFile.judged(claims, sweep, storage)
        .<Map<String, Object>>map(ReproductionJson::of)
        .or(
            () ->
                ClaimsFile.waits(claims, sweep)
                    .map(why -> Map.of("claims", List.of(), "claims_notes", List.of(why))));
  }

  /** The file that was run, read once for each spec: the page of a running sweep asks often. */
  private Optional<ClaimsFile> thatRan(SweepView sweep, Storage storage) throws IOException {
    String text = sweep.header().specText();
    if (!text.equals(lastText)) {
      lastRan = ClaimsFile.thatRan(sweep, storage);
      lastText = text;
    }
    return lastRan;
  }
}
