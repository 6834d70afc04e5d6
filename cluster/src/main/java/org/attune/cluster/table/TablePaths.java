package org.attune.cluster.table;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.sweeps.store.SweepLayout;

/**
 * Names of the files under {@code tables/}. Each name starts with the epoch, which keeps drivers
 * apart.
 */
final class TablePaths {
  static final String ROOT = SweepLayout.TABLES;
  static final String MANIFESTS = ROOT + "/manifests/";

  private static final Pattern OF_EPOCH = Pattern.compile("(\\d+)-\\d+(?:-.*)?\\..*");

  private TablePaths() {}

  static String manifest(int epoch, long version) {
    return String.format(Locale.ROOT, "%s%d-%d.json", MANIFESTS, epoch, version);
  }

  static String settled(String table, int epoch, long version) {
    return String.format(Locale.ROOT, "%s/%s/%d-%d.parquet", ROOT, table, epoch, version);
  }

  static String live(String table, int epoch, long version) {
    return String.format(Locale.ROOT, "%s/%s/%d-%d-live.parquet", ROOT, table, epoch, version);
  }

  static String merged(String table, int epoch, long version, int part) {
    return String.format(
        Locale.ROOT, "%s/%s/%d-%d-merged-%d.parquet", ROOT, table, epoch, version, part);
  }

  /** The epoch of the driver that wrote a file of this name. */
  static OptionalInt epoch(String name) {
    Matcher matcher = OF_EPOCH.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }
}
