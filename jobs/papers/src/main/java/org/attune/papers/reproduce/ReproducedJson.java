package org.attune.papers.reproduce;

import static org.attune.jobs.console.JsonType.TEXT;
import static org.attune.jobs.console.JsonType.either;
import static org.attune.jobs.console.JsonType.list;
import static org.attune.jobs.console.JsonType.orNull;

import java.util.List;
import org.attune.api.paper.PaperTable;
import org.attune.jobs.console.Json;
import org.attune.jobs.console.JsonType;
import org.attune.jobs.console.Shape;
import org.attune.jobs.report.PredictedJson;
import org.attune.jobs.report.ReproductionJson;

/**
 * What {@code attune reproduce --json} prints: a table, several, or the list of those there are.
 */
final class ReproducedJson {

  /** {@code predicted} has the verdicts at the paper's size; null without a finished ladder. */
  private static final Shape<ReproducedTable> TABLE =
      Shape.<ReproducedTable>of(ReproducedTable.class)
          .with("table", TEXT, reproduced -> reproduced.table().key())
          .with("scale", TEXT, ReproducedTable::scale)
          .with("directory", TEXT, ReproducedTable::directory)
          .including(ReproductionJson.TABLE, ReproducedTable::judged)
          .with("predicted", orNull(PredictedJson.SHAPE), ReproducedTable::predicted);

  private static final Shape<PaperTable> LISTED =
      Shape.<PaperTable>of(PaperTable.class)
          .with("table", TEXT, PaperTable::key)
          .with("title", TEXT, PaperTable::title)
          .with("paper", TEXT, PaperTable::source);

  static final JsonType TYPE = either(TABLE, list(TABLE), list(LISTED));

  private ReproducedJson() {}

  /**
   * Reproduced tables.
   *
   * @param named how many tables the user named: one is printed alone
   */
  static String of(List<ReproducedTable> tables, int named) {
    return Json.print(
        named == 1 && tables.size() == 1 ? TABLE.object(tables.get(0)) : TABLE.objects(tables));
  }

  /** The tables that can be reproduced. */
  static String listed(List<PaperTable> tables) {
    return Json.print(LISTED.objects(tables));
  }
}
