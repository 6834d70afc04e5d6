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
 * Finds a sweep's damaged checkpoints. Nothing can rebuild one. That of an ended trial moves out of
 * the way; that of another stays, for the next run finds it and begins the trial anew.
 */
record DamagedCheckpoints(Storage storage) {

  /** Checks all checkpoints that are there; returns a line for each damaged one. */
  List<String> setAside(SweepView sweep) throws IOException {
    Set<String> ended =
        sweep.settledTrials().stream()
            .map(trial -> trial.trial().id())
            .collect(Collectors.toUnmodifiableSet());
    List<String> lines = new ArrayList<>();
    for (Artifact file : sweep.artifacts()) {
      if (file.kind().equals(Event.Checkpointed.KIND) && isDamaged(file.path())) {
        lines.add(
            "%s/%s is damaged: its digest is not its content's; %s"
                .formatted(
                    storage.describe(),
                    file.path(),
                    ended.contains(file.trialId())
                        ? moved(file)
                        : "the next run begins trial %s anew".formatted(file.trialId())));
      }
    }
    return lines;
  }

  private boolean isDamaged(String path) throws IOException {
    try {
      return CheckedContent.check(storage, path).isEmpty();
    } catch (FileNotFoundException deleted) {
      return false;
    }
  }

  private String moved(Artifact file) throws IOException {
    String aside = SweepLayout.damaged(file.path());
    storage.replace(
        aside,
        out -> {
          try (InputStream in = storage.open(file.path())) {
            in.transferTo(out);
          }
        });
    storage.delete(file.path());
    return "it was moved to %s. To get the state of trial %s, run the sweep into another directory with --out"
        .formatted(aside, file.trialId());
  }
}
