package org.attune.cluster.slot;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;
import org.attune.sweeps.event.Event;
import org.attune.sweeps.journal.SweepFacts;
import org.attune.sweeps.state.SweepView;
import org.attune.sweeps.state.TrialAttempt;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.store.UnsafeFileException;

/** Reads the results that executors left in a sweep's directory. */
public final class LeftResults {

  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private LeftResults() {}

  /**
   * Adds the events of all results.
   *
   * @param sweep the sweep's id, if it is known
   * @return the results that are damaged or another sweep's
   * @throws IOException when the storage fails while a result is read
   */
  public static List<String> addTo(SweepFacts facts, Storage storage, Optional<String> sweep)
      throws IOException {
    List<String> unread = new ArrayList<>();
    for (String epoch : storage.list(SweepLayout.ENVELOPES)) {
      if (!NUMBER.matcher(epoch).matches()) {
        continue;
      }
      for (String path : SweepLayout.results(storage, Long.parseLong(epoch))) {
        byte[] content = content(storage, path, unread);
        if (content.length == 0) {
          continue;
        }
        try {
          Envelope result = Envelope.read(content);
          if (sweep.isPresent() && !result.sweep().equals(sweep.get())) {
            unread.add(
                "%s/%s is a result of the sweep %s, and is left out"
                    .formatted(storage.describe(), path, result.sweep()));
          } else {
            add(result, path, facts);
          }
        } catch (IOException | RuntimeException damaged) {
          unread.add(leftOut(storage, path));
        }
      }
    }
    return unread;
  }

  /**
   * A result's bytes; empty, with a line in {@code unread}, if the file is gone or damaged.
   *
   * @throws IOException when the storage fails now: the result may still be whole
   */
  private static byte[] content(Storage storage, String path, List<String> unread)
      throws IOException {
    try {
      byte[] content = Envelopes.bytes(storage, path);
      if (content.length == 0) {
        unread.add(leftOut(storage, path));
      }
      return content;
    } catch (FileNotFoundException | DamagedFileException | UnsafeFileException lost) {
      unread.add(leftOut(storage, path));
      return new byte[0];
    } catch (IOException | UncheckedIOException failed) {
      throw new IOException(
          "Cannot read the result %s/%s: %s. Nothing was changed; repair again once it can be read."
              .formatted(storage.describe(), path, failed.getMessage()),
          failed);
    }
  }

  private static String leftOut(Storage storage, String path) {
    return storage.describe() + "/" + path + " cannot be read, and is left out";
  }

  private static void add(Envelope result, String path, SweepFacts facts) throws IOException {
    if (!paths(result.epoch(), result.trial(), result.attempt()).contains(path)) {
      throw new IOException("it is the result of another attempt");
    }
    Envelopes.events(result).forEach(facts::add);
    Instant began = Instant.ofEpochMilli(result.startedAt());
    facts.fallback(
        new Event.Started(result.trial(), result.attempt(), "", "", "", Map.of(), began));
  }

  /**
   * Lists results that the next driver cannot use: damaged files, and files of other sweeps. A
   * power loss or a copied directory leaves such files. The driver trains their trials again.
   */
  public static List<String> unreadable(Storage storage, SweepView sweep) {
    List<String> unreadable = new ArrayList<>();
    Envelopes envelopes = new Envelopes(storage, sweep.header().sweepId());
    for (TrialAttempt attempt : sweep.runningAttempts()) {
      for (String path :
          paths(attempt.attempt().epoch(), attempt.trial().id(), attempt.attempt().number())) {
        try {
          if (storage.exists(path)
              && envelopes
                  .find(attempt.trial().id(), attempt.attempt().number(), attempt.attempt().epoch())
                  .isEmpty()) {
            unreadable.add(
                "%s/%s is damaged, or another sweep's: trial %s is trained again"
                    .formatted(storage.describe(), path, attempt.trial().id()));
          }
        } catch (IOException unknown) {
          // The code that adopts results meets the same error.
        }
      }
    }
    return unreadable;
  }

  /** Where an attempt's result may lie: this version's path, and that of earlier ones. */
  private static List<String> paths(long epoch, String trial, int attempt) {
    return List.of(
        SweepLayout.envelope(epoch, trial, attempt),
        SweepLayout.earlierEnvelope(epoch, trial, attempt));
  }

  /**
   * The stack trace that the executor of a failed attempt wrote. It is empty when the attempt did
   * not fail, or when its executor was lost before writing one.
   *
   * @throws IOException when the trace cannot be read
   */
  public static Optional<String> trace(Storage storage, long epoch, String trial, int attempt)
      throws IOException {
    try {
      Envelope left = Envelope.read(Envelopes.bytes(storage, epoch, trial, attempt));
      return Optional.of(left.ending().trace()).filter(trace -> !trace.isEmpty());
    } catch (FileNotFoundException notWritten) {
      return Optional.empty();
    }
  }
}
