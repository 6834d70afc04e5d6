package org.attune.sweeps.stopping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.attune.api.catalog.Choosable;
import org.attune.api.catalog.Settings;
import org.attune.sweeps.search.SearchMethod;
import org.attune.sweeps.search.SearchMethods;
import org.junit.jupiter.api.Test;

/** What the pages say of all methods and rules, beside what is registered. */
class TestSearchingPage {

  private static final Path DOCS = Path.of("../docs");

  @Test
  void thePageHasARowForEachMethodAndRule() throws IOException {
    List<String> lines = Files.readAllLines(DOCS.resolve("searching.md"));

    assertThat(Stream.concat(SearchMethods.builtIn().stream(), StoppingRules.all().stream()))
        .extracting(Choosable::name)
        .allSatisfy(
            name ->
                assertThat(lines)
                    .as("docs/searching.md; write a row for %s in its table", name)
                    .anyMatch(line -> line.startsWith("| `" + name + "` | ")));
  }

  @Test
  void theAnalysisNamesTheMethodsThatDoNotLookAtResults() throws IOException {
    List<String> blind =
        SearchMethods.builtIn().stream()
            .filter(method -> !method.looksAtResults(Settings.NONE))
            .map(SearchMethod::name)
            .map("`%s`"::formatted)
            .toList();

    assertThat(Files.readString(DOCS.resolve("axes.md")))
        .as("docs/axes.md, on tests after a search; correct its list of methods")
        .contains(
            "all methods but "
                + String.join(", ", blind.subList(0, blind.size() - 1))
                + " and "
                + blind.get(blind.size() - 1)
                + " ");
  }
}
