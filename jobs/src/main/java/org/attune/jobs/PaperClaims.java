package org.attune.jobs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.attune.sweeps.catalog.AxisCatalog;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.paper.PaperTable;
import org.attune.sweeps.spec.SpecException;
import org.attune.sweeps.spec.SweepSpec;

/** What the papers' tables claim, as their sweep files have it at the small scale. */
record PaperClaims(AxisCatalog catalog) {

  private static final String[] HEADING = {"table", "claim", "paper", "where", "test"};

  String text() throws SpecException {
    return TextTable.of(
            HEADING, rows().stream().map(row -> row.values().toArray(String[]::new)).toList())
        .aligned();
  }

  String json() throws SpecException {
    return Json.print(rows());
  }

  private List<Map<String, String>> rows() throws SpecException {
    List<Map<String, String>> rows = new ArrayList<>();
    for (PaperTable table : PaperTable.all()) {
      if (table.text().isPresent()) {
        SweepSpec spec =
            SweepSpec.read(table.file(), table.text().get(), Map.of("scale", "small"), catalog);
        spec.comparison().claims().forEach(claim -> rows.add(row(table, claim)));
      }
    }
    return rows;
  }

  private static Map<String, String> row(PaperTable table, Claim claim) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(HEADING[0], table.key());
    row.put(HEADING[1], claim.says());
    row.put(HEADING[2], claim.paper());
    row.put(HEADING[3], claim.where());
    row.put(HEADING[4], ReproductionReport.test(claim));
    return row;
  }
}
