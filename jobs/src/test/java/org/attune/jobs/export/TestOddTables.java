package org.attune.jobs.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.attune.jobs.Printed.attune;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.attune.jobs.OddNames;
import org.attune.jobs.OddSweeps;
import org.attune.jobs.OddSweepsOnce;
import org.attune.sweeps.identity.QuotedWord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Exported tables have a row for each cell of odd sweeps, and every name reads back. */
@ExtendWith(OddSweepsOnce.class)
class TestOddTables {

  /** The numbers of cells, which are the rows of a table. */
  private static final Map<String, Integer> CELLS =
      Map.of(
          OddSweeps.BEGUN,
          1,
          OddSweeps.ONE,
          1,
          OddSweeps.FAILED,
          12,
          OddSweeps.NAN,
          4,
          OddSweeps.WIDE,
          8,
          OddSweeps.NAMES,
          12);

  @Test
  void latexTablesCompile(OddSweeps odd, @TempDir Path folder) throws Exception {
    Map<String, String> latex = exported(odd, "latex");
    latex.forEach(
        (name, text) ->
            assertThat(text.lines().filter(line -> line.endsWith(" \\\\")))
                .as(name)
                .hasSize(1 + CELLS.get(name)));
    assertThat(latex.get(OddSweeps.NAMES)).doesNotContain("\\input", "$x$");
    // A page has room for the names of a table, not for 400 columns.
    Latex.compile(Files.createDirectory(folder.resolve("tex")), String.join("\n", latex.values()));
  }

  @Test
  void markdownTablesRender(OddSweeps odd) {
    exported(odd, "markdown")
        .forEach(
            (name, text) -> {
              List<List<String>> rows =
                  Rendered.table(text.replaceFirst("(?s)\n\n.*", "\n")); // notes
              assertThat(rows).as(name).hasSize(1 + CELLS.get(name));
              assertThat(rows).as(name).allMatch(row -> row.size() == rows.get(0).size());
              if (name.equals(OddSweeps.WIDE)) {
                assertThat(rows.get(0)).hasSizeGreaterThanOrEqualTo(3);
              }
              if (name.equals(OddSweeps.NAMES)) {
                assertThat(rows.stream().skip(1).map(row -> row.get(0)))
                    .containsExactlyElementsOf(
                        OddNames.ALL.stream().map(OddNames::oneLine).toList());
              }
            });
  }

  @Test
  void csvTablesReadBackWithoutAFormula(OddSweeps odd) {
    exported(odd, "csv")
        .forEach(
            (name, text) -> {
              List<String[]> rows = Rendered.csv(text);
              assertThat(rows).as(name).hasSize(1 + CELLS.get(name));
              assertThat(rows).as(name).allMatch(row -> row.length == rows.get(0).length);
              if (name.equals(OddSweeps.NAMES)) {
                assertThat(rows.stream().skip(1).map(row -> row[0]))
                    .containsExactlyElementsOf(
                        OddNames.ALL.stream().map(cell -> "name=" + QuotedWord.of(cell)).toList());
                assertThat(rows.stream().skip(1).map(row -> row[1]))
                    .containsExactlyElementsOf(
                        OddNames.ALL.stream().map(OddNames::withoutFormula).toList());
              }
            });
  }

  private static Map<String, String> exported(OddSweeps odd, String format) {
    return OddSweeps.ALL.stream()
        .collect(
            Collectors.toMap(
                name -> name,
                name -> attune("export", odd.run(name), "--format", format),
                (a, b) -> a,
                TreeMap::new));
  }
}
