package org.attune.cluster.spark;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkUnsupportedOperationException;
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
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.Seq;
import scala.runtime.AbstractPartialFunction;

/**
 * Finds unknown names and mismatched types before Spark starts. It runs Catalyst's own analysis
 * over relations that have the tables' columns and no rows.
 */
public final class NameCheck extends Analyzer implements RulesOfSpark3, RulesOfSpark4 {

  private final Set<String> tables;
  private final Function<String, StructType> schema;
  private @Nullable CatalogManager catalogs; // set while super's constructor runs

  /**
   * Prepares to check statements.
   *
   * @param tables the names of the tables, in lower case
   * @param schema a table's columns
   */
  public NameCheck(Set<String> tables, Function<String, StructType> schema) {
    super(functions());
    this.tables = tables;
    this.schema = schema;
  }

  /** A catalog without tables, with Spark's built-in functions. */
  private static SessionCatalog functions() {
    return new SessionCatalog(
        new InMemoryCatalog(new SparkConf(false), new Configuration(false)),
        FunctionRegistry.builtin(),
        TableFunctionRegistry.builtin());
  }

  /** Spark's own for this constructor refuses to look for an unknown function. */
  @Override
  public CatalogManager catalogManager() {
    if (catalogs == null) {
      SessionCatalog session = functions();
      catalogs = (CatalogManager) SparkCall.CATALOGS.call(new V2SessionCatalog(session), session);
    }
    return catalogs;
  }

  /**
   * Checks a statement.
   *
   * @throws AnalysisException for the first name or type that does not fit
   */
  public void require(SqlStatement statement) throws AnalysisException {
    try {
      // Analysis marks a plan, and Spark's analyzer would skip the marked nodes. So parse anew
      // here.
      executeAndCheck(
          SqlStatement.parse(statement.text()).plan(), new QueryPlanningTracker(Option.empty()));
    } catch (SparkUnsupportedOperationException unknown) {
      // Spark 4 looks for some unknown names in a catalog that is not there; the session tells
      // them.
    }
  }

  @Override
  public scala.collection.immutable.List<Rule<LogicalPlan>> extendedResolutionRules() {
    return ScalaValues.scala(List.<Rule<LogicalPlan>>of(new Tables()));
  }

  private final class Tables extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
      return plan.resolveOperatorsUp(
          new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
            @Override
            public boolean isDefinedAt(LogicalPlan node) {
              return node instanceof UnresolvedRelation relation && tables.contains(name(relation));
            }

            @Override
            public LogicalPlan apply(LogicalPlan node) {
              String table = name((UnresolvedRelation) node);
              return SubqueryAlias$.MODULE$.apply(
                  table, LocalRelation$.MODULE$.apply(schema.apply(table)));
            }
          });
    }
  }

  private static String name(UnresolvedRelation relation) {
    return String.join(".", ScalaValues.name(relation)).toLowerCase(Locale.ROOT);
  }
}

/** Gives the class Spark 3.5's method, whatever Spark it is compiled with. */
interface RulesOfSpark3 {
  Seq<Rule<LogicalPlan>> extendedResolutionRules();
}

/** Gives the class Spark 4's method, whatever Spark it is compiled with. */
interface RulesOfSpark4 {
  scala.collection.immutable.Seq<Rule<LogicalPlan>> extendedResolutionRules();
}
