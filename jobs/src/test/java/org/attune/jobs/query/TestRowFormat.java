package org.attune.jobs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** No format loses a row, whatever is missing in it. */
class TestRowFormat {

  private static final StructType ONE = new StructType().add("objective", DataTypes.DoubleType);

  private static final StructType TWO = ONE.add("message", DataTypes.StringType);

  @Test
  void csvHasALineForARowWithNothingInItsOnlyColumn() {
    List<Row> rows = List.of(RowFactory.create(0.5), RowFactory.create((Object) null));

    assertThat(RowFormat.CSV.print(ONE, rows)).isEqualTo("objective\n0.5\n\"\"\n");
  }

  @Test
  void csvTellsMissingFromEmptyWhereThereAreSeveralColumns() {
    List<Row> rows = List.of(RowFactory.create(null, null), RowFactory.create(null, ""));

    assertThat(RowFormat.CSV.print(TWO, rows)).isEqualTo("objective,message\n,\n,\"\"\n");
  }

  @Test
  void theOtherFormatsHaveItToo() {
    List<Row> rows = List.of(RowFactory.create((Object) null), RowFactory.create(1.0));

    assertThat(RowFormat.TABLE.print(ONE, rows).lines()).hasSize(3);
    assertThat(RowFormat.MARKDOWN.print(ONE, rows).lines()).hasSize(4);
    assertThat(RowFormat.JSON.print(ONE, rows)).contains("null").contains("1.0");
  }

  @Test
  void peopleReadNumbersAsTheyWriteThemAndProgramsReadJavas() {
    List<Row> rows = List.of(RowFactory.create(1e-4), RowFactory.create(5e-4));
    List<Row> counts = List.of(RowFactory.create(64.0), RowFactory.create(1234.5678901));

    assertThat(RowFormat.TABLE.print(ONE, rows)).contains("1e-4\n", "5e-4\n").doesNotContain("E");
    assertThat(RowFormat.MARKDOWN.print(ONE, rows)).contains(" 1e-4 |", " 5e-4 |");
    assertThat(RowFormat.TABLE.print(ONE, counts)).contains("64\n", "1234.5678901\n");
    assertThat(RowFormat.CSV.print(ONE, rows)).isEqualTo("objective\n1.0E-4\n5.0E-4\n");
    assertThat(RowFormat.JSON.print(ONE, counts)).contains("64.0");
  }
}
