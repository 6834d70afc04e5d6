package org.attune.jobs.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.plans.logical.DescribeColumn;
import org.apache.spark.sql.catalyst.plans.logical.DescribeRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.ShowColumns;
import org.apache.spark.sql.catalyst.plans.logical.ShowTables;
import org.apache.spark.sql.catalyst.util.StringUtils;
import org.attune.api.catalog.Spelling;
import org.attune.cluster.source.SweepTables;
import org.attune.cluster.trial.TrialCatalog;
import org.attune.jobs.console.InputException;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.ColumnGuide;
import scala.collection.JavaConverters;

/**
 * Answers {@code SHOW TABLES}, {@code SHOW COLUMNS} and {@code DESCRIBE} from the sweeps' manifests
 * and the guide. The answers have units and do not need Spark.
 */
record TableDescriptions(SweepTables tables) {

  /** The column of {@code model.kind}: results have it if trials trained Attune's models. */
  private static final String MODEL = "model";

  private static final List<String> TABLE = List.of("table", "rows", "columns", "description");
  private static final List<String> COLUMN = List.of("column", "type", "unit", "description");

  /**
   * The answer to a statement; empty for a query, and for statements that Spark must answer.
   *
   * @throws InputException when there is no such table or column
   */
  Optional<Rows> answer(Statement statement) throws IOException {
    LogicalPlan plan = statement.plan();
    if (plan instanceof ShowTables show) {
      return Optional.of(tables(show.pattern().isDefined() ? show.pattern().get() : "*"));
    }
    if (plan instanceof ShowColumns || plan instanceof DescribeRelation) {
      return Optional.of(columns(table(statement)));
    }
    if (plan instanceof DescribeColumn describe
        && describe.column() instanceof UnresolvedAttribute attribute) {
      return Optional.of(column(table(statement), attribute.nameParts().last()));
    }
    return Optional.empty();
  }

  private Rows tables(String pattern) throws IOException {
    List<String> names = new ArrayList<>(ColumnGuide.tables());
    names.retainAll(tables.names());
    tables.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
    List<String> shown =
        JavaConverters.seqAsJavaList(
            StringUtils.filterPattern(JavaConverters.asScalaBuffer(names).toSeq(), pattern));
    List<Object[]> rows = new ArrayList<>();
    for (String name : names) {
      if (shown.contains(name)) {
        String count = Long.toString(tables.rows(name));
        String width = Integer.toString(tables.columns(name).size());
        rows.add(new Object[] {name, count, width, ColumnGuide.row(name)});
      }
    }
    return Rows.of(TABLE, rows);
  }

  private Rows columns(String table) throws IOException {
    return rows(table, tables.columns(table));
  }

  private Rows column(String table, String name) throws IOException {
    List<Column> columns = tables.columns(table);
    for (Column column : columns) {
      if (column.name().equalsIgnoreCase(name)) {
        return rows(table, List.of(column));
      }
    }
    throw new InputException(
        "There is no column '%s' in %s%s"
            .formatted(
                name,
                table,
                Remedies.of(
                    Spelling.hint(
                        name.toLowerCase(Locale.ROOT), columns.stream().map(Column::name).toList()),
                    "'describe %s' lists the columns".formatted(table))));
  }

  private String table(Statement statement) {
    String name = statement.tables().iterator().next();
    if (!tables.names().contains(name)) {
      throw new InputException(
          "There is no table '%s'%s"
              .formatted(
                  name,
                  Remedies.of(
                      Spelling.hint(name, tables.names()),
                      "the tables are " + String.join(", ", tables.names()))));
    }
    return name;
  }

  private Rows rows(String table, List<Column> columns) throws IOException {
    boolean trainings = tables.columns(table).stream().anyMatch(of -> of.name().equals(MODEL));
    ColumnNotes notes = new ColumnNotes(new TrialCatalog());
    List<Object[]> rows = new ArrayList<>();
    for (Column column : columns) {
      ColumnGuide.Note note =
          trainings
              ? notes.note(table, column.name())
              : ColumnGuide.note(table, column.name()).orElse(ColumnNotes.NONE);
      rows.add(new Object[] {column.name(), type(column), note.unit(), note.text()});
    }
    return Rows.of(COLUMN, rows);
  }

  /** A column's type as SQL spells it. */
  static String type(Column column) {
    return switch (column.type()) {
      case LONG -> "bigint";
      case STRING_MAP -> "map<string,string>";
      default -> column.type().name().toLowerCase(Locale.ROOT);
    };
  }
}
