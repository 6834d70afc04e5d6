package org.attune.jobs.query;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jline.console.completer.Completer;
import org.attune.cluster.source.SweepTables;
import org.attune.jobs.console.TerminalText;

/**
 * Completes words at the prompt: SQL keywords, tables where SQL expects one, and columns of the
 * named tables.
 */
record SqlCompleter(SweepTables tables) implements Completer {

  private static final List<String> KEYWORDS =
      Arrays.asList(
          ("and as asc avg between by case count cross desc describe distinct else end explain"
                  + " explode from group having in is join left like limit max min not null on or"
                  + " order over partition rank round select show stddev sum tables then union"
                  + " using when where with exit help")
              .split(" "));

  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_]*$");
  private static final Pattern OF_TABLE =
      Pattern.compile("(?i)\\b(?:from|join|describe|desc|table|columns in)\\s+[A-Za-z0-9_]*$");
  private static final Pattern NAMES = Pattern.compile("[A-Za-z0-9_]+");
  private static final String DEFAULT_TABLE = "results";

  @Override
  public int complete(String line, int cursor, List<CharSequence> candidates) {
    String before = line.substring(0, cursor);
    Matcher word = WORD.matcher(before);
    int start = word.find() ? word.start() : cursor;
    String begun = before.substring(start).toLowerCase(Locale.ROOT);
    TreeSet<String> words = new TreeSet<>();
    if (OF_TABLE.matcher(before).find()) {
      words.addAll(tables.names());
    } else {
      words.addAll(KEYWORDS);
      words.addAll(columns(line));
    }
    words.stream()
        .filter(candidate -> candidate.startsWith(begun))
        .filter(candidate -> TerminalText.line(candidate).equals(candidate)) // JLine prints it raw
        .forEach(candidates::add);
    return candidates.isEmpty() ? -1 : start;
  }

  /**
   * Columns of the tables that the line names anywhere; columns of {@code results} if it names
   * none.
   */
  private List<String> columns(String line) {
    List<String> named =
        NAMES
            .matcher(line.toLowerCase(Locale.ROOT))
            .results()
            .map(found -> found.group())
            .filter(tables.names()::contains)
            .distinct()
            .toList();
    TreeSet<String> columns = new TreeSet<>();
    for (String table : named.isEmpty() ? List.of(DEFAULT_TABLE) : named) {
      try {
        tables.columns(table).forEach(column -> columns.add(column.name()));
      } catch (IOException unreadable) {
        return List.of(); // the query will report the error
      }
    }
    return List.copyOf(columns);
  }
}
