package org.attune.cluster.query;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Makes a Spark session refuse every statement that does more than read Attune's tables. It allows
 * temporary views of these tables, which the shipped notes create.
 *
 * <p>Set {@code spark.sql.extensions} to this class's name, or call {@code
 * SparkSession.builder().withExtensions(new SelectOnlyExtension())}.
 */
public final class SelectOnlyExtension
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectParser((session, parser) -> new SelectOnlyParser(parser));
    return BoxedUnit.UNIT;
  }
}
