/**
 * Trains one trial on several workers at once, by DL4J's parameter averaging on Spark.
 *
 * <p>Start with {@link ClusterTraining}: it looks at the trial's configuration, and trains in one
 * slot or spreads. {@link AveragedSteps} is the loop: each worker takes some steps on a {@link
 * Share} of the data, then all continue from the mean.
 *
 * <pre>{@code
 * execution: {mode: parameter-averaging, workers: 4, averaging-frequency: 5}
 * }</pre>
 *
 * <p>No data goes through the driver, and a worker keeps its compiled network between averages.
 * This package must not know how slots are given to trials: it is a {@code slot.SpreadWork}, and
 * {@code TestWalls} forbids a circle with {@code cluster.slot}.
 */
package org.attune.cluster.averaging;
