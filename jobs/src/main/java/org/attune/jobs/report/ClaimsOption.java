package org.attune.jobs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.storage.Storage;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.jobs.sweep.SealedOpening;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.paper.PaperTable;
import org.attune.sweeps.paper.Reproduction;
import org.attune.sweeps.paper.StatedWhen;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SpecFile;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.state.SweepView;
import picocli.CommandLine.Option;

/**
 * The sweep file whose claims are judged: the one that the user names, a paper's table, or the copy
 * that {@code run} left in the sweep's directory.
 */
public final class ClaimsOption {

  @Option(
      names = "--spec",
      paramLabel = "SPEC.yaml",
      description = "The sweep file with the claims; default: the file that was run.")
  private Path file;

  /**
   * A sweep file after reading.
   *
   * @param catalog the catalog that read the file: the program's own if the task is a user's
   *     program
   */
  public record Named(SweepSpec spec, AxisCatalog catalog) {}

  /**
   * Reads the file. Empty when the user names none, and the directory has none or its sweep has not
   * ended.
   */
  public Optional<Named> read(SweepView sweep, Storage storage) throws SpecException, IOException {
    if (file == null) {
      if (sweep.completed().isEmpty() && sweep.suspended().isEmpty()) {
        return Optional.empty(); // each look would open the sealed split once more
      }
      TrialCatalog models = new TrialCatalog();
      Optional<Named> paper = paper(sweep, models).map(spec -> new Named(spec, models));
      return paper.isPresent() ? paper : copied(sweep, storage);
    }
    if (!Files.isRegularFile(file)) {
      throw new InputException("Cannot find the sweep file " + file + " of --spec.");
    }
    Named named = named(file.toString(), new SpecCopy(Files.readString(file), Map.of()));
    if (!sweep.header().isOf(named.spec())) {
      throw new InputException(
          "Invalid --spec %s: it is of another sweep than %s."
              .formatted(file, sweep.header().name()));
    }
    return Optional.of(named);
  }

  /**
   * The verdicts on the sweep's claims, about to be shown; empty if the file has none and never had
   * any.
   */
  Optional<Reproduction> judged(SweepView sweep, String directory) throws Exception {
    Storage storage = Sweeps.storage(directory);
    Optional<Reproduction> judged =
        read(sweep, storage)
            .filter(
                named ->
                    !named.spec().comparison().claims().isEmpty()
                        || StatedWhen.dropped(named.spec(), sweep) > 0)
            .map(named -> Reproduction.of(named.spec(), sweep, named.catalog()));
    if (judged.isPresent() && !judged.get().findings().isEmpty()) {
      SealedOpening.count(storage, sweep, judged.get());
    }
    return judged;
  }

  /** The copy of the sweep file; empty if it is gone or this program reads it differently. */
  private static Optional<Named> copied(SweepView sweep, Storage storage) throws IOException {
    Optional<SpecCopy> copy = SpecCopy.read(storage);
    if (copy.isEmpty()) {
      return Optional.empty();
    }
    try {
      Named named = named(storage.describe() + "/" + SpecCopy.PATH, copy.get());
      boolean own = sweep.header().isOf(named.spec());
      if (!own && !sweep.stated().isEmpty()) {
        System.err.printf(
            "warning: %s/%s was changed and is of another sweep now: no claim is judged; give the"
                + " file that was run by --spec%n",
            storage.describe(), SpecCopy.PATH);
      }
      return Optional.of(named).filter(of -> own);
    } catch (SpecException programInAJar) {
      return Optional.empty();
    }
  }

  private static Named named(String name, SpecCopy file) throws SpecException {
    AxisCatalog catalog =
        SpecFile.asked(name, file.text())
            .<AxisCatalog>map(CommandTask::catalog)
            .orElseGet(TrialCatalog::new);
    return new Named(SpecFile.read(name, file.text(), file.set(), catalog), catalog);
  }

  /** The paper's table at the scale that yields exactly this sweep. */
  private static Optional<SweepSpec> paper(SweepView sweep, AxisCatalog catalog) {
    for (PaperTable table : PaperTable.all()) {
      if (!sweep.header().name().startsWith(table.key())) {
        continue;
      }
      for (String scale : PaperTable.SCALES) {
        try {
          SweepSpec spec =
              SpecFile.read(table.file(), table.text(), Map.of("scale", scale), catalog);
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
