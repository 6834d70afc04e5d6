package org.attune.papers.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.catalog.Configuration;
import org.attune.api.paper.PaperTable;
import org.attune.cluster.table.SurvivingTables;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;
import org.attune.sweeps.store.LocalStorage;

/** What finished tables spent, from the raw results beside their pages. */
record SpentFlops(AxisCatalog catalog, Path folder) {

  private static final String SWEEP = "sweep.yaml";

  /** The stored sweep file of a table at a scale, if the folder has one. */
  boolean has(PaperTable table) {
    return Files.exists(results(table).resolve(SWEEP));
  }

  /** The table's sweep file at the time of its run. */
  SweepSpec spec(PaperTable table, String scale) throws IOException, SpecException {
    String file = Files.readString(results(table).resolve(SWEEP));
    return SpecFile.read(table.file(), file, Map.of("scale", scale), catalog);
  }

  /**
   * The FLOPs of all trials that ended.
   *
   * @return empty if there are no results of this table at this scale
   */
  OptionalDouble of(PaperTable table, String scale) throws IOException, SpecException {
    if (!has(table)) {
      return OptionalDouble.empty();
    }
    Map<String, Configuration> cells = new HashMap<>();
    spec(table, scale).comparison().cells().values().forEach(cell -> cells.put(cell.hash(), cell));
    List<Map<String, Object>> rows =
        SurvivingTables.of(new LocalStorage(results(table).toAbsolutePath())).rows("results");
    double flops = 0;
    for (Map<String, Object> row : rows) {
      Configuration cell = cells.get((String) row.get("config_hash"));
      if (cell == null) {
        return OptionalDouble.empty();
      }
      flops += catalog.cost(cell).flops();
    }
    return rows.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(flops);
  }

  private Path results(PaperTable table) {
    return folder.resolve(RawResults.DATA).resolve(table.key());
  }
}
