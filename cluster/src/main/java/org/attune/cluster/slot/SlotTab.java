package org.attune.cluster.slot;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import javax.servlet.http.HttpServletRequest;
import org.apache.spark.SparkContext;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.UIUtils;
import org.apache.spark.ui.WebUIPage;
import scala.Option;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.runtime.AbstractFunction0;
import scala.xml.Node;
import scala.xml.Unparsed;
import scala.xml.Utility;

/**
 * A tab of Spark's web pages that shows each slot's trial. Spark's own pages show a slot as a job
 * that runs as long as the sweep. A job's description is fixed when it starts.
 */
final class SlotTab extends SparkUITab implements AutoCloseable {

  private static final String NAME = "attune";

  private final SparkUI ui;

  /**
   * A slot.
   *
   * @param executor Spark's id of the executor, or the other place where the slot runs
   * @param trial the trial with its attempt; empty for an idle slot
   * @param since when the slot started the trial, or became idle
   */
  record Row(long slot, String executor, String host, String trial, Instant since) {}

  private SlotTab(SparkUI ui, Supplier<List<Row>> rows) {
    super(ui, NAME);
    this.ui = ui;
    attachPage(new Page(this, rows));
    ui.attachTab(this);
  }

  /**
   * Shows the slots from now on, if Spark serves web pages.
   *
   * @param rows supplies the current rows, on the pages' threads
   */
  static Option<SlotTab> show(SparkContext spark, Supplier<List<Row>> rows) {
    Option<SparkUI> ui = spark.ui();
    return ui.isEmpty() ? Option.empty() : Option.apply(new SlotTab(ui.get(), rows));
  }

  @Override
  public String name() {
    return "Attune";
  }

  @Override
  public void close() {
    ui.detachTab(this);
  }

  /** The tab's only page. */
  private static final class Page extends WebUIPage {
    private final SparkUITab tab;
    private final Supplier<List<Row>> rows;

    Page(SparkUITab tab, Supplier<List<Row>> rows) {
      super("");
      this.tab = tab;
      this.rows = rows;
    }

    @Override
    public Seq<Node> render(HttpServletRequest request) {
      return UIUtils.headerSparkPage(
          request,
          "Slots",
          new AbstractFunction0<Seq<Node>>() {
            @Override
            public Seq<Node> apply() {
              return JavaConverters.asScalaBuffer(List.<Node>of(new Unparsed(table())));
            }
          },
          tab,
          Option.empty(),
          false,
          false);
    }

    private String table() {
      StringBuilder html =
          new StringBuilder(
              "<table class=\"table table-bordered table-sm"
                  + " table-striped\"><thead><tr><th>Slot</th>"
                  + "<th>Executor</th><th>Host</th><th>Trial</th><th>Seconds</th></tr></thead><tbody>");
      Instant now = Instant.now();
      for (Row row : rows.get()) {
        html.append("<tr>");
        List<Object> cells =
            List.of(
                row.slot(),
                row.executor(),
                row.host(),
                row.trial().isEmpty() ? "idle" : row.trial(),
                Duration.between(row.since(), now).toSeconds());
        cells.forEach(
            cell -> html.append("<td>").append(Utility.escape(cell.toString())).append("</td>"));
        html.append("</tr>");
      }
      return html.append("</tbody></table>").toString();
    }
  }
}
