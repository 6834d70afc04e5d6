package org.attune.sweeps.reuse;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.sweeps.event.DataFile;
import org.attune.sweeps.event.Provenance;
import org.attune.sweeps.event.SweepHeader;
import org.attune.sweeps.scheduler.SlotLocation;
import org.attune.sweeps.state.Attempt;
import org.attune.sweeps.state.TrialState;

/**
 * Why an attempt of another sweep may have other digits than a training here: other data, code or
 * machines. The configuration and the seed are compared elsewhere.
 */
final class Sameness {

  private static final String DIRTY = "-dirty";
  private static final String UNKNOWN = "unknown";
  private static final String SPARK = Provenance.LIBRARY + "spark"; // it shapes no digits
  private static final String CPU = "cpu";

  private Sameness() {}

  /** Why no trial of a sweep is the same as one of this sweep; empty if some may be. */
  static Optional<String> otherSweep(SweepHeader theirs, SweepHeader ours) {
    if (!theirs.data().map(DataFile::hash).equals(ours.data().map(DataFile::hash))) {
      return Optional.of("other data");
    }
    if (theirs.design().heldOut().isPresent() != ours.design().heldOut().isPresent()) {
      return Optional.of("other held-out examples");
    }
    return theirs.threadsPerTrial() == ours.threadsPerTrial()
        ? Optional.empty()
        : Optional.of(
            "%d threads per trial instead of %d"
                .formatted(theirs.threadsPerTrial(), ours.threadsPerTrial()));
  }

  /** Why an attempt would have other digits in a slot; empty if it would not. */
  static Optional<String> otherAttempt(Attempt attempt, SlotLocation place) {
    Map<String, String> then = attempt.provenance();
    Map<String, String> now = place.provenance();
    String code = then.getOrDefault(Provenance.CODE_VERSION, UNKNOWN);
    if (!code.equals(now.getOrDefault(Provenance.CODE_VERSION, UNKNOWN))) {
      return Optional.of("another code version");
    }
    if (code.equals(UNKNOWN) || code.endsWith(DIRTY)) {
      return Optional.of("a code version with uncommitted changes, which does not say what ran");
    }
    if (attempt.state() == TrialState.FINISHED && then.get(Provenance.DATA_HASH) == null) {
      return Optional.of("no hash of the data that it was trained on");
    }
    if (!libraries(then).equals(libraries(now))) {
      return Optional.of("other libraries");
    }
    if (!Objects.equals(then.get(Provenance.JVM), now.get(Provenance.JVM))) {
      return Optional.of("another Java");
    }
    if (!Objects.equals(then.get(Provenance.CPU), now.get(Provenance.CPU))) {
      return Optional.of("another processor");
    }
    return otherDevice(attempt, place) ? Optional.of("another type of device") : Optional.empty();
  }

  /** A slot does not know its card's type before a training; on one host it is the same type. */
  private static boolean otherDevice(Attempt attempt, SlotLocation place) {
    boolean onCpu = attempt.device().startsWith(CPU);
    return onCpu != place.device().startsWith(CPU)
        || !onCpu && !attempt.host().equals(place.host());
  }

  private static Map<String, String> libraries(Map<String, String> provenance) {
    Map<String, String> libraries = new TreeMap<>();
    provenance.forEach(
        (name, value) -> {
          if (name.startsWith(Provenance.LIBRARY) && !name.equals(SPARK)) {
            libraries.put(name, value);
          }
        });
    return libraries;
  }
}
