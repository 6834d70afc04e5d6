package org.attune.cluster.repair;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.state.Artifact;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.CheckedContent;
import org.attune.sweeps.store.SweepLayout;

/**
 * Finds a sweep's damaged checkpoints, which nothing can rebuild. If the trial has ended, its
 * checkpoint moves out of the way. If not, the checkpoint stays: the next run finds it and begins
 * the trial anew.
 */
final class DamagedCheckpoints {

  private final Storage storage;
  private final List<String> lines = new ArrayList<>();
  private boolean moved;
  private boolean stuck;

  DamagedCheckpoints(Storage storage) {
    this.storage = storage;
  }

  /**
   * Checks all existing checkpoints.
   *
   * @return a line for each that is damaged or cannot be read
   */
  List<String> setAside(SweepView sweep) {
    Set<String> ended =
        sweep.trials().stream()
            .filter(trial -> trial.state().terminal())
            .map(trial -> trial.trial().id())
            .collect(Collectors.toUnmodifiableSet());
    for (Artifact file : sweep.artifacts()) {
      if (file.kind().equals(Event.Checkpointed.KIND) && SweepLayout.isCheckpoint(file.path())) {
        try {
          check(file, ended.contains(file.trialId()));
        } catch (IOException e) {
          lines.add("%s/%s cannot be read: %s".formatted(storage.describe(), file.path(), e));
          stuck = true;
        }
      }
    }
    return lines;
  }

  /** Whether a damaged checkpoint has moved. */
  boolean moved() {
    return moved;
  }

  /** Whether a checkpoint could not be read, or a damaged one could not be moved. */
  boolean stuck() {
    return stuck;
  }

  private void check(Artifact file, boolean ended) throws IOException {
    if (isLonger(file)) { // moving a file copies it
      stuck = true;
      lines.add(
          "%s/%s is longer than the %d bytes that were written; delete it"
              .formatted(storage.describe(), file.path(), file.bytes()));
    } else if (isDamaged(file.path())) {
      lines.add(
          "%s/%s is damaged: its digest does not match its content; %s"
              .formatted(
                  storage.describe(),
                  file.path(),
                  ended
                      ? move(file)
                      : "the next run begins trial %s anew".formatted(file.trialId())));
    }
  }

  private boolean isLonger(Artifact file) throws IOException {
    try {
      return CheckedContent.isLonger(storage, file.path(), file.bytes());
    } catch (FileNotFoundException deleted) {
      return false;
    }
  }

  private boolean isDamaged(String path) throws IOException {
    try {
      return CheckedContent.check(storage, path).isEmpty();
    } catch (FileNotFoundException deleted) {
      return false;
    }
  }

  private String move(Artifact file) {
    String aside = SweepLayout.damaged(file.path());
    try {
      storage.replace(
          aside,
          out -> {
            try (InputStream in = storage.open(file.path())) {
              in.transferTo(out);
            }
          });
      storage.delete(file.path());
    } catch (IOException e) {
      stuck = true;
      return "it cannot be moved to %s: %s".formatted(aside, e);
    }
    moved = true;
    return "it was moved to %s. To get the state of trial %s, run the sweep into another directory with --out"
        .formatted(aside, file.trialId());
  }
}
