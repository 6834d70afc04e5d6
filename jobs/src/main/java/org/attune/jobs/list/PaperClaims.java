package org.attune.jobs.list;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.attune.api.catalog.AxisCatalog;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.console.ConsoleTerminal;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.Shape;
import org.attune.jobs.console.TextTable;
import org.attune.jobs.report.ClaimText;
import org.attune.jobs.session.KnownPapers;
import org.attune.sweeps.claim.Claim;
import org.attune.sweeps.claim.ClaimSource;
import org.attune.sweeps.spec.SweepSpec;
import org.attune.sweeps.spec.form.SpecException;
import org.attune.sweeps.spec.reader.SpecFile;

/**
 * The claims of the papers' tables, as their sweep files state them at the small scale.
 *
 * @param catalog the catalog that reads the sweep files
 * @param word the word that a claim's line must contain to be shown
 */
record PaperClaims(AxisCatalog catalog, Optional<String> word) {

  private static final String[] HEADING = {"table", "claim", "paper", "where", "test", "source"};

  /** The claims for {@code --json}. */
  static final JsonType OUTPUT =
      JsonType.list(
          Stream.of(HEADING)
              .reduce(
                  Shape.<Map<String, String>>of(Map.class),
                  (shape, key) -> shape.with(key, JsonType.TEXT, row -> row.get(key)),
                  (one, other) -> one));

  String text() throws SpecException {
    return TextTable.of(
            HEADING, rows().stream().map(row -> row.values().toArray(String[]::new)).toList())
        .within(ConsoleTerminal.readable(word.isEmpty()));
  }

  String json() throws SpecException {
    return Json.print(OUTPUT.write(rows()));
  }

  private List<Map<String, String>> rows() throws SpecException {
    List<Map<String, String>> rows = new ArrayList<>();
    for (PaperTable table : KnownPapers.tables()) {
      SweepSpec spec = SpecFile.read(table.file(), table.text(), Map.of("scale", "small"), catalog);
      spec.comparison().claims().forEach(claim -> rows.add(row(table, claim)));
    }
    rows.removeIf(row -> !has(row));
    return rows;
  }

  private boolean has(Map<String, String> row) {
    String all = String.join(" ", row.values()).toLowerCase(Locale.ROOT);
    return all.contains(word.orElse("").toLowerCase(Locale.ROOT));
  }

  private static Map<String, String> row(PaperTable table, Claim claim) {
    Map<String, String> row = new LinkedHashMap<>();
    row.put(HEADING[0], table.key());
    row.put(HEADING[1], claim.says());
    row.put(HEADING[2], claim.paper());
    row.put(HEADING[3], claim.where());
    row.put(HEADING[4], ClaimText.test(claim));
    row.put(HEADING[5], claim.source().map(ClaimSource::label).orElse(""));
    return row;
  }
}
