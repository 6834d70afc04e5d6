package org.attune.cluster.slot;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepFacts;
import org.attune.sweeps.state.AttemptOf;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.store.Storage;
import org.attune.sweeps.store.SweepLayout;

/** Reads all results that executors left in a sweep's directory. */
public final class LeftResults {

  private static final String SUFFIX = ".json";

  private LeftResults() {}

  /**
   * Adds the events of all results.
   *
   * @return the results that cannot be read, and why
   */
  public static List<String> addTo(SweepFacts facts, Storage storage) throws IOException {
    List<String> unread = new ArrayList<>();
    for (String epoch : storage.list(SweepLayout.ENVELOPES)) {
      String folder = SweepLayout.ENVELOPES + "/" + epoch;
      for (String name : storage.list(folder)) {
        String path = folder + "/" + name;
        if (name.endsWith(SUFFIX)) {
          try (InputStream in = storage.open(path)) {
            add(Envelope.read(in), path, facts);
          } catch (IOException | RuntimeException damaged) {
            unread.add(storage.describe() + "/" + path + " cannot be read, and is left out");
          }
        }
      }
    }
    return unread;
  }

  private static void add(Envelope result, String path, SweepFacts facts) throws IOException {
    if (!Envelope.path(result.epoch(), result.trial(), result.attempt()).equals(path)) {
      throw new IOException("it is the result of another attempt");
    }
    Envelopes.events(result).forEach(facts::add);
    Instant began = Instant.ofEpochMilli(result.startedAt());
    facts.fallback(
        new Event.Started(result.trial(), result.attempt(), "", "", "", Map.of(), began));
  }

  /**
   * The unreadable results of attempts that a driver left running. A power loss or damage leaves
   * such files. Their trials are trained again.
   */
  public static List<String> unreadable(Storage storage, SweepView sweep) {
    List<String> unreadable = new ArrayList<>();
    for (AttemptOf of : sweep.runningAttempts()) {
      String path = Envelope.path(of.attempt().epoch(), of.trial().id(), of.attempt().number());
      try {
        if (storage.exists(path)
            && new Envelopes(storage)
                .find(of.trial().id(), of.attempt().number(), of.attempt().epoch())
                .isEmpty()) {
          unreadable.add(
              "%s/%s is damaged: trial %s is trained again"
                  .formatted(storage.describe(), path, of.trial().id()));
        }
      } catch (IOException unknown) {
        // The code that adopts results meets the same error.
      }
    }
    return unreadable;
  }
}
