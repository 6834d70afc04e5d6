package org.attune.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What a page of the documents has its readers type, in the page's order. */
final class PageCommands {

  private static final String PROGRAM = "./attune ";
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private PageCommands() {}

  /** The commands of a page of {@code docs}, without the program and what is remarked on them. */
  static List<String> of(String page) throws IOException {
    return Files.readAllLines(Path.of("..", "docs", page)).stream()
        .filter(line -> line.startsWith(PROGRAM))
        .map(line -> line.substring(PROGRAM.length()).replaceFirst(" +# .*", ""))
        .toList();
  }

  /** What is typed, with {@code runs} and sweep files of the page in a test's folder. */
  static List<String> words(String command, Path folder) {
    List<String> words = new ArrayList<>();
    for (MatchResult word : WORD.matcher(command).results().toList()) {
      boolean path = word.group(2) != null && word.group(2).matches("runs(/.*)?|\\w+\\.yaml");
      boolean afterList = words.equals(List.of("list"));
      words.add(
          path && !afterList
              ? folder.resolve(word.group(2)).toString()
              : word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }
}
