package org.attune.jobs.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import jline.console.ConsoleReader;
import jline.console.UserInterruptException;
import jline.console.history.FileHistory;
import org.attune.api.storage.PrivatePath;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.LogFile;
import org.attune.jobs.console.SafeStream;

/**
 * {@code attune sql} without a query: a prompt for statements, with history and completion. Each
 * line is a statement; a backslash at its end continues it on the next line. Spark starts while the
 * user types the first statement.
 *
 * @param history the file that stores statements; empty for a prompt without stored history
 */
record SqlPrompt(
    QuerySession session,
    RowFormat format,
    InputStream in,
    PrintStream out,
    Optional<Path> history) {

  private static final String PROMPT = "attune> ";
  private static final String MORE = "   ...> ";
  private static final String HELP =
      """
      select ...            asks the tables; Tab ends words, arrows bring back what was asked before
      show tables           lists the tables
      describe results      lists a table's columns, with units
      exit                  ends, as Ctrl-D does; Ctrl-C drops a line
      A line that ends with \\ goes on in the next one.
      """;

  private static final String WITHOUT_HISTORY =
      "This prompt keeps no history: its file must be one that you can write and nobody else can,"
          + " in such a folder (docs/troubleshooting.md)";

  /**
   * The default history file: in the user's state folder, never in the working directory. Empty
   * where others can write that folder: the prompt offers what the file holds.
   */
  static Optional<Path> standardHistory() {
    String state = System.getenv("XDG_STATE_HOME");
    Path top =
        state == null || !Path.of(state).isAbsolute()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    return PrivatePath.folder(top, "attune").map(folder -> folder.resolve("sql_history"));
  }

  /**
   * Answers statements until the user ends the prompt.
   *
   * @throws IOException when there is no sweep, or no sweep has published tables
   */
  void run() throws IOException {
    SqlCompleter completer = new SqlCompleter(session.tables());
    session.startAhead();
    try (ConsoleReader console = new ConsoleReader("attune", in, SafeStream.raw(out), null)) {
      console.setExpandEvents(false);
      console.setHandleUserInterrupt(true);
      console.addCompleter(completer);
      Optional<FileHistory> remembered = remembered();
      remembered.ifPresent(console::setHistory);
      if (remembered.isEmpty()) {
        out.println(WITHOUT_HISTORY);
      }
      out.println("exit ends, help helps; show tables lists the tables");
      Optional<String> statement = read(console);
      while (statement.isPresent() && !isEnd(statement.get())) {
        answer(statement.get());
        statement = read(console);
      }
      if (remembered.isPresent()) {
        remembered.get().flush();
      }
    }
  }

  private static boolean isEnd(String statement) {
    return statement.equalsIgnoreCase("exit") || statement.equalsIgnoreCase("quit");
  }

  /** The next statement without its semicolon; empty at the end of the input. */
  private static Optional<String> read(ConsoleReader console) throws IOException {
    StringBuilder statement = new StringBuilder();
    while (true) {
      String line;
      try {
        line = console.readLine(statement.isEmpty() ? PROMPT : MORE);
      } catch (UserInterruptException dropped) {
        statement.setLength(0);
        continue;
      }
      if (line == null) {
        return Optional.empty();
      }
      if (line.stripTrailing().endsWith("\\")) {
        String begun = line.stripTrailing();
        statement.append(begun, 0, begun.length() - 1).append(' ');
        continue;
      }
      String whole = statement.append(line).toString().strip();
      if (!whole.isEmpty()) {
        return Optional.of(whole.replaceFirst(";\\s*$", ""));
      }
      statement.setLength(0);
    }
  }

  private void answer(String statement) {
    if (statement.equalsIgnoreCase("help")) {
      out.print(HELP);
      return;
    }
    long start = System.nanoTime();
    try {
      Rows rows = session.run(Statement.parse(statement));
      out.print(format.print(rows));
      int count = rows.rows().size();
      double seconds = (System.nanoTime() - start) / 1e9;
      out.printf("(%d %s, %.1f s)%n", count, count == 1 ? "row" : "rows", seconds);
    } catch (InputException | FailedQueryException e) {
      out.println(e.getMessage());
    } catch (IOException | RuntimeException e) {
      out.println("Cannot answer: " + (e.getMessage() == null ? e : e.getMessage()));
      try (PrintWriter log = LogFile.writer()) {
        e.printStackTrace(log);
      }
      out.println("The stack trace is in the log: " + LogFile.describe());
    }
  }

  /** The stored history; empty where it cannot be stored. */
  private Optional<FileHistory> remembered() {
    try {
      if (history.isPresent()) {
        Path file = history.get();
        Files.createDirectories(file.getParent());
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.createFile(file);
          file.toFile().setReadable(false, false);
          file.toFile().setReadable(true, true);
          file.toFile().setWritable(false, false);
          file.toFile().setWritable(true, true);
        }
        return Files.isRegularFile(file) && PrivatePath.isPrivate(file)
            ? Optional.of(new FileHistory(file.toFile()))
            : Optional.empty();
      }
    } catch (IOException e) {
      // A prompt without stored history is better than none.
    }
    return Optional.empty();
  }
}
