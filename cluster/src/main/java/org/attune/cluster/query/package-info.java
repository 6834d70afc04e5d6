/**
 * The SQL that users may run: statements that only read a sweep's tables.
 *
 * <pre>{@code
 * spark.sql.extensions=org.attune.cluster.query.SelectOnlyExtension
 * }</pre>
 *
 * <p>makes a whole Spark session refuse everything else.
 */
package org.attune.cluster.query;
