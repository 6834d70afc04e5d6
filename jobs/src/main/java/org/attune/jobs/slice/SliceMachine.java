package org.attune.jobs.slice;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.attune.api.trial.Gpus;
import org.attune.model.cuda.device.Installation;
import org.attune.sweeps.spec.SweepSpec;

/**
 * The machine of a slice: its first card, or its processor's cores.
 *
 * @param card the address of the first card that trials can run on; empty without one
 * @param problem why there is none; else empty
 * @param cores of the processor
 * @param most the most trials at once, if the user says so
 */
record SliceMachine(Optional<String> card, String problem, int cores, OptionalInt most) {

  private static final int ON_A_CARD =
      8; // trials at once: twice the steps of one, see docs/gpus.md

  /** This machine. */
  static SliceMachine here(OptionalInt most) {
    Installation installation = Installation.here();
    Optional<String> card =
        installation.isComplete()
            ? installation.addresses().flatMap(all -> first(all.all()))
            : Optional.empty();
    String problem = installation.problems().stream().findFirst().orElse("it shows none");
    return new SliceMachine(card, problem, Runtime.getRuntime().availableProcessors(), most);
  }

  private static Optional<String> first(List<String> addresses) {
    return addresses.stream().findFirst();
  }

  /** Trials of a sweep at a time: no more than the file, the user and the machine allow. */
  int slots(SweepSpec spec) {
    int room = card.isPresent() ? ON_A_CARD : cores;
    int asked = spec.execution().slots().orElse(room);
    return Math.max(1, Math.min(Math.min(asked, room), most.orElse(room)));
  }

  /** Threads of a trial's computation. */
  int threads(int slots) {
    return card.isPresent() ? 1 : Math.max(1, cores / slots);
  }

  /** What each trial gets of the card. */
  Gpus each(int slots) {
    return card.map(address -> new Gpus(List.of(address), 1.0 / slots)).orElse(Gpus.NONE);
  }

  /** The machine in words. */
  String words() {
    return card.isPresent()
        ? "card " + card.get()
        : "no card; trials run on %d cores (%s)".formatted(cores, problem.split(";")[0]);
  }
}
