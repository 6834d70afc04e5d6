package org.attune.jobs.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.jobs.console.InputException;
import org.attune.jobs.lab.LabSweep;
import org.attune.jobs.sweep.Workload;
import org.attune.sweeps.spec.SweepSpec;
import picocli.CommandLine.Option;

/** The option that names sweeps whose trials a sweep adopts. */
final class ReuseOption {

  @Option(
      names = "--reuse",
      paramLabel = "DIR",
      arity = "1..*",
      description =
          "Adopt finished trials of the sweeps in these directories that have the same"
              + " configuration, seed, data, code version and type of device; a folder of sweeps"
              + " stands for all of them. The sweep file's key 'reuse' does the same. In a lab a"
              + " sweep without claims reuses the lab's sweeps, unless the file has 'reuse: []'.")
  private List<String> directories = List.of();

  /**
   * Reads the sweeps that the option and the sweep file name, or else those of the lab.
   *
   * @param ownDirectory the directory of the sweep that adopts; empty if it has none yet
   * @param lab the sweep in its lab
   * @throws InputException if sweeps are named and the lab needs new trials
   */
  ReusedSweeps read(Workload workload, String ownDirectory, Optional<LabSweep> lab)
      throws IOException {
    SweepSpec spec = workload.spec();
    List<String> named =
        Stream.concat(directories.stream(), spec.reuse().orElse(List.of()).stream())
            .distinct()
            .toList();
    if (lab.isPresent() && named.isEmpty() && spec.reuse().isEmpty()) {
      return lab.get().needsNewTrials(spec) || ReusedSweeps.unusable(workload).isPresent()
          ? ReusedSweeps.NONE
          : ReusedSweeps.ofLab(lab.get().others(), spec.seed());
    }
    ReusedSweeps reused = ReusedSweeps.read(named, ownDirectory);
    if (lab.isPresent() && !reused.sweeps().isEmpty()) {
      lab.get().requireNewTrials(spec);
    }
    return reused;
  }
}
