package org.attune.jobs;

import java.util.List;

/** A small table as text. */
record TextTable(String[] heading, List<String[]> rows) {

  static TextTable of(String[] heading, List<String[]> rows) {
    return new TextTable(heading, rows);
  }

  /** Columns aligned by spaces: numbers to the right, all else to the left. */
  String aligned() {
    int[] widths = widths();
    boolean[] numbers = numbers();
    StringBuilder text = new StringBuilder();
    appendAligned(text, heading, widths, numbers);
    rows.forEach(row -> appendAligned(text, row, widths, numbers));
    return text.toString();
  }

  /** A Markdown table; a vertical bar in a cell is escaped. */
  String markdown() {
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
      widths[i] = heading[i].length();
      for (String[] row : rows) {
        widths[i] = Math.max(widths[i], row[i].length());
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
              && rows.stream().allMatch(row -> row[column].matches("|[-+]?[0-9.]+(E[-+]?\\d+)?.*"));
    }
    return numbers;
  }

  private static void appendAligned(
      StringBuilder text, String[] row, int[] widths, boolean[] numbers) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.length; i++) {
      String padding = " ".repeat(widths[i] - row[i].length());
      line.append(i == 0 ? "" : "  ");
      line.append(numbers[i] ? padding + row[i] : row[i] + padding);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static void appendMarkdown(StringBuilder text, String[] row) {
    text.append('|');
    for (String cell : row) {
      text.append(' ').append(cell.replace("|", "\\|").replace("\n", " ")).append(" |");
    }
    text.append('\n');
  }
}
