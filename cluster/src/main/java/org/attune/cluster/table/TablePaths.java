package org.attune.cluster.table;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.sweeps.store.SweepLayout;
import org.attune.sweeps.table.Tables;

/**
 * Names of the files under {@code tables/}. Each name starts with the epoch, which keeps drivers
 * apart.
 */
final class TablePaths {
  static final String ROOT = SweepLayout.TABLES;
  static final String OF_MANIFESTS = ROOT + "/manifests";
  static final String MANIFESTS = OF_MANIFESTS + "/";

  /**
   * The end of data files' names. They are Parquet, but not called so, as in earlier versions: a
   * glob such as {@code *.parquet} would also read older states, and count rows twice.
   */
  private static final String ROWS = ".rows";

  private static final Pattern OF_EPOCH = Pattern.compile("(\\d{1,9})-\\d+(?:-.*)?\\..*");

  private static final Pattern MANIFEST = Pattern.compile(MANIFESTS + "\\d+-\\d+\\.json");

  /** The tables that every sweep's driver publishes, and no other. */
  static final Set<String> TABLES = Set.copyOf(Tables.published());

  private TablePaths() {}

  /** Whether a path is that of a manifest. */
  static boolean isManifest(String path) {
    return MANIFEST.matcher(path).matches();
  }

  /** Whether a path is that of a file of a table. */
  static boolean isOf(String table, String path) {
    return TABLES.contains(table)
        && path.matches(ROOT + "/" + table + "/\\d+-\\d+(-[a-z]+)?(-\\d+)?\\.(rows|parquet)");
  }

  /** Whether a path is that of a manifest or of a file of any table. */
  static boolean isAny(String path) {
    return isManifest(path) || TABLES.stream().anyMatch(table -> isOf(table, path));
  }

  static String manifest(int epoch, long version) {
    return String.format(Locale.ROOT, "%s%d-%d.json", MANIFESTS, epoch, version);
  }

  static String settled(String table, int epoch, long version) {
    return String.format(Locale.ROOT, "%s/%s/%d-%d%s", ROOT, table, epoch, version, ROWS);
  }

  static String live(String table, int epoch, long version) {
    return String.format(Locale.ROOT, "%s/%s/%d-%d-live%s", ROOT, table, epoch, version, ROWS);
  }

  static String merged(String table, int epoch, long version, int part) {
    return String.format(
        Locale.ROOT, "%s/%s/%d-%d-merged-%d%s", ROOT, table, epoch, version, part, ROWS);
  }

  /** The epoch of the driver that wrote a file of this name. */
  static OptionalInt epoch(String name) {
    Matcher matcher = OF_EPOCH.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }
}
