/**
 * The Spark session of a command: its jars, its secrets, BLAS, and a watch on the master.
 *
 * <p>Start with {@link Sessions}: one method for sweeps, one for queries. {@link Jars} finds what a
 * user's jars bring; {@link SecretValues} finds a program's secrets, which are in no file.
 *
 * <pre>{@code
 * spark-submit --master spark://host:7077 attune.jar run sweep.yaml --jars my-parts.jar --secure
 * }</pre>
 *
 * <p>Settings from {@code spark-submit} win, except over what a sweep needs. This package must not
 * know the commands that ask for a session: {@code TestWalls} forbids the circle.
 */
package org.attune.jobs.session;
