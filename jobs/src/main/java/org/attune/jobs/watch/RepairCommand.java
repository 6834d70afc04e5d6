package org.attune.jobs.watch;

import java.io.IOException;
import java.util.List;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.cluster.repair.SweepRepair;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.Counted;
import org.attune.jobs.console.ExitCode;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.report.ClaimsFile;
import org.attune.jobs.sweep.SweepCommand;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.journal.LivingDriverException;
import org.attune.sweeps.state.Counts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.verdict.StatedWhen;
import picocli.CommandLine.Command;

/** {@code attune repair}: rebuilds the lost files of a sweep's directory. */
@Command(
    name = "repair",
    description = {
      "Rebuilds lost parts of a sweep's directory: the journal from its readable part, from results"
          + " and from tables; the tables from the journal, also where a pack for a GPU has written"
          + " none. Moves damaged checkpoints of ended"
          + " trials to DIR/damaged. It overwrites no file, and prints what was lost.",
      "Exit codes: 0 repaired, or nothing was damaged; 1 too little is left, or a checkpoint cannot"
          + " be read or moved; 2 the input is wrong, or the sweep runs."
    })
public final class RepairCommand extends SweepCommand {

  @Override
  public Integer call() throws IOException {
    Storage storage = Sweeps.storage(directory);
    if (!SweepLayout.holdsSweep(storage)) {
      throw new InputException(Sweeps.noSweep(directory, storage));
    }
    Sweeps.requireRebuildable(directory);
    SweepRepair repair = new SweepRepair(storage, new TrialCatalog().tree());
    List<String> report;
    try {
      report = repair.run();
    } catch (LivingDriverException e) {
      throw new InputException(e.getMessage());
    }
    if (report.isEmpty() && Sweeps.driven(directory)) {
      throw new InputException(
          "A driver runs the sweep in %s, so nothing was repaired; end it first: %s stop %s"
              .formatted(directory, Launcher.name(), ShellWord.path(directory)));
    }
    report.forEach(System.out::println);
    if (!report.isEmpty()) {
      System.out.print(lostClaims(storage));
    }
    String nothing = report.isEmpty() ? "nothing is damaged in " : "nothing was repaired in ";
    System.out.println(
        repair.repaired() ? "repaired; " + left(Sweeps.read(directory)) : nothing + directory);
    return repair.stuck() ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static String left(SweepView sweep) {
    Counts counts = sweep.counts();
    int ended = counts.finished() + counts.stopped() + counts.failed() + counts.abandoned();
    return ended == sweep.total()
        ? "all its trials have ended"
        : "'attune run' resumes the sweep if trials are left";
  }

  /** A line about claims whose time only a lost journal told; empty without such claims. */
  private String lostClaims(Storage storage) throws IOException {
    SweepView sweep = Sweeps.read(directory);
    int claims =
        ClaimsFile.thatRan(sweep, storage)
            .map(file -> StatedWhen.untimed(file.spec(), sweep))
            .orElse(0);
    return claims == 0 || !sweep.hasResults()
        ? ""
        : "nothing tells when %s first stated: %s as stated after the results%n"
            .formatted(
                Counted.of(claims, "claim") + (claims == 1 ? " was" : " were"),
                claims == 1 ? "it counts" : "they count");
  }
}
