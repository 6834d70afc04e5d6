/** Where a sweep's directory is, named by one string: a local folder or a folder on HDFS. */
package org.attune.cluster.store;
