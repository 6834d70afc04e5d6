/**
 * The SQL that users may run: statements that only read a sweep's tables.
 *
 * <p>Start with {@link SelectOnlyExtension}, the only class. One setting makes a whole Spark
 * session refuse everything else:
 *
 * <pre>{@code
 * spark.sql.extensions=org.attune.cluster.query.SelectOnlyExtension
 * }</pre>
 *
 * <p>Users have this class's name in their settings, so it stays where it is. {@code
 * cluster.spark.SelectOnly} decides which statements only read. This package must not know
 * Catalyst, whose classes differ between Spark 3.5 and 4.2: {@code TestWalls} refuses it.
 */
package org.attune.cluster.query;
