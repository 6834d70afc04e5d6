package org.attune.jobs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.paper.PaperTable;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Option;

/** The sweep file whose claims are judged. A journal records the trials, not the claims. */
public final class ClaimsOption {

  @Option(
      names = "--spec",
      paramLabel = "SPEC.yaml",
      description = "The sweep's file, for its claims; a paper's table is recognised without it.")
  private Path file;

  /**
   * A sweep file after reading.
   *
   * @param catalog the catalog that read the file: the program's own if the task is a user's
   *     program
   */
  public record Named(SweepSpec spec, AxisCatalog catalog) {}

  /** Reads the file; empty when the user names none and the sweep is not a paper's table. */
  public Optional<Named> read(SweepView sweep) throws SpecException, IOException {
    TrialCatalog models = new TrialCatalog();
    if (file == null) {
      return paper(sweep, models).map(spec -> new Named(spec, models));
    }
    if (!Files.isRegularFile(file)) {
      throw new InputException("Cannot find the sweep file " + file + " of --spec.");
    }
    String text = Files.readString(file);
    AxisCatalog catalog =
        SpecFile.asked(file.toString(), text).<AxisCatalog>map(CommandTask::catalog).orElse(models);
    SweepSpec spec = SpecFile.read(file.toString(), text, Map.of(), catalog);
    if (!sweep.header().isOf(spec)) {
      throw new InputException(
          "Invalid --spec %s: it is of another sweep than %s."
              .formatted(file, sweep.header().name()));
    }
    return Optional.of(new Named(spec, catalog));
  }

  /** The paper's table at the scale that yields exactly this sweep. */
  private static Optional<SweepSpec> paper(SweepView sweep, AxisCatalog catalog) {
    for (PaperTable table : PaperTable.all()) {
      if (!sweep.header().name().startsWith(table.key()) || table.text().isEmpty()) {
        continue;
      }
      for (String scale : PaperTable.SCALES) {
        try {
          SweepSpec spec =
              SpecFile.read(table.file(), table.text().get(), Map.of("scale", scale), catalog);
          if (sweep.header().isOf(spec)) {
            return Optional.of(spec);
          }
        } catch (SpecException otherVersion) {
          // the table is of another version of the program, so it has no claims here
        }
      }
    }
    return Optional.empty();
  }
}
