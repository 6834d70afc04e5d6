package org.attune.jobs.export;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** A document that is one table, read as others read it: Markdown as GitHub does. */
public final class Rendered {

  private static final Set<Class<?>> TABLE =
      Set.of(
          TableBlock.class,
          TableHead.class,
          TableBody.class,
          TableRow.class,
          TableCell.class,
          Text.class,
          StrongEmphasis.class);

  private final List<List<String>> rows = new ArrayList<>();

  private Rendered() {}

  /**
   * The texts of its cells, the heading's first.
   *
   * @throws AssertionError when there is anything but a table of texts: HTML, a link, code
   */
  public static List<List<String>> table(String markdown) {
    Node document =
        Parser.builder().extensions(List.of(TablesExtension.create())).build().parse(markdown);
    Node table = document.getFirstChild();
    if (!(table instanceof TableBlock) || table.getNext() != null) {
      throw new AssertionError("Not one table: " + markdown);
    }
    Rendered rendered = new Rendered();
    rendered.walk(table);
    return rendered.rows;
  }

  /** The rows of a CSV file, the heading's first, with nothing of a cell trimmed. */
  public static List<String[]> csv(String text) {
    CsvParserSettings settings = new CsvParserSettings();
    settings.setNormalizeLineEndingsWithinQuotes(false);
    settings.trimValues(false);
    settings.setMaxColumns(1_000);
    settings.setMaxCharsPerColumn(-1); // a cell of many axes has a long name
    return new CsvParser(settings).parseAll(new StringReader(text));
  }

  private void walk(Node node) {
    if (!TABLE.contains(node.getClass())) {
      throw new AssertionError("A table of texts has " + node);
    }
    if (node instanceof TableRow) {
      rows.add(new ArrayList<>());
    }
    if (node instanceof TableCell) {
      rows.get(rows.size() - 1).add(text(node));
    }
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      walk(child);
    }
  }

  private static String text(Node node) {
    StringBuilder text = new StringBuilder();
    for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
      text.append(
          child instanceof Text leaf
              ? leaf.getLiteral()
              : child instanceof SoftLineBreak ? "\n" : text(child));
    }
    return text.toString();
  }
}
