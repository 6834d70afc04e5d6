package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a page of the documents has its readers type, in the page's order. */
final class PageCommands {

  private static final String PROGRAM = "./attune ";

  private PageCommands() {}

  /** The commands of a page of {@code docs}, without the program and what is remarked on them. */
  static List<String> of(String page) throws IOException {
    return Files.readAllLines(Path.of("..", "docs", page)).stream()
        .filter(line -> line.startsWith(PROGRAM))
        .map(line -> line.substring(PROGRAM.length()).replaceFirst(" +# .*", ""))
        .toList();
  }
}
