package org.attune.cluster.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Makes a Spark session refuse every statement that {@link SelectOnly} refuses. */
public abstract class SessionExtension
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

  @Override
  public final BoxedUnit apply(SparkSessionExtensions extensions) {
    SparkSupport.require();
    extensions.injectParser((session, parser) -> SelectOnlyParser.of(parser));
    return BoxedUnit.UNIT;
  }
}
