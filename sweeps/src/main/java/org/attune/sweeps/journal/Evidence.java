package org.attune.sweeps.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.state.SweepState;
import org.attune.sweeps.store.SweepLayout;

/**
 * Facts from other files that a sweep's journal must contain. The tables show a number of events,
 * and each result belongs to a started attempt. They are looked up before the journal is read.
 *
 * <p>Both are written only after a force of the journal, so a crash never leaves the journal with
 * less. The journal may contain more.
 *
 * @param events that the tables show
 * @param results paths of the results that the latest driver's executors wrote
 */
record Evidence(Storage storage, int epoch, long events, List<String> results) {

  private static final Pattern RESULT = Pattern.compile("(?:.*/)?(.+)\\.(\\d{1,9})\\.json");

  /** The evidence that exists now. */
  static Evidence of(Storage storage, Epoch epoch) throws IOException {
    long events = epoch.tablesInForce(storage).map(CurrentTables::events).orElse(0L);
    List<String> results = SweepLayout.results(storage, epoch.number());
    return new Evidence(storage, epoch.number(), events, results);
  }

  /**
   * Compares the journal with this evidence.
   *
   * @throws DamagedFileException if the journal has lost events
   */
  void require(Optional<SweepState> state) throws IOException {
    long durable = state.map(sweep -> sweep.view().events()).orElse(0L);
    List<String> unknown = new ArrayList<>();
    for (String result : results) {
      Matcher name = RESULT.matcher(result);
      if (name.matches()
          && !state.map(s -> s.hasAttempt(name.group(1), number(name.group(2)))).orElse(false)) {
        unknown.add(result);
      }
    }
    if (durable < events) {
      throw lost("it holds %d events of %d that the tables show".formatted(durable, events));
    }
    if (!unknown.isEmpty()) {
      throw lost(
          "it lacks %d existing results, such as %s".formatted(unknown.size(), unknown.get(0)));
    }
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  private DamagedFileException lost(String what) throws IOException {
    String journal = SweepLayout.journal(epoch);
    return new DamagedFileException(
        storage, journal, (storage.exists(journal) ? "was cut short: " : "is missing: ") + what);
  }
}
