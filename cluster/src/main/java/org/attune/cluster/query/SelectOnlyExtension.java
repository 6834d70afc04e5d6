package org.attune.cluster.query;

import org.attune.cluster.spark.SessionExtension;

/**
 * Makes a Spark session refuse every statement that does more than read Attune's tables. It allows
 * temporary views of these tables, which the shipped notes create.
 *
 * <p>Set {@code spark.sql.extensions} to this class's name, or call {@code
 * SparkSession.builder().withExtensions(new SelectOnlyExtension())}.
 */
public final class SelectOnlyExtension extends SessionExtension {}
