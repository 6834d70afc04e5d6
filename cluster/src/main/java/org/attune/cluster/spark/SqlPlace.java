package org.attune.cluster.spark;

import java.util.Optional;
import org.apache.spark.sql.AnalysisException;

/**
 * A place in a query.
 *
 * @param line from 1
 * @param column from 1
 */
public record SqlPlace(int line, int column) {

  /** The place of an error, if Spark knows it. Spark's columns count from 0. */
  public static Optional<SqlPlace> of(AnalysisException e) {
    return e.line().isDefined() && e.startPosition().isDefined()
        ? Optional.of(new SqlPlace((Integer) e.line().get(), (Integer) e.startPosition().get() + 1))
        : Optional.empty();
  }
}
