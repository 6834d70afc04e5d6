package org.attune.cluster.query;

import org.apache.spark.sql.catalyst.analysis.LocalTempView$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.command.CreateViewCommand;
import org.apache.spark.sql.execution.datasources.CreateTempViewUsing;

/**
 * The one statement that a session of notes may run beside reading: a temporary view of one of
 * Attune's tables, or of a query that reads only. Such a view lives in the session and is written
 * nowhere.
 */
final class TemporaryView {

  private static final String SOURCE = "attune";

  private TemporaryView() {}

  /**
   * Refuses a statement that neither reads only nor makes such a view.
   *
   * @throws RefusedStatementException naming the part that is refused
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
