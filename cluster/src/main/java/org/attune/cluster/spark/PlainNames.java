package org.attune.cluster.spark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedHaving;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.LambdaFunction;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Distinct;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import scala.Product;
import scala.collection.Iterable;

/**
 * The columns that one of the plainest queries names: a query of one table without subqueries. It
 * looks at the parsed statement alone, since loading Spark's analysis takes half as long again.
 * {@link NameCheck} finds the errors in other queries.
 */
public final class PlainNames {

  private static final Set<Class<?>> PLAIN =
      Set.of(
          Aggregate.class,
          Distinct.class,
          Filter.class,
          GlobalLimit.class,
          LocalLimit.class,
          Project.class,
          Sort.class,
          UnresolvedHaving.class,
          UnresolvedRelation.class);

  /** The names, and the prefix of names, of functions that SQL calls without parentheses. */
  private static final String CURRENT = "current_";

  private static final Set<String> CALLED = Set.of("user", "session_user", "grouping__id", "all");

  private final Set<String> known = new HashSet<>();
  private final List<UnresolvedAttribute> asked = new ArrayList<>();
  private int tables;
  private boolean plain = true;

  private PlainNames() {}

  static Optional<PlainNames> of(LogicalPlan plan) {
    PlainNames names = new PlainNames();
    names.look(plan);
    return names.plain && names.tables == 1 ? Optional.of(names) : Optional.empty();
  }

  /**
   * The first name that certainly is of no column.
   *
   * @param columns the columns of the query's table
   */
  public Optional<SqlColumn> unknown(Collection<String> columns) {
    Set<String> all = new HashSet<>(known);
    columns.forEach(column -> all.add(column.toLowerCase(Locale.ROOT)));
    return asked.stream()
        .filter(attribute -> isUnknown(attribute, all))
        .findFirst()
        .map(
            attribute ->
                new SqlColumn(
                    ScalaValues.name(attribute).get(0),
                    SqlPlace.of(attribute.origin().line(), attribute.origin().startPosition())));
  }

  private static boolean isUnknown(UnresolvedAttribute attribute, Set<String> known) {
    List<String> parts = ScalaValues.name(attribute);
    if (parts.size() != 1) {
      return false;
    }
    String name = parts.get(0).toLowerCase(Locale.ROOT);
    return !known.contains(name) && !name.startsWith(CURRENT) && !CALLED.contains(name);
  }

  private void look(Object part) {
    if (part instanceof LogicalPlan && !PLAIN.contains(part.getClass())
        || part instanceof SubqueryExpression
        || part instanceof LambdaFunction) {
      plain = false;
    } else if (part instanceof UnresolvedRelation) {
      tables++;
    } else if (part instanceof UnresolvedAttribute attribute) {
      asked.add(attribute);
    } else if (part instanceof Iterable<?> several) {
      look(ScalaValues.parts(several));
    } else if (part instanceof Product product) {
      if (part instanceof Alias alias) {
        known.add(alias.name().toLowerCase(Locale.ROOT));
      }
      look(ScalaValues.parts(product));
    }
  }

  private void look(Iterator<?> parts) {
    while (parts.hasNext()) {
      look(parts.next());
    }
  }
}
