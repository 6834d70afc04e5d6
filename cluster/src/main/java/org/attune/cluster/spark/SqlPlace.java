package org.attune.cluster.spark;

import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import scala.Option;

/**
 * A place in a query.
 *
 * @param line from 1
 * @param column from 1
 */
public record SqlPlace(int line, int column) {

  /** The place of an error, if Spark knows it. */
  public static Optional<SqlPlace> of(AnalysisException e) {
    return of(e.line(), e.startPosition());
  }

  /** Spark's columns count from 0. */
  static Optional<SqlPlace> of(Option<Object> line, Option<Object> column) {
    return line.isDefined() && column.isDefined()
        ? Optional.of(new SqlPlace((Integer) line.get(), (Integer) column.get() + 1))
        : Optional.empty();
  }
}
