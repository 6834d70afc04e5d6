package org.attune.jobs.query;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.util.Optional;

/**
 * {@code attune sql} without a query, with statements from a pipe or a file. Each statement ends
 * with a semicolon at the end of a line; the last one need not. The script prints the rows and
 * nothing else.
 */
record SqlScript(QuerySession session, RowFormat format, PrintStream out) {

  /**
   * Answers all statements.
   *
   * @throws org.attune.jobs.console.InputException at the first invalid statement, after answering
   *     those before it
   */
  void run(Reader statements) throws IOException {
    BufferedReader lines = new BufferedReader(statements);
    Optional<String> statement = next(lines);
    while (statement.isPresent()) {
      out.print(format.print(session.run(Statement.parse(statement.get()))));
      out.flush();
      statement = next(lines);
    }
  }

  private static Optional<String> next(BufferedReader lines) throws IOException {
    StringBuilder statement = new StringBuilder();
    String line = lines.readLine();
    while (line != null) {
      String part = line.stripTrailing();
      boolean last = part.endsWith(";");
      statement.append(last ? part.substring(0, part.length() - 1) : part).append('\n');
      if (last && !statement.toString().isBlank()) {
        return Optional.of(statement.toString());
      }
      line = lines.readLine();
    }
    return Optional.of(statement.toString()).filter(rest -> !rest.isBlank());
  }
}
