package org.attune.cluster.slot;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.attune.cluster.spark.PageTab;

/**
 * A tab of Spark's web pages that shows each slot's trial. Spark's own pages show a slot as a job
 * that runs as long as the sweep. A job's description is fixed when it starts.
 */
final class SlotTab {

  private SlotTab() {}

  /**
   * A slot.
   *
   * @param executor Spark's id of the executor, or the other place where the slot runs
   * @param trial the trial with its attempt; empty for an idle slot
   * @param since when the slot started the trial, or became idle
   */
  record Row(long slot, String executor, String host, String trial, Instant since) {}

  /**
   * Shows the slots from now on, if Spark serves web pages.
   *
   * @param clock of the rows' times
   * @param rows supplies the current rows, on the pages' threads
   */
  static Optional<PageTab> show(SparkContext spark, Clock clock, Supplier<List<Row>> rows) {
    return PageTab.show(
        spark, "attune", "Attune", "Slots", () -> table(rows.get(), clock.instant()));
  }

  private static String table(List<Row> rows, Instant now) {
    StringBuilder html =
        new StringBuilder(
            "<table class=\"table table-bordered table-sm"
                + " table-striped\"><thead><tr><th>Slot</th>"
                + "<th>Executor</th><th>Host</th><th>Trial</th><th>Seconds</th></tr></thead><tbody>");
    for (Row row : rows) {
      html.append("<tr>");
      List<Object> cells =
          List.of(
              row.slot(),
              row.executor(),
              row.host(),
              row.trial().isEmpty() ? "idle" : row.trial(),
              Duration.between(row.since(), now).toSeconds());
      cells.forEach(
          cell -> html.append("<td>").append(PageTab.escape(cell.toString())).append("</td>"));
      html.append("</tr>");
    }
    return html.append("</tbody></table>").toString();
  }
}
