package org.attune.jobs.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.paper.PaperTable;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.lab.Settlement;
import org.attune.jobs.session.KnownPapers;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.command.CommandTask;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepPhase;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.verdict.Reproduction;
import org.attune.sweeps.verdict.StatedWhen;

/**
 * A sweep file whose claims are judged, after reading.
 *
 * @param catalog the catalog that read the file: the program's own if the task is a user's program
 */
public record ClaimsFile(SweepSpec spec, AxisCatalog catalog) {

  /**
   * The file that was run: a paper's table, or the copy that {@code run} left in the sweep's
   * directory. Empty when neither exists.
   */
  public static Optional<ClaimsFile> thatRan(SweepView sweep, Storage storage) throws IOException {
    TrialCatalog models = new TrialCatalog();
    Optional<ClaimsFile> paper = paper(sweep, models).map(spec -> new ClaimsFile(spec, models));
    return paper.isPresent() ? paper : copied(sweep, storage);
  }

  /** The file that the user names by {@code --spec}. */
  static ClaimsFile named(Path file, SweepView sweep) throws SpecException, IOException {
    if (!Files.isRegularFile(file)) {
      throw new InputException("Cannot find the sweep file " + file + " of --spec.");
    }
    ClaimsFile named = read(file.toString(), new SpecCopy(Files.readString(file), Map.of()));
    if (!SpecHeader.has(sweep.header(), named.spec())) {
      throw new InputException(
          "Invalid --spec %s: it is of another sweep than %s."
              .formatted(file, sweep.header().name()));
    }
    return named;
  }

  /**
   * The verdicts on the sweep's claims, about to be shown; empty if the file has none and never had
   * any, and while trials are open: each look would open the sealed split once more. A used-up
   * budget ends a sweep, too.
   */
  public static Optional<Reproduction> judged(
      Optional<ClaimsFile> file, SweepView sweep, Storage storage) throws InterruptedException {
    Optional<Reproduction> judged =
        file.filter(claimsFile -> isOver(sweep))
            .filter(
                claimsFile ->
                    !claimsFile.spec().comparison().claims().isEmpty()
                        || StatedWhen.dropped(claimsFile.spec(), sweep) > 0)
            .map(claimsFile -> Reproduction.of(claimsFile.spec(), sweep, claimsFile.catalog()));
    if (judged.isPresent() && !judged.get().findings().isEmpty()) {
      Settlement.record(storage, sweep, judged.get());
    }
    return judged;
  }

  /** Why no claim is judged yet; empty if claims are judged, or there are none. */
  public static Optional<String> waits(Optional<ClaimsFile> file, SweepView sweep) {
    Counts counts = sweep.counts();
    long open = sweep.total() - counts.finished() - counts.stopped() - counts.failed();
    return file.filter(
            claimsFile -> !isOver(sweep) && !claimsFile.spec().comparison().claims().isEmpty())
        .map(
            claimsFile ->
                "Claims are not judged yet: %s."
                    .formatted(
                        open == 0
                            ? "the sweep has not ended"
                            : Counted.of(open, "trial") + (open == 1 ? " is" : " are") + " open"));
  }

  private static boolean isOver(SweepView sweep) {
    SweepPhase phase = SweepPhase.of(sweep, false);
    return phase == SweepPhase.COMPLETED || phase == SweepPhase.OUT_OF_BUDGET;
  }

  /** The copy of the sweep file; empty if it is gone or this program reads it differently. */
  private static Optional<ClaimsFile> copied(SweepView sweep, Storage storage) throws IOException {
    Optional<SpecCopy> copy = SpecCopy.read(storage);
    if (copy.isEmpty()) {
      return Optional.empty();
    }
    try {
      ClaimsFile file = read(storage.describe() + "/" + SpecCopy.PATH, copy.get());
      boolean describesSweep = SpecHeader.has(sweep.header(), file.spec());
      if (!describesSweep && !sweep.stated().isEmpty()) {
        System.err.printf(
            "warning: %s/%s was changed and is of another sweep now: no claim is judged; to judge"
                + " those of the file that was run: %s report %s --spec FILE%n",
            storage.describe(), SpecCopy.PATH, Launcher.name(), ShellWord.path(storage.describe()));
      }
      return Optional.of(file).filter(claimsFile -> describesSweep);
    } catch (SpecException programInAJar) {
      return Optional.empty();
    }
  }

  private static ClaimsFile read(String name, SpecCopy file) throws SpecException {
    AxisCatalog catalog =
        SpecFile.recorded(name, file.text())
            .<AxisCatalog>map(CommandTask::catalog)
            .orElseGet(TrialCatalog::new);
    return new ClaimsFile(SpecFile.read(name, file.text(), file.set(), catalog), catalog);
  }

  /** The paper's table at the scale that yields exactly this sweep. */
  private static Optional<SweepSpec> paper(SweepView sweep, AxisCatalog catalog) {
    for (PaperTable table : KnownPapers.tables()) {
      if (!sweep.header().name().startsWith(table.key())) {
        continue;
      }
      for (String scale : PaperTable.SCALES) {
        try {
          SweepSpec spec =
              SpecFile.read(table.file(), table.text(), Map.of("scale", scale), catalog);
          if (SpecHeader.has(sweep.header(), spec)) {
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
