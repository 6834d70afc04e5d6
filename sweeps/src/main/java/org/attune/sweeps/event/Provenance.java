package org.attune.sweeps.event;

import java.util.Map;
import java.util.Optional;
import org.attune.sweeps.catalog.Numbers;

/** Names of what a run's provenance says, as journal and tables spell them. */
public final class Provenance {

  /** Revision of the code, with {@code -dirty} where it was changed. */
  public static final String CODE_VERSION = "code_version";

  /** Version and maker of the Java virtual machine. */
  public static final String JVM = "jvm";

  /** Operating system, version and architecture. */
  public static final String OS = "os";

  /** The processor's name. */
  public static final String CPU = "cpu";

  /** What an attempt computed on, where that is not what its slot is. */
  public static final String DEVICE = "device";

  /** Name of the file or folder that {@code --data} named; absent where tasks make their data. */
  public static final String DATA_FILE = "data_file";

  /** SHA-256 of that file's content. */
  public static final String DATA_FILE_HASH = "data_file_hash";

  /** SHA-256 of the examples that an attempt was trained on, read or made. */
  public static final String DATA_HASH = "data_hash";

  /** Begins the names of library versions: {@code library.nd4j}. */
  public static final String LIBRARY = "library.";

  /** Seconds of computation, waiting not counted. */
  public static final String COMPUTE_SECONDS = "compute_seconds";

  private Provenance() {}

  /** Seconds that an attempt computed, where it says so. */
  public static Optional<Double> computeSeconds(Map<String, String> provenance) {
    return Optional.ofNullable(provenance.get(COMPUTE_SECONDS)).flatMap(Numbers::real);
  }
}
