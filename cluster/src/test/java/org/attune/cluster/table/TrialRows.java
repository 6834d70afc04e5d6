package org.attune.cluster.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.attune.api.storage.Storage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.attune.sweeps.table.TableRows;

/** A table of trials that have a number and a state, to publish and as readers see it. */
final class TrialRows {

  static final List<Column> COLUMNS =
      List.of(new Column("id", Type.LONG, true), new Column("state", Type.STRING, false));

  private TrialRows() {}

  static List<TableRows> trials(List<Object[]> settled, List<Object[]> live) {
    return List.of(PublishedSweep.rows("trials", COLUMNS, settled, live));
  }

  static List<Object[]> rows(Object[]... rows) {
    return Arrays.asList(rows);
  }

  static Object[] row(long id, String state) {
    return new Object[] {id, state};
  }

  /** The table that is in force. */
  static Manifest.TableVersion table(Storage storage) throws IOException {
    return new ManifestReader(storage).read().orElseThrow().tables().get("trials");
  }

  /** Its rows, each a number and a state. */
  static List<String> published(Storage storage) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Object[] row : PublishedSweep.read(storage).get("trials")) {
      rows.add(String.join(" ", Arrays.stream(row).map(Objects::toString).toList()));
    }
    return rows;
  }
}
