/** Trains one trial on several workers, by DL4J's parameter averaging on Spark. */
package org.attune.cluster.averaging;
