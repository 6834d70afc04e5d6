package org.attune.sweeps.event;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.attune.api.catalog.Numbers;

/** Names of provenance entries, as spelled in the journal and the tables. */
public final class Provenance {

  /** Revision of the code, with {@code -dirty} for uncommitted changes. */
  public static final String CODE_VERSION = "code_version";

  /** Version and vendor of the Java virtual machine. */
  public static final String JVM = "jvm";

  /** Operating system, version and architecture. */
  public static final String OS = "os";

  /** The processor's name. */
  public static final String CPU = "cpu";

  /** The device that an attempt computed on, if it differs from its slot's. */
  public static final String DEVICE = "device";

  /** Name of the file or folder given by {@code --data}; absent if tasks generate their data. */
  public static final String DATA_FILE = "data_file";

  /** SHA-256 of that file's content. */
  public static final String DATA_FILE_HASH = "data_file_hash";

  /** SHA-256 of an attempt's training examples, whether read or generated. */
  public static final String DATA_HASH = "data_hash";

  /** The prefix of library versions: {@code library.nd4j}. */
  public static final String LIBRARY = "library.";

  /** The script, or program, that a user's command ran, as the command spells it. */
  public static final String PROGRAM = "program";

  /** SHA-256 of that file at the attempt's start. */
  public static final String PROGRAM_HASH = "program_hash";

  /** Git revision of that file's repository, with {@code -dirty} for uncommitted changes. */
  public static final String PROGRAM_VERSION = "program_version";

  /** Seconds of computation, excluding waiting. */
  public static final String COMPUTE_SECONDS = "compute_seconds";

  /**
   * The checkpoint that an attempt could not write last, and why; empty once it has written a later
   * one; absent if it could write all.
   */
  public static final String UNWRITTEN = "unwritten_checkpoint";

  /** The first step that an attempt reported again, as {@code step 1 after step 2}. */
  public static final String REPEATED = "repeated_step";

  /** The steps that the checkpoint has from which an attempt starts; absent if it has none. */
  public static final String START_STEP = "start_step";

  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}"); // no version number

  private Provenance() {}

  /** The versions of libraries, and the hashes of the user's jars, by name. */
  public static Map<String, String> libraries(Map<String, String> provenance) {
    Map<String, String> libraries = new HashMap<>();
    provenance.forEach(
        (name, value) -> {
          if (name.startsWith(LIBRARY)) {
            libraries.put(name.substring(LIBRARY.length()), value);
          }
        });
    return libraries;
  }

  /** The hashes of the user's program and jars that an attempt ran, by the files' names. */
  public static SortedMap<String, String> programs(Map<String, String> provenance) {
    SortedMap<String, String> hashes = new TreeMap<>(libraries(provenance));
    hashes.values().removeIf(version -> !SHA_256.matcher(version).matches());
    if (provenance.containsKey(PROGRAM_HASH)) {
      hashes.put(provenance.getOrDefault(PROGRAM, "program"), provenance.get(PROGRAM_HASH));
    }
    return hashes;
  }

  /** The seconds that an attempt computed, if it reports them. */
  public static Optional<Double> computeSeconds(Map<String, String> provenance) {
    return Optional.ofNullable(provenance.get(COMPUTE_SECONDS)).flatMap(Numbers::real);
  }
}
