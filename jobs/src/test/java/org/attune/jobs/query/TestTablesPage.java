package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.attune.jobs.console.TextTable;
import org.attune.sweeps.table.ColumnGuide;
import org.attune.sweeps.table.Schemas;
import org.attune.sweeps.table.TableSchema;
import org.junit.jupiter.api.Test;

/** {@code docs/tables.md} says of each column what {@code describe} says. */
class TestTablesPage {

  private static final Path PAGE = Path.of("..", "docs", "tables.md");

  @Test
  void everyColumnIsThereWithItsTypeUnitAndNote() throws IOException {
    String page = Files.readString(PAGE);
    for (TableSchema table : Schemas.all()) {
      String name = table.name();
      List<String[]> rows =
          table.columns().stream()
              .map(
                  column -> {
                    ColumnGuide.Note note = ColumnGuide.note(name, column.name()).orElseThrow();
                    return new String[] {
                      "`" + column.name() + "`",
                      TableDescriptions.type(column),
                      note.unit(),
                      note.text()
                    };
                  })
              .toList();
      String section =
          "## `%s`: %s\n\n%s"
              .formatted(
                  name,
                  ColumnGuide.row(name),
                  TextTable.of(new String[] {"column", "type", "unit", "what it says"}, rows)
                      .markdown());
      assertThat(page).contains(section);
    }
  }
}
