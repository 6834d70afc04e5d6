/**
 * The wall to Spark's internals: the only package that names Scala's types, Catalyst, or what Spark
 * keeps to itself. All other code uses Spark's Java API.
 *
 * <p>Start with {@link SparkSupport}, which refuses a Spark that this jar cannot use. {@code
 * SparkCall} lists the eight members that have other descriptors in Spark 4.2; {@link SelectOnly}
 * and {@code functions.txt} say which statements only read.
 *
 * <pre>{@code
 * SparkSession session = SparkSupport.session(new SparkConf());
 * }</pre>
 *
 * <p>One jar runs on Spark 3.5 and 4.2: what you add here must link on both, and {@code LinkIT}
 * checks it. This package must not know any other of {@code cluster}: they stand on it, and {@code
 * TestWalls} forbids the circle and Spark's internals everywhere else.
 */
package org.attune.cluster.spark;
