/**
 * The storage of a sweep's directory, which one string names: a local folder or a folder on HDFS.
 *
 * <p>Start with {@link Storages}, which opens what a string names. {@link HadoopStorage} is the
 * sweep's directory on HDFS; it passes the same contract suite as {@code
 * sweeps.store.LocalStorage}. {@link HadoopFailure} says in a user's words why Hadoop cannot open
 * something.
 *
 * <pre>{@code
 * Storage runs = Storages.of("hdfs://namenode/user/me/runs/mta");
 * }</pre>
 *
 * <p>HDFS has no lock that dies with its owner, so {@code HeartbeatLock} rewrites a file every few
 * seconds. This package must not know what the files hold; {@code cluster.slot} and {@code
 * cluster.trial} know it, and {@code TestWalls} forbids the circle.
 */
package org.attune.cluster.store;
