package org.attune.jobs;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.attune.cluster.source.SweepTables;

/**
 * Runs statements over the tables of some sweeps, each at the version in force when it begins.
 * Spark starts with the first statement that needs it: what tells of tables does not, nor does a
 * statement with a wrong name in it.
 */
final class QuerySession implements AutoCloseable {

  /** Up to so many rows, compiling a query takes longer than running it does. */
  private static final long ROWS_WORTH_COMPILING = 100_000;

  private final String directory;
  private final boolean ofOwnProcess;
  private final ReentrantLock starting = new ReentrantLock();
  private Optional<SparkSession> spark = Optional.empty();

  /**
   * Prepares to ask; reads nothing yet.
   *
   * @param directory a sweep's, a folder of sweeps, a glob of either, or several with commas
   */
  QuerySession(String directory) {
    this(directory, false);
  }

  /**
   * Prepares to ask; reads nothing yet.
   *
   * @param ofOwnProcess whether the process ends with it: Spark then starts while names are looked
   *     at, and where one of them is wrong nobody waits for it
   */
  QuerySession(String directory, boolean ofOwnProcess) {
    this.directory = directory;
    this.ofOwnProcess = ofOwnProcess;
  }

  /** Starts Spark beside what comes next. */
  void startAhead() {
    Thread start = new Thread(this::spark, "attune-spark-start");
    start.setDaemon(true);
    start.start();
  }

  /** The tables at the version in force now. */
  SweepTables tables() throws IOException {
    return SweepTables.inForce(directory);
  }

  /**
   * Answers a statement.
   *
   * @throws InputException when it names what is not there, or types do not fit
   * @throws FailedQueryException when it fails on some row
   * @throws IOException when there is no sweep, or none that has published
   */
  Rows run(Statement statement) throws IOException {
    SweepTables tables = tables();
    Optional<Rows> description = new TableDescriptions(tables).answer(statement);
    if (description.isPresent()) {
      return description.get();
    }
    Optional<UnresolvedAttribute> unknown = PlainNames.unknown(statement, tables);
    if (unknown.isPresent()) {
      throw QueryErrors.of(unknown.get(), statement, tables);
    }
    if (ofOwnProcess) {
      startAhead();
    }
    new NameCheck(tables).require(statement);
    try {
      return query(statement, tables);
    } catch (AnalysisException e) {
      throw QueryErrors.of(e, statement, tables);
    } catch (IOException e) {
      throw e;
    } catch (Exception e) { // Spark's are checked ones, and nothing declares them
      throw QueryErrors.whileRunning(e);
    }
  }

  /** Starts Spark, if it does not run yet. */
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

  /** Throws what Scala does not declare. */
  private Rows query(Statement statement, SweepTables tables)
      throws AnalysisException, IOException {
    List<String> named =
        statement.tables().stream().filter(tables.names()::contains).sorted().toList();
    long rows = named.stream().mapToLong(tables::rows).sum();
    tables.requireWhole(named); // while Spark starts
    SparkSession session = spark();
    Sessions.compileQueries(session, rows > ROWS_WORTH_COMPILING);
    tables.createViews(session, named);
    Dataset<Row> answer = Dataset.ofRows(session, statement.plan());
    return new Rows(answer.schema(), answer.collectAsList());
  }

  /** Ends Spark; one that is still starting ends with its process. */
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
