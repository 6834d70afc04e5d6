package org.attune.jobs.query;

import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.trees.Origin;
import scala.Option;

/** The place of an error in a query, worded as the start of a message. */
final class QueryPlace {

  private QueryPlace() {}

  static String of(AnalysisException e) {
    return of(e.line(), e.startPosition());
  }

  static String of(Origin at) {
    return of(at.line(), at.startPosition());
  }

  /** Lines count from 1; Spark's columns count from 0. */
  private static String of(Option<Object> line, Option<Object> column) {
    return line.isDefined() && column.isDefined()
        ? "Invalid query at line %s, column %d: ".formatted(line.get(), (Integer) column.get() + 1)
        : "Invalid query: ";
  }

  /** Spark's own message without its code, after the place. */
  static String message(AnalysisException e) {
    String message =
        e.getSimpleMessage()
            .replaceFirst("^\\[[A-Z_.]+] ", "")
            .replaceFirst("[.;]*\\s*;? line \\d+,? pos \\d+$", "")
            .strip();
    return of(e) + message;
  }
}
