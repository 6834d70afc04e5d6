package org.attune.sweeps.store;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** What lies where in a sweep's directory. Paths are as {@link Storage} takes them. */
public final class SweepLayout {

  /** The Parquet files and the manifests that name them. */
  public static final String TABLES = "tables";

  /** What Spark and DL4J had to say. */
  public static final String LOGS = "logs";

  /** States that trials can be gone on with from. */
  public static final String CHECKPOINTS = "checkpoints";

  /** The executors' results. */
  public static final String ENVELOPES = "envelopes";

  private static final String EPOCHS = "epochs";
  private static final String CURRENT = "current";
  private static final String JOURNALS = "journal";
  private static final String LOG = ".log";
  private static final String LOCKS = "locks";

  /** All that a driver leaves that was killed before its epoch began; {@code .tmp} is on HDFS. */
  private static final Set<String> OF_A_BEGINNING = Set.of(EPOCHS, LOCKS, ".tmp");

  private SweepLayout() {}

  /** Says what of the past holds for the driver of an epoch; whoever creates it is that driver. */
  public static String epoch(int number) {
    return String.format(Locale.ROOT, "%s/%06d", EPOCHS, number);
  }

  /** The events of one driver. */
  public static String journal(int epoch) {
    return String.format(Locale.ROOT, "%s/%06d%s", JOURNALS, epoch, LOG);
  }

  /** Held by the driver of an epoch for as long as it lives. */
  public static String lock(int epoch) {
    return String.format(Locale.ROOT, "%s/%06d", LOCKS, epoch);
  }

  /** What users ask of the driver of an epoch: see {@link RequestBox}. */
  static String requests(int epoch) {
    return String.format(Locale.ROOT, "requests/%06d", epoch);
  }

  /** Names the manifest that the driver of an epoch published last. */
  public static String current(int epoch) {
    return String.format(Locale.ROOT, "%s/%06d", CURRENT, epoch);
  }

  /** An executor's result for one attempt. */
  public static String envelope(long epoch, String trial, int attempt) {
    return String.format(Locale.ROOT, "%s/%s.%d.json", envelopes(epoch), trial, attempt);
  }

  /** The results for the attempts that the driver of an epoch began. */
  public static String envelopes(long epoch) {
    return String.format(Locale.ROOT, "%s/%d", ENVELOPES, epoch);
  }

  /** A new name for a journal that a repair puts before that of an epoch. */
  public static String restoredJournal(int epoch) {
    return String.format(
        Locale.ROOT, "%s/%06d.restored.%s%s", JOURNALS, epoch, UUID.randomUUID(), LOG);
  }

  /** The state of an attempt after a step. */
  public static String checkpoint(long epoch, String trial, int attempt, long step) {
    return String.format(
        Locale.ROOT, "%s/%s.%d.%d.%d.zip", CHECKPOINTS, trial, epoch, attempt, step);
  }

  /** What the work of one attempt printed. */
  public static String output(long epoch, String trial, int attempt) {
    return String.format(Locale.ROOT, "output/%d/%s.%d.txt", epoch, trial, attempt);
  }

  /**
   * The number of the latest epoch; empty where no sweep was begun.
   *
   * @throws DamagedFileException when there is a journal of a later epoch: its record was lost
   */
  public static OptionalInt latestEpoch(Storage storage) throws IOException {
    OptionalInt latest = latest(storage.list(EPOCHS), "");
    OptionalInt journal = latest(storage.list(JOURNALS), LOG);
    if (journal.orElse(0) > latest.orElse(0)) {
      latest = latest(storage.list(EPOCHS), ""); // one that began meanwhile
      if (journal.getAsInt() > latest.orElse(0)) {
        throw new DamagedFileException(
            storage,
            epoch(journal.getAsInt()),
            "is missing, though the journal of its driver is there");
      }
    }
    return latest;
  }

  /** The number of the latest driver that left anything, whatever was lost; 0 for none. */
  public static int latestLeft(Storage storage) throws IOException {
    return Math.max(
        Math.max(
            latest(storage.list(EPOCHS), "").orElse(0),
            latest(storage.list(JOURNALS), LOG).orElse(0)),
        latest(storage.list(CURRENT), "").orElse(0));
  }

  private static OptionalInt latest(List<String> names, String suffix) {
    return names.stream()
        .filter(name -> name.matches("\\d+" + suffix))
        .mapToInt(name -> Integer.parseInt(name.substring(0, name.length() - suffix.length())))
        .max();
  }

  /** Whether a sweep was begun in a directory. */
  public static boolean holdsSweep(Storage storage) throws IOException {
    return latest(storage.list(EPOCHS), "").isPresent()
        || latest(storage.list(JOURNALS), LOG).isPresent();
  }

  /**
   * Whether a sweep can be begun in a directory that holds none: nothing is there, or no more than
   * a driver leaves that was killed while it began.
   */
  public static boolean isFree(Storage storage) throws IOException {
    List<String> there = storage.list("");
    return OF_A_BEGINNING.containsAll(there) && !holdsSweep(storage);
  }
}
