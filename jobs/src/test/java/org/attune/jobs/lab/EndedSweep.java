package org.attune.jobs.lab;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.attune.api.catalog.Configuration;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.sweep.SpecCopy;
import org.attune.sweeps.lab.Entry;
import org.attune.sweeps.lab.Ledger;
import org.attune.sweeps.lab.Standing;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.verdict.StatedWhen;

/** A sweep of a lab whose trials have ended, without having run. */
public final class EndedSweep {

  private EndedSweep() {}

  /** States the claims of a file of two widths; wide is better by about 1 on the sealed split. */
  public static Path in(Path lab, String name, String file) throws Exception {
    Ledger ledger = new Ledger(new LocalStorage(lab));
    SweepSpec read = SpecFile.read(name, file, Map.of(), new TrialCatalog());
    List<String> claims = StatedWhen.testable(read);
    Entry entry =
        ledger
            .add(before -> Optional.of(Entry.stated(name, name, 7, claims, before.wealth())))
            .orElseThrow();
    Standing standing =
        new Standing(
            ledger.lab(), entry.number(), entry.line().sha256(), entry.level(), lab.toString());
    SweepSpec spec = read.inLab(7, entry.level());
    Path directory = lab.resolve(name);
    try (RecordedSweep sweep =
        RecordedSweep.in(directory, SpecHeader.of(spec, 16, 1, standing.provenance()))) {
      int arm = 0;
      for (Configuration cell : spec.comparison().cells().values()) {
        for (int seed = 0; seed < 8; seed++) {
          double loss = 3 - arm + .1 * Math.sin(seed + 5 * arm);
          sweep.finished(
              cell.values(), seed, Map.of("validation_loss", loss, "sealed_validation_loss", loss));
        }
        arm++;
      }
      sweep.completed().published();
    }
    new SpecCopy(file, Map.of("seed", "7")).write(new LocalStorage(directory));
    return directory;
  }
}
