/**
 * The wall to Spark's internals: the only package that names Scala's types, Catalyst, or what Spark
 * keeps to itself. All other code uses Spark's Java API.
 */
package org.attune.cluster.spark;
