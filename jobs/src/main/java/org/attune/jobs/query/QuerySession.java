package org.attune.jobs.query;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.attune.cluster.source.AttuneSource;
import org.attune.cluster.source.SweepTables;
import org.attune.cluster.spark.NameCheck;
import org.attune.cluster.spark.RefusedStatementException;
import org.attune.cluster.spark.SqlStatement;
import org.attune.jobs.console.InputException;
import org.attune.jobs.console.LogFile;
import org.attune.jobs.session.Sessions;

/**
 * Runs statements over the tables of some sweeps, each at the version that is current when the
 * statement begins. Spark starts with the first statement that needs it. Statements that describe
 * tables do not need it.
 */
final class QuerySession implements AutoCloseable {

  /** For at most this many rows, compiling a query takes longer than running it. */
  private static final long ROWS_WORTH_COMPILING = 100_000;

  private final String directory;
  private final boolean ofOwnProcess;
  private final ReentrantLock starting = new ReentrantLock();
  private Optional<SparkSession> spark = Optional.empty();
  private boolean toldOfCopies;

  /**
   * Prepares to answer statements; reads nothing yet.
   *
   * @param directory a sweep's directory, a folder of sweeps, a glob of either, or several
   *     separated by commas
   * @param ofOwnProcess whether the process ends with this session. Spark then starts while files
   *     are checked
   */
  QuerySession(String directory, boolean ofOwnProcess) {
    this.directory = directory;
    this.ofOwnProcess = ofOwnProcess;
  }

  /** Starts Spark in the background. */
  void startAhead() {
    Thread start = new Thread(this::spark, "attune-spark-start");
    start.setDaemon(true);
    start.start();
  }

  /** The tables at their current version. */
  SweepTables tables() throws IOException {
    try {
      return SweepTables.current(directory);
    } catch (FileNotFoundException none) { // such as a glob that matches nothing
      throw new InputException(none.getMessage());
    }
  }

  /**
   * Answers a statement.
   *
   * @throws org.attune.jobs.console.InputException when it names something unknown, or types do not
   *     fit
   * @throws FailedQueryException when it fails on some row
   * @throws IOException when there is no sweep, or no sweep has published tables
   */
  Rows run(SqlStatement statement) throws IOException {
    try {
      return answer(statement);
    } catch (StackOverflowError e) { // Spark parses more levels than it analyses
      throw new InputException(RefusedStatementException.tooDeep().getMessage());
    }
  }

  private Rows answer(SqlStatement statement) throws IOException {
    SweepTables tables = tables();
    Optional<Rows> description = new TableDescriptions(tables).answer(statement);
    if (description.isPresent()) {
      return description.get();
    }
    if (ofOwnProcess) {
      startAhead();
    }
    try {
      new NameCheck(tables.names(), table -> schema(tables, table)).require(statement);
    } catch (AnalysisException e) {
      throw QueryErrors.of(e, statement, tables);
    }
    try {
      return query(statement, tables);
    } catch (AnalysisException e) {
      throw QueryErrors.of(e, statement, tables);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) { // Spark throws undeclared checked exceptions
      throw QueryErrors.whileRunning(e);
    }
  }

  private static StructType schema(SweepTables tables, String table) {
    try {
      return tables.schema(table);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  /** Starts Spark if it is not running yet. */
  SparkSession spark() {
    starting.lock();
    try {
      if (spark.isEmpty()) {
        LogFile.warningsOnly();
        spark = Optional.of(Sessions.forQueries());
      }
      return spark.get();
    } finally {
      starting.unlock();
    }
  }

  /** Lets the caller catch an exception that Scala does not declare. */
  private Rows query(SqlStatement statement, SweepTables tables)
      throws AnalysisException, IOException {
    tellOfCopies(tables);
    List<String> named =
        statement.tables().stream().filter(tables.names()::contains).sorted().toList();
    long rows = 0;
    for (String table : named) {
      rows += tables.rows(table);
    }
    tables.requireWhole(named); // while Spark starts
    SparkSession session = spark();
    Sessions.compileQueries(session, rows > ROWS_WORTH_COMPILING);
    AttuneSource.createViews(session, tables, named);
    Dataset<Row> answer = session.sql(statement.text());
    return new Rows(answer.schema(), answer.collectAsList());
  }

  /** Once a session: it walks all files, and a copy stays one. */
  private void tellOfCopies(SweepTables tables) {
    if (!toldOfCopies) {
      tables.copies().forEach(copy -> System.err.println("warning: " + copy));
      toldOfCopies = true;
    }
  }

  /** Stops Spark. A Spark that is still starting ends with its process. */
  @Override
  public void close() {
    if (ofOwnProcess && starting.isLocked()) {
      return;
    }
    starting.lock();
    try {
      spark.ifPresent(Sessions::end);
    } finally {
      starting.unlock();
    }
  }
}
