package org.attune.jobs.watch;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.ShellWord;
import org.attune.api.storage.Storage;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.Launcher;
import org.attune.jobs.console.WriteFailure;
import org.attune.jobs.report.LostCheckpoints;
import org.attune.jobs.sweep.Sweeps;
import org.attune.sweeps.event.AdoptedFrom;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Artifact;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialStatus;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.SweepLayout;

/**
 * Copies a trial's last state to a file, unless it is damaged.
 *
 * @param directory the sweep's
 * @param trial whose state it is
 * @param file where the copy goes
 */
record CheckpointCopy(String directory, TrialStatus trial, Path file) {

  /** The entries that tell a state: DL4J's of a model, Attune's of a program's metrics. */
  private static final List<String> STATES =
      List.of("configuration.json", ".attune-metrics.json", "../metrics.json");

  private static final String AGAIN = "run the sweep into another directory with --out";

  void write(SweepView sweep) throws IOException {
    requireNoOtherFile();
    Artifact last =
        sweep.artifacts().stream()
            .filter(artifact -> artifact.trialId().equals(id()))
            .filter(artifact -> artifact.kind().equals(Event.Checkpointed.KIND))
            .filter(artifact -> SweepLayout.isCheckpoint(artifact.path()))
            .max(Comparator.comparingInt(Artifact::attempt).thenComparingLong(Artifact::step))
            .orElseThrow(() -> new InputException(none()));
    Storage storage = Sweeps.storage(directory);
    try {
      requireLength(storage, last);
      copy(storage, last.path());
    } catch (FileNotFoundException deleted) {
      String aside = SweepLayout.damaged(last.path());
      throw new InputException(storage.exists(aside) ? damaged(aside) : none());
    }
    System.err.printf("trial %s after step %d: %s%n", id(), last.step(), file);
  }

  /** Refuses a longer file than was written: reading it may take for ever. */
  private static void requireLength(Storage storage, Artifact file) throws IOException {
    if (CheckedContent.isLonger(storage, file.path(), file.bytes())) {
      throw new DamagedFileException(
          storage,
          file.path(),
          "is longer than the %d bytes that were written; nothing was copied"
              .formatted(file.bytes()));
    }
  }

  private String id() {
    return trial.trial().id();
  }

  private void copy(Storage storage, String path) throws IOException {
    if (CheckedContent.check(storage, path).isEmpty()) {
      throw new DamagedFileException(
          storage,
          path,
          "is damaged: its digest does not match its content, and nothing was copied");
    }
    try (InputStream in = storage.open(path)) {
      WriteFailure.naming(
          file,
          "choose another file with --checkpoint",
          () -> Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING));
    }
  }

  /** Only an earlier copy is replaced. */
  private void requireNoOtherFile() throws IOException {
    if (Files.isRegularFile(file) && Files.size(file) > 0 && !isCopy(file)) {
      throw new InputException(
          "Cannot write to %s: it is there and no model file; choose another file with --checkpoint."
              .formatted(file));
    }
  }

  /** Whether a file is a model's state, or a program's; false if it cannot be read. */
  private static boolean isCopy(Path file) {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      return STATES.stream().anyMatch(entry -> zip.getEntry(entry) != null);
    } catch (IOException noZip) {
      return false;
    }
  }

  private String damaged(String aside) {
    return "The checkpoint of trial %s was damaged, and a repair moved it to %s/%s; to get it, %s."
        .formatted(id(), directory, aside, AGAIN);
  }

  private String none() {
    Optional<String> origin = trial.attempt().flatMap(Attempt::adopted).map(AdoptedFrom::directory);
    if (origin.isPresent()) {
      return "Trial %s was adopted, and its checkpoint was not: look in %s, which trained it, with %s best %s --checkpoint %s."
          .formatted(
              id(),
              origin.get(),
              Launcher.name(),
              ShellWord.path(origin.get()),
              ShellWord.path(file.toString()));
    }
    Optional<String> lost = trial.attempt().flatMap(LostCheckpoints::of);
    return lost.isPresent()
        ? "The last checkpoint of trial %s was never written: %s; to get it, make room, and %s."
            .formatted(id(), lost.get(), AGAIN)
        : ("There is no checkpoint of trial %s in %s: a sweep file with execution: {checkpoints:"
                + " {keep: best}} (the default) keeps the best trial's.")
            .formatted(id(), directory);
  }
}
