package org.attune.jobs.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A small table as text. Cells are plain text: line ends and Markdown's bars in them have no
 * effect.
 */
public record TextTable(String[] heading, List<String[]> rows) {

  /** A number, perhaps with a unit and further numbers; {@code 2-layer} is a name. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "[-+]?\\.?[0-9][0-9.,]*+([Ee][-+]?\\d+)?+(\\p{L}{1,3}(?!\\w))?+(?![-_/\\p{L}]).*");

  /** The narrowest that a column becomes. */
  private static final int NARROWEST = 8;

  public static TextTable of(String[] heading, List<String[]> rows) {
    return new TextTable(heading, rows);
  }

  /** A table without rows yet. */
  public static TextTable of(String... heading) {
    return new TextTable(heading, new ArrayList<>());
  }

  /** Adds a row to a table that began without rows. */
  public TextTable add(Object... cells) {
    rows.add(Arrays.stream(cells).map(String::valueOf).toArray(String[]::new));
    return this;
  }

  /** The table with columns aligned by spaces: numbers to the right, all else to the left. */
  public String aligned() {
    return within(Integer.MAX_VALUE);
  }

  private static String[] lines(String[] row) {
    return Arrays.stream(row).map(TerminalText::line).toArray(String[]::new);
  }

  /**
   * The table with aligned columns, in lines no wider than the given width. The widest columns,
   * except the first, become narrower, and their cells wrap. A word longer than its column is
   * split.
   */
  public String within(int width) {
    // Each cell in one line, and safe for a terminal.
    return of(lines(heading), rows.stream().map(TextTable::lines).toList()).wrapped(width);
  }

  private String wrapped(int width) {
    int[] widths = widths();
    int between = 2 * (widths.length - 1);
    while (Arrays.stream(widths).sum() + between > width) {
      int widest = widths.length - 1;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      if (widths[widest] <= NARROWEST) {
        break;
      }
      widths[widest]--;
    }
    boolean[] numbers = numbers();
    StringBuilder text = new StringBuilder();
    appendWrapped(text, heading, widths, numbers);
    rows.forEach(row -> appendWrapped(text, row, widths, numbers));
    return text.toString();
  }

  private static void appendWrapped(
      StringBuilder text, String[] row, int[] widths, boolean[] numbers) {
    List<List<String>> cells = new ArrayList<>();
    int lines = 1;
    for (int i = 0; i < row.length; i++) {
      List<String> cell = wrapped(row[i], widths[i]);
      lines = Math.max(lines, cell.size());
      cells.add(cell);
    }
    for (int line = 0; line < lines; line++) {
      String[] part = new String[row.length];
      for (int i = 0; i < row.length; i++) {
        part[i] = line < cells.get(i).size() ? cells.get(i).get(line) : "";
      }
      appendAligned(text, part, widths, numbers);
    }
  }

  /** A cell as lines, split between words where possible. */
  private static List<String> wrapped(String cell, int width) {
    List<String> lines = new ArrayList<>();
    String rest = cell;
    while (TerminalText.width(rest) > width) {
      int fits = fitting(rest, width);
      int space = rest.lastIndexOf(' ', fits);
      int cut = space <= 0 ? fits : space;
      lines.add(rest.substring(0, cut));
      rest = rest.substring(cut).stripLeading();
    }
    lines.add(rest);
    return lines;
  }

  /** The number of chars of a text that fit into the columns; at least one character. */
  private static int fitting(String text, int width) {
    int end = text.offsetByCodePoints(0, 1);
    int columns = TerminalText.width(text.codePointAt(0));
    while (end < text.length()) {
      columns += TerminalText.width(text.codePointAt(end));
      if (columns > width) {
        break;
      }
      end = text.offsetByCodePoints(end, 1);
    }
    return end;
  }

  /** The table without the columns that have this cell, or an empty one, in every row. */
  public TextTable without(String nothing) {
    TextTable left = this;
    for (int i = heading.length - 1; i >= 0; i--) {
      int column = i;
      boolean empty =
          rows.stream().allMatch(row -> row[column].equals(nothing) || row[column].isEmpty());
      left = empty && !rows.isEmpty() ? left.without(column) : left;
    }
    return left;
  }

  /** The table without one column. */
  public TextTable without(int column) {
    return of(without(heading, column), rows.stream().map(row -> without(row, column)).toList());
  }

  private static String[] without(String[] row, int column) {
    return IntStream.range(0, row.length)
        .filter(i -> i != column)
        .mapToObj(i -> row[i])
        .toArray(String[]::new);
  }

  /** A Markdown table. Cells may contain Markdown; a vertical bar in a cell is escaped. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    appendMarkdown(text, heading);
    boolean[] numbers = numbers();
    text.append('|');
    for (boolean number : numbers) {
      text.append(number ? " ---: |" : " --- |");
    }
    text.append('\n');
    rows.forEach(row -> appendMarkdown(text, row));
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[heading.length];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = TerminalText.width(heading[i]);
      for (String[] row : rows) {
        widths[i] = Math.max(widths[i], TerminalText.width(row[i]));
      }
    }
    return widths;
  }

  private boolean[] numbers() {
    boolean[] numbers = new boolean[heading.length];
    for (int i = 0; i < numbers.length; i++) {
      int column = i;
      numbers[i] =
          !rows.isEmpty()
              && rows.stream().allMatch(row -> row[column].isEmpty() || number(row, column));
    }
    return numbers;
  }

  /** Whether a cell is a number. The first column names rows, so "2 heads" is a name there. */
  private static boolean number(String[] row, int column) {
    return NUMBER.matcher(row[column]).matches() && (column > 0 || row[0].indexOf(' ') < 0);
  }

  private static void appendAligned(
      StringBuilder text, String[] row, int[] widths, boolean[] numbers) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      String padding = " ".repeat(widths[i] - TerminalText.width(row[i]));
      line.append(i == 0 ? "" : "  ");
      line.append(numbers[i] ? padding + row[i] : row[i] + padding);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static void appendMarkdown(StringBuilder text, String[] row) {
    text.append('|');
    for (String cell : row) {
      text.append(' ')
          .append(cell.replaceAll("(?<!\\\\)\\|", "\\\\|").replaceAll("\\R", " "))
          .append(" |");
    }
    text.append('\n');
  }
}
