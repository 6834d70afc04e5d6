/** Assigns GPUs to slots: by Spark's resources on a cluster, by file locks on one machine. */
package org.attune.cluster.gpu;
