package org.attune.cluster.spark;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Forgets the sessions of other tests, which Spark's parser would read its settings from. */
final class NoSession implements BeforeEachCallback {

  @Override
  public void beforeEach(ExtensionContext test) {
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
  }
}
