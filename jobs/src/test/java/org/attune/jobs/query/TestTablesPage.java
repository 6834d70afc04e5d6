package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.attune.api.search.Objective;
import org.attune.jobs.Ran;
import org.attune.jobs.RecordedSweep;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Table;
import org.attune.sweeps.table.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/tables.md} says of each column what {@code describe} says. */
class TestTablesPage {

  private static final Path PAGE = Path.of("..", "docs", "tables.md");
  private static final Pattern CURVES =
      Pattern.compile("(?m)^\\./attune sql --out runs/quickstart \"(.*attempt = latest.*)\"$");

  @TempDir private Path folder;

  /** Steps that an abandoned attempt also measured come once, those beyond the last not at all. */
  @Test
  void theQueryForCurvesKeepsTheAttemptThatCounts() throws Exception {
    Matcher query = CURVES.matcher(Files.readString(PAGE));
    assertThat(query.find()).isTrue();
    try (RecordedSweep sweep =
        RecordedSweep.in(
            folder, "quickstart", new Objective("validation_loss", Objective.Goal.MINIMIZE))) {
      sweep
          .resumed(
              Map.of("gate", "none"),
              0,
              Map.of("validation_loss", 4.),
              new double[] {9, 8, 7, 6},
              5,
              4)
          .published();
    }

    Ran ran = Ran.attune("sql", "--out", folder.toString(), "--format", "csv", query.group(1));

    assertThat(ran.output().replaceAll("(?m)^[0-9a-f]+-0,", ""))
        .isEqualTo("trial_id,step,value\n10,9.0\n20,5.0\n30,4.0\n");
  }

  /** A trial that ends with NaN is finished too. */
  @Test
  void theFilterLeavesOutTrialsThatEndedWithNan() throws Exception {
    Matcher filter = Pattern.compile("`(where state = [^`]+)`").matcher(Files.readString(PAGE));
    assertThat(filter.find()).isTrue();
    try (RecordedSweep sweep =
        RecordedSweep.in(folder, "nan", new Objective("loss", Objective.Goal.MINIMIZE))) {
      sweep
          .finished(Map.of("gate", "none"), 0, Map.of("loss", 2.0))
          .finished(Map.of("gate", "none"), 1, Map.of("loss", Double.NaN))
          .published();
    }
    String query = "select avg(objective) as mean from results ";

    assertThat(mean(query + "where state = 'finished'")).isEqualTo("mean\nNaN\n");
    assertThat(mean(query + filter.group(1))).isEqualTo("mean\n2.0\n");
  }

  private String mean(String query) {
    return Ran.attune("sql", "--out", folder.toString(), "--format", "csv", query).output();
  }

  @Test
  void everyColumnIsThereWithItsTypeUnitAndNote() throws IOException {
    String page = Files.readString(PAGE);
    String made = page;
    for (Table<?> table : Tables.declared()) {
      String section = Pattern.quote("## `" + table.name() + "`: ") + ".*\n\n(\\|.*\n)+";
      made = made.replaceFirst(section, Matcher.quoteReplacement(section(table)));
    }
    if (!page.equals(made) && Boolean.getBoolean("attune.write")) {
      Files.writeString(PAGE, made);
      return;
    }
    assertThat(page)
        .as("the tables of %s; run this test with -Dattune.write=true to make them", PAGE)
        .isEqualTo(made)
        .contains(Tables.declared().stream().map(TestTablesPage::section).toList());
  }

  private static String section(Table<?> table) {
    List<String[]> rows =
        table.schema().columns().stream()
            .map(
                column -> {
                  Column.Note note = table.note(column.name()).orElseThrow();
                  return new String[] {
                    "`" + column.name() + "`",
                    TableDescriptions.type(column),
                    note.unit(),
                    note.text()
                  };
                })
            .toList();
    String[] head = {"column", "type", "unit", "what it says"};
    return "## `%s`: %s\n\n%s"
        .formatted(table.name(), table.describes(), TextTable.of(head, rows).markdown());
  }
}
