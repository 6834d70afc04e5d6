package org.attune.sweeps.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** The records of the drivers, one after another. */
  public static final String EPOCHS = "epochs";

  private static final String CURRENT = "current";
  private static final String LOG = ".log";
  private static final String REQUESTS = "requests";
  private static final String OUTPUT = "output";
  private static final String DAMAGED = "damaged";
  private static final String LOCKS = "locks";
  private static final String RESULT = ".json";
  private static final int FOLDERS = 256;

  /** In a linked folder of checkpoints: names the sweep's directory. */
  static final String MARK = ".attune-sweep";

  /** All folders that Attune makes in a sweep's directory. */
  static final List<String> FOLDERS_IN_USE =
      List.of(
          TABLES,
          LOGS,
          CHECKPOINTS,
          ENVELOPES,
          JOURNALS,
          EPOCHS,
          CURRENT,
          LOCKS,
          REQUESTS,
          OUTPUT,
          DAMAGED);

  /** The name of a checkpoint; those of earlier versions lack the digest's mark. */
  private static final Pattern CHECKPOINT =
      Pattern.compile(CHECKPOINTS + "/[\\w-]+(\\.\\d{1,19}){3}(\\.sha256)?\\.zip");

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
    return path("%s/%06d", REQUESTS, epoch);
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

  /** Whether a path is one that {@link #checkpoint} gives, or gave in an earlier version. */
  public static boolean isCheckpoint(String path) {
    return CHECKPOINT.matcher(path).matches();
  }

  /** Where a repair puts a damaged checkpoint. */
  public static String damaged(String checkpoint) {
    return checkpoint.replaceFirst("^" + CHECKPOINTS + "/", DAMAGED + "/");
  }

  /** The printed output of one attempt. */
  public static String output(long epoch, String trial, int attempt) {
    return path("%s/%d/%s.%d.txt", OUTPUT, epoch, trial, attempt);
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

  /** The numbers of the epochs whose record exists. */
  public static NavigableSet<Integer> epochs(Storage storage) throws IOException {
    return numbers(storage.list(EPOCHS), "");
  }

  /** The numbers of the epochs whose journal exists. */
  public static NavigableSet<Integer> journals(Storage storage) throws IOException {
    return numbers(storage.list(JOURNALS), LOG);
  }

  private static OptionalInt latest(List<String> names, String suffix) {
    NavigableSet<Integer> numbers = numbers(names, suffix);
    return numbers.isEmpty() ? OptionalInt.empty() : OptionalInt.of(numbers.last());
  }

  /** The numbers of at most nine digits in names; no sweep has had more drivers. */
  private static NavigableSet<Integer> numbers(List<String> names, String suffix) {
    return names.stream()
        .filter(name -> name.matches("\\d{1,9}" + suffix))
        .map(name -> Integer.valueOf(name.substring(0, name.length() - suffix.length())))
        .collect(Collectors.toCollection(TreeSet::new));
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
   * driver that was killed while starting, and a place for checkpoints, which may be a link.
   */
  public static boolean isFree(Storage storage) throws IOException {
    List<String> names = new ArrayList<>(storage.list(""));
    if (names.contains(CHECKPOINTS) && Set.of(MARK).containsAll(storage.list(CHECKPOINTS))) {
      names.remove(CHECKPOINTS);
    }
    return OF_A_BEGINNING.containsAll(names) && !holdsSweep(storage);
  }
}
