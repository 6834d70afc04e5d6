package org.attune.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.attune.cluster.trial.HadoopData;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.sweeps.journal.SweepJournal;
import org.attune.sweeps.spec.SpecHeader;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;

/**
 * A sweep in which nothing is wrong yet.
 *
 * @param folder where everything of it is
 * @param spec its sweep file, which is there
 * @param results its directory, which is not
 */
public record ValidSweep(Path folder, Path spec, Path results) {

  public static final String YAML =
      """
      sweep: small
      task: text
      model: {width: 16, layers: 1, heads: 2}
      train: {steps: 2, batch: 2}
      axes:
        attention.gate: [none, learned]
      objective: {metric: validation_loss, goal: minimize}
      task.validation-examples: 8
      """;

  public static ValidSweep in(Path folder) throws IOException {
    ValidSweep sweep =
        new ValidSweep(folder, folder.resolve("small.yaml"), folder.resolve("results"));
    sweep.write(YAML);
    return sweep;
  }

  public static SweepSpec read(String yaml) throws Exception {
    return SpecFile.read("begun.yaml", yaml, Map.of(), new TrialCatalog());
  }

  /** Writes its sweep file anew. */
  public void write(String yaml) throws IOException {
    Files.writeString(spec, yaml);
  }

  /** Begins a sweep in the directory for results, as its driver. */
  public SweepJournal begin(String yaml) throws Exception {
    return begin(yaml, Map.of());
  }

  /** The same on a file of the user's. */
  SweepJournal begin(String yaml, Path data) throws Exception {
    return begin(yaml, HadoopData.at(data.toString()).fingerprint().provenance());
  }

  private SweepJournal begin(String yaml, Map<String, String> provenance) throws Exception {
    return SweepJournal.open(
        new LocalStorage(results), SpecHeader.of(read(yaml), 2, 1, provenance), false);
  }

  /**
   * Runs a command that ends with exit code 2 and one message that says what to do; nothing is
   * written, and Spark is not started.
   *
   * @return what it said
   */
  public AbstractStringAssert<?> assertRefused(String message, Object... arguments)
      throws IOException {
    Map<Path, String> before = listing();

    Printed refused = SparkWitness.withoutSpark(arguments);

    assertThat(refused.exit()).as(refused.error()).isEqualTo(2);
    assertThat(refused.error()).contains(message).doesNotContain("Exception", "\tat ");
    assertThat(refused.error().lines()).hasSizeLessThanOrEqualTo(5);
    assertThat(refused.output()).isEmpty();
    assertThat(listing()).isEqualTo(before);
    assertThat(Path.of("runs")).doesNotExist();
    return assertThat(refused.error());
  }

  /** Every file of it, with its length and when it was written. */
  public Map<Path, String> listing() throws IOException {
    Map<Path, String> listing = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        String length = Files.isDirectory(file) ? "folder" : Files.size(file) + " bytes";
        listing.put(file, length + " at " + Files.getLastModifiedTime(file));
      }
    }
    return listing;
  }
}
