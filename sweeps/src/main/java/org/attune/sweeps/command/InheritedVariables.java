package org.attune.sweeps.command;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The variables of Attune's own environment that a program inherits. All others stay behind: an
 * executor's environment holds the cluster's secret, and a user's shell holds tokens.
 */
final class InheritedVariables {

  /** Where programs, libraries, folders and certificates are, and which language is spoken. */
  static final Set<String> NAMES =
      Set.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "TZ",
          "TMPDIR",
          "TMP",
          "TEMP",
          "XDG_CACHE_HOME",
          "XDG_CONFIG_HOME",
          "XDG_DATA_HOME",
          "XDG_RUNTIME_DIR",
          "LD_LIBRARY_PATH",
          "LIBRARY_PATH",
          "JAVA_HOME",
          "VIRTUAL_ENV",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR");

  /** How the names of others begin: locales, GPUs, Python, and libraries that compute. */
  static final List<String> BEGINNINGS =
      List.of(
          "LC_",
          "CUDA_",
          "NVIDIA_",
          "NCCL_",
          "PYTHON",
          "CONDA_",
          "OMP_",
          "KMP_",
          "MKL_",
          "OPENBLAS_");

  /** The secret of Spark's processes, which no program gets whatever a sweep file says. */
  static final String OF_THE_CLUSTER = "_SPARK_AUTH_SECRET";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(.*_)?(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|KEY|AUTH)(_.*)?");

  private InheritedVariables() {}

  /** Whether a variable's name says that its value is a secret. */
  static boolean looksSecret(String name) {
    return SECRET.matcher(name).matches();
  }

  /**
   * Takes all other variables away.
   *
   * @param environment of this process; what remains is the program's
   * @param named what the sweep file names beside: names, or beginnings of names with a {@code *}
   */
  static void keep(Map<String, String> environment, Collection<String> named) {
    environment.keySet().removeIf(name -> !inherits(name, named));
  }

  private static boolean inherits(String name, Collection<String> named) {
    if (name.equals(OF_THE_CLUSTER)) {
      return false;
    }
    if (NAMES.contains(name) || named.contains(name)) {
      return true;
    }
    return !looksSecret(name)
        && (BEGINNINGS.stream().anyMatch(name::startsWith)
            || named.stream()
                .filter(pattern -> pattern.endsWith("*"))
                .anyMatch(pattern -> name.startsWith(pattern.substring(0, pattern.length() - 1))));
  }
}
