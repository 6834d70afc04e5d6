package org.attune.sweeps.journal;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.attune.api.storage.Storage;
import org.attune.sweeps.store.SweepLayout;

/** Another driver is running the sweep. */
public final class LivingDriverException extends IOException {

  private static final int FEW = 120; // of a unit of time, until the next one says more

  private LivingDriverException(String message) {
    super(message);
  }

  /** Names the driver of the sweep in a directory, and its last sign of life. */
  public static LivingDriverException of(Storage storage) {
    return new LivingDriverException(
        ("A driver is running the sweep in %s%s%s. Wait for it, or stop it (attune stop). If it is"
                + " gone for good, as is one whose machine is off, take the sweep over: 'run' with"
                + " --take-over ignores what the other driver writes from then on, and runs its open"
                + " trials again, from their checkpoints where they have one")
            .formatted(
                storage.describe(),
                holder(storage).map(": "::concat).orElse(""),
                lastEvent(storage)
                    .map(last -> "; its last sign of life came " + ago(last))
                    .orElse("")));
  }

  /** The message is worth more than a reason why a part of it is missing. */
  private static Optional<String> holder(Storage storage) {
    try {
      Optional<Epoch> latest = Epoch.latest(storage);
      return latest.isEmpty()
          ? Optional.empty()
          : storage.lockHolder(SweepLayout.lock(latest.get().number()));
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> lastEvent(Storage storage) {
    try {
      Optional<Epoch> latest = Epoch.latest(storage);
      return latest.isEmpty()
          ? Optional.empty()
          : Replay.of(storage, latest.get(), event -> {})
              .state()
              .map(state -> state.view().ran().last());
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  private static String ago(Instant last) {
    Duration age = Duration.between(last, Instant.now());
    String spoken =
        age.toSeconds() < FEW
            ? Math.max(0, age.toSeconds()) + " s"
            : age.toMinutes() < FEW ? age.toMinutes() + " min" : age.toHours() + " h";
    return "%s ago (%s)".formatted(spoken, last.truncatedTo(ChronoUnit.SECONDS));
  }
}
