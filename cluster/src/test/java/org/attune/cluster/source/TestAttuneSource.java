package org.attune.cluster.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.attune.cluster.table.PublishedSweep;
import org.attune.cluster.table.TablePublisher;
import org.attune.sweeps.store.LocalStorage;
import org.attune.sweeps.table.Column;
import org.attune.sweeps.table.Column.Type;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestAttuneSource {
  private static final Column TRIAL = new Column("trial_id", Type.STRING, true);
  private static final Column GATE = new Column("gate", Type.STRING, false);
  private static final Column LAMBDA = new Column("lambda", Type.DOUBLE, false);
  private static final Column LOSS = new Column("validation_loss", Type.DOUBLE, false);

  private static SparkSession spark;

  @TempDir private Path runs;

  @BeforeAll
  static void start() {
    spark =
        SparkSession.builder()
            .master("local[1]")
            .config("spark.ui.enabled", false)
            .config("spark.sql.session.timeZone", "Asia/Tokyo")
            .getOrCreate();
  }

  @AfterAll
  static void stop() {
    spark.stop();
  }

  @Test
  void everyTypeComesBackAsItWasWritten() throws IOException {
    List<Column> columns =
        List.of(
            TRIAL,
            new Column("step", Type.LONG, false),
            LOSS,
            new Column("tied", Type.BOOLEAN, false),
            new Column("time", Type.TIMESTAMP, false),
            new Column("params", Type.STRING_MAP, false));
    Instant time = Instant.parse("2026-11-20T20:15:30.123456Z");
    Instant early = Instant.parse("1969-12-31T23:59:59.999999Z");
    Map<String, String> params = new TreeMap<>(Map.of("gate", "learned", "λ", "1e-3", "", ""));
    begin("types")
        .publish(
            0,
            List.of(
                PublishedSweep.rows(
                    "metrics",
                    columns,
                    rows(
                        new Object[] {"ä漢", Long.MIN_VALUE, Double.MIN_VALUE, true, time, params},
                        new Object[] {"nan", -1L, Double.NaN, false, early, Map.of()},
                        new Object[] {"none", null, null, null, null, null}),
                    rows(
                        new Object[] {"live", 1L, Double.NEGATIVE_INFINITY, true, time, params}))));

    List<Row> rows = load("types", "metrics").orderBy("trial_id").collectAsList();

    assertThat(rows).hasSize(4);
    assertThat(values(rows.get(0)))
        .containsExactly("live", 1L, Double.NEGATIVE_INFINITY, true, time, params);
    assertThat(values(rows.get(1))).containsExactly("nan", -1L, Double.NaN, false, early, Map.of());
    assertThat(values(rows.get(2))).containsExactly("none", null, null, null, null, null);
    assertThat(values(rows.get(3)))
        .containsExactly("ä漢", Long.MIN_VALUE, Double.MIN_VALUE, true, time, params);
  }

  @Test
  void aViewIsMadeInSqlOverResultsByDefault() throws IOException {
    publish(
        begin("gates"), List.of(TRIAL, GATE, LOSS), row("a", "none", 2.0), row("b", "none", 1.0));
    spark.sql(
        "CREATE OR REPLACE TEMPORARY VIEW gates USING attune OPTIONS (dir '%s')"
            .formatted(runs.resolve("gates")));
    assertThat(spark.sql("SELECT gate, avg(validation_loss) FROM gates GROUP BY gate").first())
        .isEqualTo(RowFactory.create("none", 1.5));
  }

  @Test
  void manySweepsAreOneTableWithTheUnionOfTheirColumns() throws IOException {
    publish(begin("one"), List.of(TRIAL, GATE, LOSS), row("a", "none", 1.0));
    publish(begin("two"), List.of(TRIAL, LAMBDA, LOSS), row("b", 0.5, 2.0));
    Files.createDirectory(runs.resolve("not-a-sweep"));

    String one = runs.resolve("one").toString();
    String two = runs.resolve("two").toUri().toString();
    for (String dir : List.of(runs.toString(), one + "," + two, runs + "/{one,two}", runs + "/*")) {
      Dataset<Row> results = read(dir, "results").orderBy("trial_id");
      assertThat(results.columns())
          .as(dir)
          .containsExactly("trial_id", "gate", "validation_loss", "lambda");
      assertThat(results.collectAsList())
          .as(dir)
          .extracting(TestAttuneSource::values)
          .containsExactly(
              Arrays.asList("a", "none", 1.0, null), Arrays.asList("b", null, 2.0, 0.5));
    }
  }

  @Test
  void aSweepGivenTwiceIsReadOnce() throws IOException {
    publish(begin("one"), List.of(TRIAL, GATE, LOSS), row("a", "none", 1.0));
    String one = runs.resolve("one").toString();
    assertThat(read(one + ", " + one + "/," + runs, "results").count()).isEqualTo(1);
  }

  @Test
  void columnsThatComeLaterAreNullInEarlierRows() throws IOException {
    TablePublisher publisher = begin("growing");
    publish(publisher, List.of(TRIAL, GATE), row("a", "none"));
    publish(publisher, List.of(TRIAL, GATE, LOSS), row("b", "learned", 1.0));
    Dataset<Row> results = load("growing", "results");
    assertThat(results.filter("validation_loss is null").select("trial_id").collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly("a");
    assertThat(results.filter("validation_loss > 0.5").select("gate").first().getString(0))
        .isEqualTo("learned");
  }

  @Test
  void onlyTheColumnsAskedForAreReadAndFiltersArePushedDown() throws IOException {
    publish(begin("wide"), List.of(TRIAL, GATE, LOSS), row("a", "none", 1.0));
    Dataset<Row> query = load("wide", "results").filter("gate = 'none'").select("validation_loss");
    String plan = query.queryExecution().executedPlan().toString();
    assertThat(plan)
        .contains("ReadSchema: struct<gate:string,validation_loss:double>")
        .contains("EqualTo(gate,none)");
    assertThat(query.first().getDouble(0)).isEqualTo(1.0);
  }

  @Test
  void eachQueryReadsTheVersionInForceWhenItBegins() throws IOException {
    TablePublisher publisher = begin("moving");
    List<Column> columns = List.of(TRIAL, GATE, LOSS);
    publish(publisher, columns, row("a", "none", 1.0));
    Dataset<Row> results = load("moving", "results");
    results.createOrReplaceTempView("moving");
    assertThat(spark.table("moving").count()).isEqualTo(1);
    publish(publisher, columns, row("b", "none", 2.0));

    assertThat(results.count()).isEqualTo(2);
    assertThat(spark.table("moving").count()).isEqualTo(2);
  }

  @Test
  void allTablesInAQueryAreOfOneVersionThoughTheyWereLoadedAtDifferentOnes() throws IOException {
    TablePublisher publisher = begin("joined");
    publishTwo(publisher, "a");
    load("joined", "trials").createOrReplaceTempView("joined_trials");
    publishTwo(publisher, "b");
    load("joined", "results").createOrReplaceTempView("joined_results");
    publishTwo(publisher, "c");

    String inBoth = "select trial_id from joined_trials join joined_results using (trial_id)";
    String inOne =
        "select trial_id from joined_trials t full outer join joined_results r using (trial_id)"
            + " where t.trial_id is null or r.trial_id is null";
    assertThat(spark.sql(inBoth).collectAsList()).hasSize(3);
    assertThat(spark.sql(inOne).collectAsList()).isEmpty();
  }

  /** A publish comes in the middle of a query, when one of its tables has been looked up. */
  @Test
  void aPublishWithinAQueryIsNotSeenByIt() throws IOException {
    TablePublisher publisher = begin("within");
    publishTwo(publisher, "a");
    QueryVersions versions = QueryVersions.of(spark.sparkContext());
    spark.sparkContext().setLocalProperty("spark.sql.execution.id", "4711");
    try {
      SweepTables first = versions.snapshot(spark.sparkContext(), sweeps("within"));
      publishTwo(publisher, "b");
      SweepTables second = versions.snapshot(spark.sparkContext(), sweeps("within"));
      assertThat(second.files("trials")).isEqualTo(first.files("trials")).hasSize(1);
      assertThat(second.files("results")).hasSize(1);
    } finally {
      spark.sparkContext().setLocalProperty("spark.sql.execution.id", null);
    }
    assertThat(versions.snapshot(spark.sparkContext(), sweeps("within")).files("trials"))
        .hasSize(2);
  }

  /** As each table that is loaded finds them. */
  private List<SweepDirectory> sweeps(String name) throws IOException {
    return SweepDirectory.find(
        runs.resolve(name).toString(), () -> spark.sessionState().newHadoopConf());
  }

  @Test
  void viewsOfAllTablesStayAtOneVersion() throws IOException {
    TablePublisher publisher = begin("views");
    publishTwo(publisher, "a");
    SweepTables tables = SweepTables.current(runs.resolve("views").toString());
    AttuneSource.createViews(spark, tables, tables.names());
    publishTwo(publisher, "b");

    assertThat(spark.table("trials").count()).isEqualTo(1);
    assertThat(spark.table("results").count()).isEqualTo(1);
    tables = SweepTables.current(runs.resolve("views").toString());
    AttuneSource.createViews(spark, tables, tables.names());
    assertThat(tables.rows("trials")).isEqualTo(2);
    assertThat(spark.sql("select * from trials join results using (trial_id)").count())
        .isEqualTo(2);
  }

  private static void publishTwo(TablePublisher publisher, String trial) throws IOException {
    publisher.publish(
        0,
        List.of(
            PublishedSweep.rows("results", List.of(TRIAL, LOSS), rows(row(trial, 1.0)), List.of()),
            PublishedSweep.rows("trials", List.of(TRIAL), rows(new Object[] {trial}), List.of())));
  }

  @Test
  void aTableWithoutRowsHasItsColumns() throws IOException {
    publish(begin("empty"), List.of(TRIAL, LOSS));
    Dataset<Row> results = load("empty", "results");
    assertThat(results.count()).isZero();
    assertThat(results.schema().apply("validation_loss").dataType())
        .isEqualTo(DataTypes.DoubleType);
  }

  @Test
  void aSweepThatHasPublishedNothingAddsNothingToOthers() throws IOException {
    publish(begin("one"), List.of(TRIAL, GATE, LOSS), row("a", "none", 1.0));
    begin("two");
    assertThat(read(runs.toString(), "results").count()).isEqualTo(1);
    assertThatThrownBy(() -> load("two", "results"))
        .hasMessage(
            "Cannot read file:%s/two: it has published no tables yet; they come with the sweep's"
                + " first results",
            runs);
  }

  @Test
  void whatCannotBeReadIsNamedWithWhatCan() throws IOException {
    publish(begin("one"), List.of(TRIAL, GATE, LOSS), row("a", "none", 1.0));
    Files.createDirectory(runs.resolve("folder"));
    assertThatThrownBy(() -> load("missing", "results"))
        .hasMessage("Cannot read file:%s/missing: there is no such directory", runs);
    assertThatThrownBy(() -> load("folder", "results"))
        .hasMessage(
            "Cannot read %s/folder: neither it nor a folder directly in it holds a sweep; give the"
                + " directory that attune run printed",
            runs);
    assertThatThrownBy(() -> load("one", "trails"))
        .hasMessage(
            "Cannot read the table trails of file:%s/one: there is none; the tables are notes, results",
            runs);
    assertThatThrownBy(() -> spark.read().format("attune").load())
        .hasMessage(
            "Missing option dir: give the directory of a sweep, as in OPTIONS (dir"
                + " 'runs/quickstart')");
    assertThatThrownBy(() -> read("s3a://bucket/run", "results")).hasMessageContaining("s3a");
  }

  @Test
  void sweepsWhoseColumnsDisagreeAreRefused() throws IOException {
    publish(begin("one"), List.of(TRIAL, LAMBDA), row("a", 1.0));
    Column text = new Column("lambda", Type.STRING, false);
    publish(begin("two"), List.of(TRIAL, text), row("b", "one"));
    assertThatThrownBy(() -> read(runs.toString(), "results"))
        .hasMessage(
            "Cannot join the columns of table results of file:%s/two with those of other sweeps:"
                + " lambda is DOUBLE in one place and lambda is STRING in another",
            runs);
  }

  private TablePublisher begin(String sweep) throws IOException {
    return PublishedSweep.begin(new LocalStorage(runs.resolve(sweep)), PublishedSweep.CLOCK);
  }

  private static void publish(TablePublisher publisher, List<Column> columns, Object[]... rows)
      throws IOException {
    publisher.publish(0, List.of(PublishedSweep.rows("results", columns, rows(rows), List.of())));
  }

  private Dataset<Row> load(String sweep, String table) {
    return read(runs.resolve(sweep).toString(), table);
  }

  private static Dataset<Row> read(String directory, String table) {
    return spark.read().format("attune").option("dir", directory).option("table", table).load();
  }

  private static List<Object[]> rows(Object[]... rows) {
    return Arrays.asList(rows);
  }

  private static Object[] row(Object... values) {
    return values;
  }

  /** The values of a row, in the Java classes that were written. */
  private static List<Object> values(Row row) {
    Object[] values = new Object[row.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = row.get(i);
      if (value instanceof java.sql.Timestamp time) {
        values[i] = time.toInstant();
      } else if (value instanceof scala.collection.Map<?, ?>) {
        values[i] = new TreeMap<>(row.<String, String>getJavaMap(i));
      } else {
        values[i] = value;
      }
    }
    return Arrays.asList(values);
  }
}
