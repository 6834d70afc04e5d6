/**
 * The main class that {@code spark-submit} and {@code ./attune} run, and the commands that have no
 * package of their own.
 *
 * <p>Start with {@link Attune}: it knows every command and hands the arguments to picocli. A jar
 * beside the program brings further ones as {@link AddedCommand}, as the benchmarks do.
 *
 * <pre>{@code
 * ./attune --help
 * spark-submit --class org.attune.jobs.Attune attune.jar run sweep.yaml
 * }</pre>
 *
 * <p>No other package may know this one, except the archive's run: {@code TestWalls} forbids the
 * circle. The module must not know DL4J, ND4J or Spark's internals.
 */
package org.attune.jobs;
