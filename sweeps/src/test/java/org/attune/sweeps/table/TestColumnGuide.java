package org.attune.sweeps.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TestColumnGuide {

  @Test
  void everyColumnThatAllSweepsHaveIsDescribedInItsOrder() {
    List<TableSchema> schemas = Schemas.all();

    assertThat(ColumnGuide.tables()).isEqualTo(schemas.stream().map(TableSchema::name).toList());
    for (TableSchema schema : schemas) {
      assertThat(ColumnGuide.notes(schema.name()).keySet())
          .as(schema.name())
          .containsExactlyElementsOf(schema.columns().stream().map(Column::name).toList());
      assertThat(ColumnGuide.notes(schema.name()).values())
          .allMatch(note -> !note.text().isEmpty());
      assertThat(ColumnGuide.row(schema.name())).startsWith("one row");
    }
  }

  @Test
  void timesAndDurationsSayTheirUnit() {
    assertThat(ColumnGuide.note("results", "wall_seconds"))
        .contains(new ColumnGuide.Note("s", "from its beginning to its end"));
    assertThat(ColumnGuide.note("attempts", "started_at").orElseThrow().unit()).isEqualTo("UTC");
    assertThat(ColumnGuide.note("results", "gate")).isEmpty();
  }
}
