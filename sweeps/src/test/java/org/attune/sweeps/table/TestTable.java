package org.attune.sweeps.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.attune.sweeps.SampleCatalog;
import org.attune.sweeps.journal.Events;
import org.attune.sweeps.state.SweepState;
import org.junit.jupiter.api.Test;

class TestTable {

  private static final Table<Map<String, String>> WORDS =
      Table.<Map<String, String>>of("words", "one row a word")
          .with("word", Column.Type.STRING, word -> word.get("word"))
          .says("the word")
          .maybe("means", Column.Type.STRING, word -> Optional.ofNullable(word.get("means")))
          .says("what it means")
          .with("letters", Column.Type.LONG, word -> word.get("word").length())
          .says("letters", "how long it is");

  @Test
  void aDeclarationMakesTheSchemaTheNotesAndTheRow() {
    assertThat(WORDS.schema().columns())
        .containsExactly(
            new Column("word", Column.Type.STRING, true),
            new Column("means", Column.Type.STRING, false),
            new Column("letters", Column.Type.LONG, true));
    assertThat(WORDS.note("letters")).contains(new Column.Note("letters", "how long it is"));
    assertThat(WORDS.note("other")).isEmpty();
    assertThat(WORDS.row(Map.of("word", "axis"))).containsExactly("axis", null, 4L);
  }

  @Test
  void aRowWithoutARequiredValueIsRefused() {
    Table<Map<String, String>> table = Table.of("words", "one row a word");

    assertThatThrownBy(
            () ->
                table
                    .with("word", Column.Type.STRING, word -> word.get("word"))
                    .says("the word")
                    .row(Map.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot build a row of words: no word");
  }

  @Test
  void everyTableSaysWhatItsRowsAndColumnsAreOnce() {
    assertThat(Tables.names())
        .containsExactly(
            "results", "trials", "attempts", "metrics", "artifacts", "sweeps", "notes");
    for (Table<?> table : Tables.declared()) {
      List<String> names = table.schema().columns().stream().map(Column::name).toList();
      assertThat(names).as(table.name()).doesNotHaveDuplicates();
      assertThat(names)
          .as(table.name())
          .noneMatch(name -> table.note(name).orElseThrow().text().isEmpty());
      assertThat(table.describes()).startsWith("one row");
    }
  }

  @Test
  void theRowsHaveTheDeclaredColumns() {
    List<TableRows> made =
        Tables.all(new SweepState(Events.opened()).view(), SampleCatalog.TREE, table -> 0);

    Map<String, TableSchema> schemas = new TreeMap<>();
    made.forEach(rows -> schemas.put(rows.schema().name(), rows.schema()));
    TableRows notes = Tables.notes("s-0", List.of());
    schemas.put(notes.schema().name(), notes.schema());
    assertThat(schemas).hasSize(Tables.names().size());
    Tables.declared()
        .forEach(table -> assertThat(schemas).containsEntry(table.name(), table.schema()));
  }

  @Test
  void timesAndDurationsSayTheirUnit() {
    assertThat(Tables.note("results", "wall_seconds"))
        .contains(new Column.Note("s", "from its beginning to its end"));
    assertThat(Tables.note("attempts", "started_at").orElseThrow().unit()).isEqualTo("UTC");
    assertThat(Tables.note("results", "gate")).isEmpty();
  }
}
