package org.attune.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** People read a share as {@code 98 %}, on pages and in what commands print alike. */
class TestPercents {

  private static final Path HOME = Path.of("..", "..");

  /** A number, or a place for one, with its sign right behind it. */
  private static final Pattern JOINED =
      Pattern.compile("(?:\\d|%[-+.,0-9]*[dfs])%(?:%(?![\\w(.])|(?![\\w%($.,+-]))");

  /** A pattern of SQL and a remainder are not percents. */
  private static final Pattern OTHER = Pattern.compile("LIKE '|% \\w+ ==");

  @Test
  void aPercentSignStandsApartFromItsNumber() throws IOException {
    assertThat(joined(sources("/src/main/", "java", "js", "html"))).isEmpty();
    assertThat(joined(sources("docs", "md"))).isEmpty();
    assertThat(joined(sources("notebooks", "md", "js", "zpln", "ipynb"))).isEmpty();
    assertThat(joined(Stream.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md").map(HOME::resolve)))
        .isEmpty();
  }

  @Test
  void theRuleFindsWhatItIsFor() {
    assertThat(List.of("(95% 0.6 to 0.7)", "\"%.0f%%\"", "| 93%  |", "at 98%"))
        .allMatch(text -> JOINED.matcher(text).find());
    assertThat(List.of("95 % of", "\"%.0f %%\"", "a%20b", "\"%s%n\"", "r / %d %% %d", "5%3"))
        .noneMatch(text -> JOINED.matcher(text).find());
  }

  private static Stream<Path> sources(String within, String... ends) throws IOException {
    try (Stream<Path> all = Files.walk(HOME)) {
      return all
          .filter(file -> !file.toString().contains("/target/"))
          .filter(file -> HOME.relativize(file).toString().contains(within.strip()))
          .filter(file -> Stream.of(ends).anyMatch(end -> file.toString().endsWith("." + end)))
          .filter(Files::isRegularFile)
          .toList()
          .stream();
    }
  }

  private static List<String> joined(Stream<Path> files) throws IOException {
    return files
        .flatMap(
            file -> {
              try {
                return Files.readString(file)
                    .lines()
                    .filter(line -> JOINED.matcher(line).find() && !OTHER.matcher(line).find())
                    .map(line -> HOME.relativize(file) + ": " + line.strip());
              } catch (IOException unreadable) {
                throw new java.io.UncheckedIOException(unreadable);
              }
            })
        .toList();
  }
}
