package org.attune.jobs.query;

import org.apache.spark.sql.AnalysisException;
import org.attune.cluster.spark.SqlPlace;

/** The place of an error in a query, worded as the start of a message. */
final class QueryPlace {

  private QueryPlace() {}

  static String of(AnalysisException e) {
    return SqlPlace.of(e)
        .map(at -> "Invalid query at line %d, column %d: ".formatted(at.line(), at.column()))
        .orElse("Invalid query: ");
  }

  /** Spark's own message without its code, after the place. */
  static String message(AnalysisException e) {
    String message =
        e.getSimpleMessage()
            .replaceFirst("^\\[[A-Z0-9_.]+] ", "")
            .replaceFirst(" SQLSTATE: \\w{5}", "") // Spark 4
            .replaceFirst("[.;]*\\s*;? line \\d+,? pos \\d+$", "")
            .strip();
    return of(e) + message;
  }
}
