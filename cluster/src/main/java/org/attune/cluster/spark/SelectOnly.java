package org.attune.cluster.spark;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.ExpressionWithUnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunctionName;
import org.apache.spark.sql.catalyst.analysis.UnresolvedGenerator;
import org.apache.spark.sql.catalyst.analysis.UnresolvedHaving;
import org.apache.spark.sql.catalyst.analysis.UnresolvedInlineTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedNamespace;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedSubqueryColumnAliases;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTVFAliases;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.DescribeColumn;
import org.apache.spark.sql.catalyst.plans.logical.DescribeFunction;
import org.apache.spark.sql.catalyst.plans.logical.DescribeRelation;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Except;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Generate;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Intersect;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LateralJoin;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Offset;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Pivot;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.Sample;
import org.apache.spark.sql.catalyst.plans.logical.ShowColumns;
import org.apache.spark.sql.catalyst.plans.logical.ShowFunctions;
import org.apache.spark.sql.catalyst.plans.logical.ShowTables;
import org.apache.spark.sql.catalyst.plans.logical.ShowViews;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.Union;
import org.apache.spark.sql.catalyst.plans.logical.Unpivot;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedHint;
import org.apache.spark.sql.catalyst.plans.logical.UnresolvedWith;
import org.apache.spark.sql.catalyst.plans.logical.WithWindowDefinition;
import org.apache.spark.sql.execution.command.DescribeQueryCommand;
import org.apache.spark.sql.execution.command.ExplainCommand;
import org.attune.sweeps.table.Tables;
import scala.Product;
import scala.collection.Iterable;

/**
 * Accepts statements that only read a sweep's tables. It checks every part of the parsed statement,
 * not the first word. It refuses every part that it does not know as reading.
 */
public final class SelectOnly {

  /** The parts of a parsed query: relations, and operations on their rows. */
  private static final Set<Class<?>> READS =
      Set.of(
          Aggregate.class,
          Distinct.class,
          Except.class,
          Filter.class,
          Generate.class,
          GlobalLimit.class,
          Intersect.class,
          Join.class,
          LateralJoin.class,
          LocalLimit.class,
          LocalRelation.class, // what VALUES parses to in Spark 4
          Offset.class,
          OneRowRelation.class,
          Pivot.class,
          Project.class,
          RepartitionByExpression.class,
          Sample.class,
          Sort.class,
          SubqueryAlias.class,
          Union.class,
          Unpivot.class,
          UnresolvedHaving.class,
          UnresolvedHint.class,
          UnresolvedInlineTable.class,
          UnresolvedRelation.class,
          UnresolvedSubqueryColumnAliases.class,
          UnresolvedTVFAliases.class,
          UnresolvedTableValuedFunction.class,
          UnresolvedWith.class,
          WithWindowDefinition.class);

  /** Statements that describe tables and queries, and the parts that they parse into. */
  private static final Set<Class<?>> TELLS =
      Set.of(
          DescribeColumn.class,
          DescribeFunction.class,
          DescribeQueryCommand.class,
          DescribeRelation.class,
          ExplainCommand.class,
          ShowColumns.class,
          ShowFunctions.class,
          ShowTables.class,
          ShowViews.class,
          UnresolvedFunctionName.class,
          UnresolvedNamespace.class,
          UnresolvedTableOrView.class);

  /** Plans that only tell and that Spark 3.5 lacks. */
  private static final Set<String> TELLS_IN_SPARK_4 =
      Set.of("org.apache.spark.sql.catalyst.analysis.CurrentNamespace$");

  private SelectOnly() {}

  /**
   * Refuses a statement that does anything but read.
   *
   * @return the names that it reads from, in lower case: tables, and names that the statement
   *     itself defines
   * @throws RefusedStatementException naming the refused part
   */
  public static Set<String> require(LogicalPlan statement) {
    Set<String> tables = new TreeSet<>();
    requireReading(statement, tables);
    return tables;
  }

  /** Checks a part of a statement: a plan, an expression, or a list or pair of these. */
  private static void requireReading(Object part, Set<String> tables) {
    if (part instanceof LogicalPlan plan
        && !READS.contains(plan.getClass())
        && !TELLS.contains(plan.getClass())
        && !TELLS_IN_SPARK_4.contains(plan.getClass().getName())) {
      throw new RefusedStatementException(
          "Cannot run this statement: only SELECT statements run here (and SHOW, DESCRIBE,"
              + " EXPLAIN), and this has "
              + name(plan)
              + ".");
    }
    if (part instanceof UnresolvedRelation relation) {
      tables.add(table(ScalaValues.name(relation)));
    } else if (part instanceof UnresolvedTableOrView table) {
      tables.add(table(ScalaValues.name(table)));
    } else if (part instanceof UnresolvedFunction function) {
      SqlFunctions.require(last(ScalaValues.name(function)));
    } else if (part instanceof UnresolvedTableValuedFunction function) {
      SqlFunctions.require(last(ScalaValues.name(function)));
    } else if (part instanceof UnresolvedGenerator generator) {
      SqlFunctions.require(generator.name().funcName());
    } else if (part instanceof ExpressionWithUnresolvedIdentifier) {
      throw new RefusedStatementException(
          "Cannot run this statement: write names in place of IDENTIFIER(...).");
    }
    if (part instanceof Iterable<?> several) {
      requireReading(ScalaValues.parts(several), tables);
    } else if (part instanceof Product product && !(part instanceof FunctionIdentifier)) {
      requireReading(ScalaValues.parts(product), tables);
    }
  }

  private static void requireReading(Iterator<?> parts, Set<String> tables) {
    while (parts.hasNext()) {
      requireReading(parts.next(), tables);
    }
  }

  /**
   * The name of a sweep's table, or of one that the statement defines. A file has a name of two
   * parts, {@code csv.`path`}, and is refused.
   */
  private static String table(List<String> name) {
    if (name.size() != 1) {
      throw new RefusedStatementException(
          "Cannot read '%s': only the tables %s can be read here."
              .formatted(String.join(".", name), String.join(", ", Tables.names())));
    }
    return name.get(0).toLowerCase(Locale.ROOT);
  }

  private static String last(List<String> name) {
    return name.get(name.size() - 1);
  }

  private static String name(LogicalPlan plan) {
    return plan.getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }
}
