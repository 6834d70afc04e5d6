package org.attune.jobs.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
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
import org.attune.cluster.source.SweepTables;
import org.attune.sweeps.table.Column;
import scala.Product;
import scala.collection.Iterable;
import scala.collection.Iterator;

/**
 * Finds an unknown column in the plainest queries: those of one table without subqueries. It looks
 * at the parsed statement alone, since loading Spark's analysis takes half as long again. {@link
 * NameCheck} finds the errors that this class passes over.
 */
final class PlainNames {

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

  /** The first column of a statement that certainly does not exist. */
  static Optional<UnresolvedAttribute> unknown(Statement statement, SweepTables tables)
      throws IOException {
    PlainNames names = new PlainNames();
    names.look(statement.plan());
    if (!names.plain || names.tables != 1) {
      return Optional.empty();
    }
    String table = statement.tables().iterator().next();
    if (!tables.names().contains(table)) {
      return Optional.empty();
    }
    for (Column column : tables.columns(table)) {
      names.known.add(column.name().toLowerCase(Locale.ROOT));
    }
    return names.asked.stream().filter(names::isUnknown).findFirst();
  }

  private boolean isUnknown(UnresolvedAttribute attribute) {
    if (attribute.nameParts().size() != 1) {
      return false;
    }
    String name = attribute.nameParts().head().toLowerCase(Locale.ROOT);
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
      look(several.iterator());
    } else if (part instanceof Product product) {
      if (part instanceof Alias alias) {
        known.add(alias.name().toLowerCase(Locale.ROOT));
      }
      look(product.productIterator());
    }
  }

  private void look(Iterator<?> parts) {
    while (parts.hasNext()) {
      look(parts.next());
    }
  }
}
