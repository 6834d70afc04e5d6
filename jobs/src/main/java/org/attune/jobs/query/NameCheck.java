package org.attune.jobs.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.QueryPlanningTracker;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.catalog.InMemoryCatalog;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias$;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.execution.datasources.v2.V2SessionCatalog;
import org.attune.cluster.source.SweepTables;
import scala.Option;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.runtime.AbstractPartialFunction;

/**
 * Finds unknown names and mismatched types before Spark starts. It runs Catalyst's own analysis
 * over relations that have the tables' columns and no rows.
 */
final class NameCheck extends Analyzer {

  private final SweepTables tables;

  NameCheck(SweepTables tables) {
    super(catalogs());
    this.tables = tables;
  }

  /** Catalogs without tables, with Spark's built-in functions. */
  private static CatalogManager catalogs() {
    SessionCatalog session =
        new SessionCatalog(
            new InMemoryCatalog(new SparkConf(false), new Configuration(false)),
            FunctionRegistry.builtin(),
            TableFunctionRegistry.builtin());
    return new CatalogManager(new V2SessionCatalog(session), session);
  }

  /**
   * Checks a statement.
   *
   * @throws org.attune.jobs.console.InputException with the first name or type that does not fit
   */
  void require(Statement statement) {
    try {
      // Analysis marks a plan, and Spark's analyzer would skip the marked nodes. So parse anew
      // here.
      analyze(Statement.parse(statement.text()).plan());
    } catch (AnalysisException e) {
      throw QueryErrors.of(e, statement, tables);
    }
  }

  /** Lets Java catch an exception that Scala does not declare. */
  private void analyze(LogicalPlan plan) throws AnalysisException {
    executeAndCheck(plan, new QueryPlanningTracker(Option.empty()));
  }

  @Override
  public Seq<Rule<LogicalPlan>> extendedResolutionRules() {
    return JavaConverters.asScalaBuffer(List.<Rule<LogicalPlan>>of(new Tables())).toSeq();
  }

  private final class Tables extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
      return plan.resolveOperatorsUp(
          new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
            @Override
            public boolean isDefinedAt(LogicalPlan node) {
              return node instanceof UnresolvedRelation relation
                  && tables.names().contains(name(relation));
            }

            @Override
            public LogicalPlan apply(LogicalPlan node) {
              return relation(name((UnresolvedRelation) node));
            }
          });
    }
  }

  private static String name(UnresolvedRelation relation) {
    return relation.multipartIdentifier().mkString(".").toLowerCase(Locale.ROOT);
  }

  private LogicalPlan relation(String table) {
    try {
      return SubqueryAlias$.MODULE$.apply(
          table, LocalRelation$.MODULE$.apply(tables.schema(table)));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
