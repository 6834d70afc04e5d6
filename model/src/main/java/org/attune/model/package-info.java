/**
 * Attention architectures, the tasks they are trained on, and one trial's training loop, on DL4J
 * and ND4J. Knows neither Spark nor Hadoop nor sweeps.
 */
package org.attune.model;
