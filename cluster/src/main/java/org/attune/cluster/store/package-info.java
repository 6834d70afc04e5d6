/**
 * The storage of a sweep's directory, which one string names: a local folder or a folder on HDFS.
 */
package org.attune.cluster.store;
