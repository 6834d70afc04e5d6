/** Runs the trials of a sweep on Spark and publishes their results as Parquet tables. */
package org.attune.cluster;
