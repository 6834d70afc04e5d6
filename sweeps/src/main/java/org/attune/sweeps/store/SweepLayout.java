package org.attune.sweeps.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.attune.api.storage.DamagedFileException;
import org.attune.api.storage.Storage;

/** The layout of a sweep's directory. Paths are relative, as in {@link Storage}. */
public final class SweepLayout {

  /** The Parquet files and their manifests. */
  public static final String TABLES = "tables";

  /** The logs of Spark and DL4J. */
  public static final String LOGS = "logs";

  /** Checkpoints from which trials can resume. */
  public static final String CHECKPOINTS = "checkpoints";

  /** The executors' results. */
  public static final String ENVELOPES = "envelopes";

  /** The events of the sweep. */
  public static final String JOURNALS = "journal";

  private static final String EPOCHS = "epochs";
  private static final String CURRENT = "current";
  private static final String LOG = ".log";
  private static final String LOCKS = "locks";
  private static final String RESULT = ".json";
  private static final int FOLDERS = 256;

  /**
   * The only entries left by a driver that was killed before its epoch began; {@code .tmp} is on
   * HDFS.
   */
  private static final Set<String> OF_A_BEGINNING = Set.of(EPOCHS, LOCKS, ".tmp");

  private SweepLayout() {}

  /**
   * The record of an epoch, which defines the valid past; the driver that creates it owns the
   * epoch.
   */
  public static String epoch(int number) {
    return path("%s/%06d", EPOCHS, number);
  }

  /** The events of one driver. */
  public static String journal(int epoch) {
    return path("%s/%06d%s", JOURNALS, epoch, LOG);
  }

  /** The lock that an epoch's driver holds while it lives. */
  public static String lock(int epoch) {
    return path("%s/%06d", LOCKS, epoch);
  }

  /** Users' requests to an epoch's driver: see {@link RequestBox}. */
  static String requests(int epoch) {
    return path("requests/%06d", epoch);
  }

  /** Names the manifest that an epoch's driver published last. */
  public static String current(int epoch) {
    return path("%s/%06d", CURRENT, epoch);
  }

  /**
   * An executor's result for one attempt. Results lie in {@value #FOLDERS} folders, because one
   * folder of HDFS holds 1,048,576 entries.
   */
  public static String envelope(long epoch, String trial, int attempt) {
    int folder = trial.hashCode() & FOLDERS - 1;
    return path("%s/%02x/%s.%d%s", envelopes(epoch), folder, trial, attempt, RESULT);
  }

  /** The path that earlier versions gave an executor's result. */
  public static String earlierEnvelope(long epoch, String trial, int attempt) {
    return path("%s/%s.%d%s", envelopes(epoch), trial, attempt, RESULT);
  }

  /** The paths of all results of the attempts that an epoch's driver started. */
  public static List<String> results(Storage storage, long epoch) throws IOException {
    List<String> paths = new ArrayList<>();
    for (String name : storage.list(envelopes(epoch))) {
      String path = envelopes(epoch) + "/" + name;
      if (name.endsWith(RESULT)) {
        paths.add(path); // of an earlier version
      } else {
        storage.list(path).stream()
            .filter(result -> result.endsWith(RESULT))
            .forEach(result -> paths.add(path + "/" + result));
      }
    }
    return paths;
  }

  /** The results of the attempts that an epoch's driver started. */
  private static String envelopes(long epoch) {
    return path("%s/%d", ENVELOPES, epoch);
  }

  /** A new name for a repaired journal that precedes an epoch's journal. */
  public static String restoredJournal(int epoch) {
    return path("%s/%06d.restored.%s%s", JOURNALS, epoch, UUID.randomUUID(), LOG);
  }

  /**
   * The checkpoint of an attempt after a step. Its name states that it ends with a digest: see
   * {@link CheckedContent}.
   */
  public static String checkpoint(long epoch, String trial, int attempt, long step) {
    return path(
        "%s/%s.%d.%d.%d%s", CHECKPOINTS, trial, epoch, attempt, step, CheckedContent.NAME_END);
  }

  /** Where a repair puts a damaged checkpoint. */
  public static String damaged(String checkpoint) {
    return checkpoint.replaceFirst("^" + CHECKPOINTS + "/", "damaged/");
  }

  /** The printed output of one attempt. */
  public static String output(long epoch, String trial, int attempt) {
    return path("output/%d/%s.%d.txt", epoch, trial, attempt);
  }

  /**
   * The number of the latest epoch; empty if there is no sweep.
   *
   * @throws DamagedFileException if a later epoch has a journal: its record was lost
   */
  public static OptionalInt latestEpoch(Storage storage) throws IOException {
    OptionalInt latest = latest(storage.list(EPOCHS), "");
    OptionalInt journal = latest(storage.list(JOURNALS), LOG);
    if (journal.orElse(0) > latest.orElse(0)) {
      latest = latest(storage.list(EPOCHS), ""); // an epoch that began meanwhile
      if (journal.getAsInt() > latest.orElse(0)) {
        throw new DamagedFileException(
            storage,
            epoch(journal.getAsInt()),
            "is missing, though the journal of its driver is there");
      }
    }
    return latest;
  }

  /** The number of the latest driver that left any file, even if others were lost; 0 for none. */
  public static int latestLeft(Storage storage) throws IOException {
    return Math.max(
        Math.max(
            latest(storage.list(EPOCHS), "").orElse(0),
            latest(storage.list(JOURNALS), LOG).orElse(0)),
        latest(storage.list(CURRENT), "").orElse(0));
  }

  private static String path(String format, Object... parts) {
    return String.format(Locale.ROOT, format, parts);
  }

  private static OptionalInt latest(List<String> names, String suffix) {
    return names.stream()
        .filter(name -> name.matches("\\d+" + suffix))
        .mapToInt(name -> Integer.parseInt(name.substring(0, name.length() - suffix.length())))
        .max();
  }

  /** Whether a directory contains a sweep. */
  public static boolean holdsSweep(Storage storage) throws IOException {
    return latest(storage.list(EPOCHS), "").isPresent()
        || latest(storage.list(JOURNALS), LOG).isPresent();
  }

  /** Whether a directory holds the tables of a sweep alone, as published results do. */
  public static boolean holdsTablesOnly(Storage storage) throws IOException {
    return holdsSweep(storage) && storage.exists(TABLES) && !storage.exists(JOURNALS);
  }

  /** Whether a directory holds any journal, readable or not. */
  public static boolean holdsJournal(Storage storage) throws IOException {
    return !storage.list(JOURNALS).isEmpty();
  }

  /**
   * Whether a sweep can start in a directory without one: it is empty, or has only entries of a
   * driver that was killed while starting.
   */
  public static boolean isFree(Storage storage) throws IOException {
    List<String> there = storage.list("");
    return OF_A_BEGINNING.containsAll(there) && !holdsSweep(storage);
  }
}
