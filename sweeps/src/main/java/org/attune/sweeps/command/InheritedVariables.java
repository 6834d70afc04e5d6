package org.attune.sweeps.command;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The variables of Attune's own environment that a program inherits. It does not inherit any
 * others: an executor's environment contains the cluster's secret, and a user's shell contains
 * tokens.
 */
final class InheritedVariables {

  /** Locations of programs, libraries, folders and certificates, and the language. */
  static final Set<String> NAMES =
      Set.of(
          ("PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR TMP TEMP XDG_CACHE_HOME"
                  + " XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR LD_LIBRARY_PATH LIBRARY_PATH"
                  + " JAVA_HOME VIRTUAL_ENV SSL_CERT_FILE SSL_CERT_DIR")
              .split(" "));

  /** Prefixes of further names: locales, GPUs, Python, and numerical libraries. */
  static final List<String> BEGINNINGS =
      List.of("LC_ CUDA_ NVIDIA_ NCCL_ PYTHON CONDA_ OMP_ KMP_ MKL_ OPENBLAS_".split(" "));

  /** The secret of Spark's processes, which no program gets, even if a sweep file names it. */
  static final String OF_THE_CLUSTER = "_SPARK_AUTH_SECRET";

  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)(.*_)?(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|KEY|AUTH)(_.*)?");

  private InheritedVariables() {}

  /** Whether a variable's name suggests that its value is a secret. */
  static boolean looksSecret(String name) {
    return SECRET.matcher(name).matches();
  }

  /**
   * Removes all other variables.
   *
   * @param environment of this process; the remaining variables are the program's
   * @param named variables from the sweep file: names, or name prefixes followed by {@code *}
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
