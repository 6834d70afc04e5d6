/** Who gets which GPU: by Spark's resources on a cluster, by locks of files on one machine. */
package org.attune.cluster.gpu;
