package org.attune.cluster.spark;

import org.apache.spark.sql.catalyst.analysis.LocalTempView$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.datasources.CreateTempViewUsing;

/**
 * The one statement besides reading that a session of notes may run: a temporary view. The view is
 * of one of Attune's tables, or of a query that only reads. It lives in the session, and Spark
 * writes it nowhere.
 */
final class TemporaryView {

  private static final String SOURCE = "attune";

  private TemporaryView() {}

  /**
   * Refuses a statement that neither only reads nor creates such a view.
   *
   * @throws RefusedStatementException naming the refused part
   */
  static void requireReading(LogicalPlan statement) {
    if (statement instanceof CreateTempViewUsing view && !view.global()) {
      if (!view.provider().equalsIgnoreCase(SOURCE)) {
        throw new RefusedStatementException(
            "Cannot make a view of '%s': views here are made 'using %s' only."
                .formatted(view.provider(), SOURCE));
      }
    } else if (statement instanceof CreateViewCommand view
        && view.viewType().equals(LocalTempView$.MODULE$)) {
      SelectOnly.require(view.plan());
    } else {
      SelectOnly.require(statement);
    }
  }
}
