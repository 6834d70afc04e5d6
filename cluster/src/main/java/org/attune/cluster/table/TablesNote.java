package org.attune.cluster.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.attune.api.storage.Storage;

/** Tells people who look into {@code tables/} not to read its files one by one. */
public final class TablesNote {

  static final String PATH = "tables/README.md";

  private static final String TEXT =
      """
      # Do not read these files directly

      A manifest says which of these files hold the tables at this moment. The others are older
      states, kept for a day for readers that began with them. All are Parquet files, but are
      called .rows: a program that read `*.parquet` here would count trials twice.

      Read the tables with `attune sql --out DIR "select ..."`, or write clean files:

          attune export DIR --format parquet --to DIR2
      """;

  private TablesNote() {}

  /** Writes the note if it is missing. Readers ignore it. */
  public static void write(Storage storage) throws IOException {
    if (!storage.exists(PATH)) {
      storage.replace(PATH, TEXT.getBytes(UTF_8));
    }
  }
}
