/**
 * Attention architectures, their tasks, and one trial's training loop, on DL4J and ND4J. The code
 * does not depend on Spark, Hadoop or sweeps.
 */
package org.attune.model;
