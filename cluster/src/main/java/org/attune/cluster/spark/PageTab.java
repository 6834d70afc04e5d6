package org.attune.cluster.spark;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;
import org.apache.spark.ui.WebUIPage;
import scala.Option;
import scala.collection.Seq;
import scala.runtime.AbstractFunction0;
import scala.xml.Node;
import scala.xml.Unparsed;
import scala.xml.Utility;

/** A tab of Spark's web pages, with one page of ours. */
public final class PageTab extends SparkUITab implements AutoCloseable {

  private final SparkUI ui;
  private final String title;

  private PageTab(SparkUI ui, String name, String title, String heading, Supplier<String> html) {
    super(ui, name);
    this.ui = ui;
    this.title = title;
    attachPage(new Page(this, heading, html));
    ui.attachTab(this);
  }

  /**
   * Shows the page from now on; empty if Spark serves no web pages.
   *
   * @param name the tab's place in the address
   * @param title the tab's name
   * @param heading the page's heading
   * @param html supplies the page's content, on the pages' threads
   */
  public static Optional<PageTab> show(
      SparkContext spark, String name, String title, String heading, Supplier<String> html) {
    return ScalaValues.optional(spark.ui()).map(ui -> new PageTab(ui, name, title, heading, html));
  }

  /** Text as HTML shows it. */
  public static String escape(String text) {
    return Utility.escape(text);
  }

  @Override
  public String name() {
    return title;
  }

  @Override
  public void close() {
    ui.detachTab(this);
  }

  private static final class Page extends WebUIPage {
    private final SparkUITab tab;
    private final String heading;
    private final Supplier<String> html;

    Page(SparkUITab tab, String heading, Supplier<String> html) {
      super("");
      this.tab = tab;
      this.heading = heading;
      this.html = html;
    }

    /** What Spark 3.5 calls. */
    public Seq<Node> render(javax.servlet.http.HttpServletRequest request) {
      return page(request);
    }

    /** What Spark 4 calls. */
    @SuppressWarnings("UnusedMethod") // Spark 3.5, with which it is compiled, does not know it
    public scala.collection.immutable.Seq<Node> render(
        jakarta.servlet.http.HttpServletRequest request) {
      return page(request);
    }

    @SuppressWarnings("unchecked") // Spark's pages consist of nodes
    private scala.collection.immutable.List<Node> page(Object request) {
      AbstractFunction0<Seq<Node>> content =
          new AbstractFunction0<>() {
            @Override
            public Seq<Node> apply() {
              return ScalaValues.scala(List.<Node>of(new Unparsed(html.get())));
            }
          };
      Seq<Node> page =
          (Seq<Node>)
              SparkCall.PAGE.call(request, heading, content, tab, Option.empty(), false, false);
      return page.toList();
    }
  }
}
