package org.attune.jobs.run;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
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
              + " stands for all of them. The sweep file's key 'reuse' does the same.")
  private List<String> directories = List.of();

  /**
   * Reads the sweeps that the option and the sweep file name.
   *
   * @param own the directory of the sweep that adopts; empty if it has none yet
   */
  ReusedSweeps read(SweepSpec spec, String own) throws IOException {
    return ReusedSweeps.read(
        Stream.concat(directories.stream(), spec.reuse().stream()).distinct().toList(), own);
  }
}
