package org.attune.jobs.sweep;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.SweepLayout;

/**
 * The time by the clock of a sweep's driver, which goes on steadily when somebody sets the
 * machine's clock. The journal's file has the machine's time of the last event, so the two clocks'
 * difference is known, to some seconds, from the first event after that on.
 */
public final class DriverTime {

  /** Events are written in batches, and clocks of machines differ by less. */
  private static final Duration ALIKE = Duration.ofMinutes(1);

  private DriverTime() {}

  /** The time now, by the clock of the driver of the sweep in a directory. */
  public static Instant now(String directory, SweepView sweep) throws IOException {
    return now(directory, sweep, Clock.systemUTC());
  }

  static Instant now(String directory, SweepView sweep, Clock machine) throws IOException {
    Duration ahead =
        Sweeps.storage(directory)
            .localFolder()
            .flatMap(DriverTime::written)
            .map(written -> Duration.between(sweep.ran().last(), written))
            .orElse(Duration.ZERO);
    return ahead.abs().compareTo(ALIKE) < 0 ? machine.instant() : machine.instant().minus(ahead);
  }

  /** When the newest journal was written, by the machine's clock. */
  private static Optional<Instant> written(Path sweep) {
    File[] journals = sweep.resolve(SweepLayout.JOURNALS).toFile().listFiles();
    return journals == null
        ? Optional.empty()
        : Stream.of(journals)
            .max(Comparator.comparing(File::getName))
            .map(file -> Instant.ofEpochMilli(file.lastModified()));
  }
}
